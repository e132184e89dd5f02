/// What a test makes happen.
extension SimulatedUpbit {
  /// A trade in one market, sent at once to whoever listens. Without an id it gets one that no
  /// other trade of the market has. `at`: Unix milliseconds by the exchange's clock.
  @discardableResult
  public func trade(
    _ code: String, price: Double, volume: Double, at time: Int64, id: Int64? = nil,
    taker: SimulatedTrade.Taker = .buy
  ) -> SimulatedTrade {
    guard let place = floor.place(of: code) else {
      preconditionFailure("\(code) is not on the exchange's list")
    }
    scriptedTrades += 1
    let trade = SimulatedTrade(
      id: id ?? time * 10_000 + 1_000 + scriptedTrades % 9_000, time: time, price: price,
      volume: volume, taker: taker)
    let execution = TradingFloor.Execution(market: place, trade: trade)
    floor.inject(execution)
    publish(execution)
    return trade
  }

  /// A data message to every open socket, as it is.
  public func inject(text: String, isBinary: Bool = true) {
    for client in clients { send(Array(text.utf8), isText: !isBinary, to: client) }
  }

  /// Bytes to every open socket in place of a frame, as they are.
  public func inject(bytes: [UInt8]) {
    for client in clients {
      if let session = client.session { write(bytes, to: client, session) }
    }
  }

  /// The market behind a code: its trades and its listing.
  public func market(_ code: String) -> SimulatedMarket? {
    floor.place(of: code).map { floor.markets[$0] }
  }

  /// How many WebSockets are open.
  public var openSockets: Int {
    clients.count { $0.session != nil }
  }
}
