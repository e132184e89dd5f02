/// What is sent without a trade of this moment: snapshots, candles, the firehose.
extension SimulatedUpbit {
  /// The firehose leaves a client alone that has this much to read.
  private static let firehoseOutputLimit = 1 << 20

  /// One message for each code that is known; the others are passed over in silence.
  func sendSnapshots(of stream: Subscription.Stream, to client: UpbitClient) {
    for code in stream.codes.map(Subscription.Stream.code) {
      guard let place = floor.place(of: code),
        let snapshot = message(of: stream, market: place, .snapshot)
      else { continue }
      send(snapshot, to: client)
    }
  }

  /// Once a second: candles of the second that is over, books, and now and then a ticker in
  /// which only the timestamp is new.
  func sendEachSecond() {
    let second = wall / 1_000
    guard second != lastSecond else { return }
    lastSecond = second
    for (place, market) in floor.markets.enumerated() {
      let code = market.listing.code
      let repeatsTicker = market.walk != nil && dice.fraction() < 0.2
      let hasTraded = !market.trades(inSecond: second - 1).isEmpty
      for client in clients {
        for stream in client.subscription?.streams ?? []
        where stream.wantsRealtime && stream.covers(code) {
          switch stream.kind {
          case .candle: if !hasTraded { continue }
          case .orderbook: break
          case .ticker: if !repeatsTicker { continue }
          case .trade: continue
          }
          if let message = message(of: stream, market: place, .realtime) {
            send(message, to: client)
          }
        }
      }
    }
  }

  /// The tickers of a client's markets again and again.
  func spray() {
    guard let fault = plan.current(.firehose) else {
      firehoseTime = nil
      return
    }
    let from = firehoseTime ?? now.monotonic
    firehoseTime = now.monotonic
    let count = Int(min(1_000, now.monotonic - from) * fault.number(5_000) / 1_000)
    for client in clients {
      let stream = client.subscription?.streams.first { $0.wantsRealtime }
      let places = stream?.codes.compactMap { floor.place(of: Subscription.Stream.code($0)) } ?? []
      guard let stream, !places.isEmpty else { continue }
      for number in 0..<count where client.pendingOutput < Self.firehoseOutputLimit {
        let place = places[number % places.count]
        if let message = message(of: stream, market: place, .realtime) {
          send(message, to: client)
        }
      }
    }
  }

  private func message(
    of stream: Subscription.Stream, market place: Int, _ type: StreamType
  ) -> UpbitObject? {
    let market = floor.markets[place]
    let code = market.listing.code
    guard !plan.isOn(.unlisted, value: code), let day = floor.day(of: place) else { return nil }
    switch stream.kind {
    case .ticker:
      return .ticker(
        code, day, now: wall, isDelisted: plan.isOn(.delisted, value: code), type)
    case .trade:
      return .trade(
        market.listing, day.last, previousClose: day.previousClose, now: wall, type)
    case .orderbook:
      guard ["0", nil].contains(stream.level) else { return nil }
      let book = SimulatedOrderBook(
        listing: market.listing, price: day.last.price, second: wall / 1_000,
        depth: stream.depth(of: code))
      return .orderbook(code, book, level: "0", now: wall, type)
    case .candle(let span):
      return market.candles(count: 1, spanSeconds: span, before: wall, now: wall).first.map {
        .candle(code, $0, stream.kind, type)
      }
    }
  }
}
