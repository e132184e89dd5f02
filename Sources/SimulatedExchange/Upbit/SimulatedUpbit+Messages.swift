/// The messages of the stream.
extension SimulatedUpbit {
  private static let names = FaultPlan.Names(
    price: ["trade_price"], time: ["timestamp", "trade_timestamp"], code: "code")

  func publish(_ execution: TradingFloor.Execution) {
    let listing = floor.markets[execution.market].listing
    guard let day = floor.day(of: execution.market) else { return }
    let now = context.wall
    let trade = UpbitObject.trade(
      listing, execution.trade, previousClose: day.previousClose, now: now, .realtime)
    let ticker = UpbitObject.ticker(listing.code, day, now: now, isDelisted: false, .realtime)
    for listener in listeners {
      guard let subscription = listener.subscription else { continue }
      if subscription.hears(.trade, of: listing.code) { send(trade, to: listener) }
      if subscription.hears(.ticker, of: listing.code) { send(ticker, to: listener) }
    }
  }

  /// Sends one message for each code that is known; the others are ignored.
  func sendSnapshots(of stream: Subscription.Stream, to listener: UpbitListener) {
    for code in stream.codes.map(Subscription.Stream.code) {
      guard let index = floor.index(of: code),
        let snapshot = message(of: stream, market: index, .snapshot)
      else { continue }
      send(snapshot, to: listener)
    }
  }

  func repeatMessage(_ number: Int, to listener: UpbitListener) {
    let stream = listener.subscription?.streams.first { $0.wantsRealtime }
    let indices = stream?.codes.compactMap { floor.index(of: Subscription.Stream.code($0)) } ?? []
    guard let stream, !indices.isEmpty,
      let message = message(of: stream, market: indices[number % indices.count], .realtime)
    else { return }
    send(message, to: listener)
  }

  func message(
    of stream: Subscription.Stream, market index: Int, _ type: StreamType
  ) -> JSONObject? {
    let market = floor.markets[index]
    let code = market.listing.code
    let (faults, now) = (context.faults, context.wall)
    guard !faults.isOn(.unlisted, value: code), let day = floor.day(of: index) else { return nil }
    switch stream.kind {
    case .ticker:
      let isDelisted = faults.isOn(.delisted, value: code)
      var ticker = UpbitObject.ticker(code, day, now: now, isDelisted: isDelisted, type)
      if isDelisted, faults.current(.delistingObject) != nil {
        ticker.set(["delisting_date"], to: #"{"year":2026,"month":12,"day":1}"#)
      }
      return ticker
    case .trade:
      return UpbitObject.trade(
        market.listing, day.last, previousClose: day.previousClose, now: now, type)
    case .orderbook:
      guard ["0", nil].contains(stream.level) else { return nil }
      let book = SimulatedOrderBook(
        listing: market.listing, price: day.last.price, second: now / 1_000,
        depth: stream.depth(of: code))
      return UpbitObject.orderbook(code, book, level: "0", now: now, type)
    case .candle(let span):
      return market.candles(count: 1, spanSeconds: span, before: now, now: now).first.map {
        UpbitObject.candle(code, $0, stream.kind, type)
      }
    }
  }

  func send(_ object: JSONObject, to listener: UpbitListener) {
    var object = object
    let faults = context.faults
    faults.spoil(&object, Self.names)
    let isSimple = listener.format.isSimple || faults.strike(.simple) != nil
    let isList = listener.format.isList || faults.strike(.list) != nil
    var text = object.json(simple: isSimple)
    if isList { text = "[" + text + "]" }
    if faults.strike(.trailingGarbage) != nil { text += "}garbage" }
    listener.socket.send(text, isText: false)
  }
}
