/// What a test can make happen.
extension SimulatedServer {
  /// Makes a trade in one market, which is sent at once to the clients that follow it. Without an id the
  /// trade gets one that no other trade of the market has. `at`: Unix milliseconds by the exchange's
  /// clock. Without an exchange the first one is meant.
  @discardableResult
  public func trade(
    _ code: String, price: Double, volume: Double, at time: Int64, id: Int64? = nil,
    taker: SimulatedTrade.Taker = .buy, on exchange: String? = nil
  ) -> SimulatedTrade {
    guard let source = streaming(exchange), let index = source.floor.index(of: code) else {
      preconditionFailure("\(code) is not on the exchange's list")
    }
    let trade = SimulatedTrade(
      id: id ?? time * 10_000 + 1_000 + nextScriptedTrade() % 9_000, time: time, price: price,
      volume: volume, taker: taker)
    source.inject(TradingFloor.Execution(market: index, trade: trade))
    return trade
  }

  /// Sends a data message, as it is, to every open socket.
  public func inject(text: String, isBinary: Bool = true) {
    for socket in sockets { socket.send(text, isText: !isBinary) }
  }

  /// Sends bytes, as they are, to every open socket in place of a frame.
  public func inject(bytes: [UInt8]) {
    for socket in sockets { socket.write(bytes) }
  }

  /// The market behind a code: its trades and its listing.
  public func market(_ code: String, on exchange: String? = nil) -> SimulatedMarket? {
    guard let floor = streaming(exchange)?.floor else { return nil }
    return floor.index(of: code).map { floor.markets[$0] }
  }

  /// What an exchange tells of a market's day.
  public struct Day: Sendable {
    /// The lowest and the highest price so far.
    public let low: Double
    public let high: Double
    /// The last price of the day before, which changes are counted from.
    public let previousClose: Double
    /// When it began, in Unix milliseconds of the exchange's clock.
    public let began: Int64
  }

  /// A market's day; nil if the exchange has told nobody about it.
  public func day(of code: String, on exchange: String) -> Day? {
    guard let floor = streaming(exchange)?.floor, let index = floor.index(of: code) else {
      return nil
    }
    return floor.knownDay(of: index).map {
      Day(low: $0.low, high: $0.high, previousClose: $0.previousClose, began: $0.began)
    }
  }

  /// How many WebSockets are open.
  public var openSockets: Int {
    sockets.count { $0.session != nil }
  }

  private func streaming(_ name: String?) -> (any StreamingSource)? {
    sources.lazy.compactMap { $0 as? any StreamingSource }.first {
      name == nil || $0.context.name == name
    }
  }
}
