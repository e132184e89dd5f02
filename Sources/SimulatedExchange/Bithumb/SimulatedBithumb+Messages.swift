/// The messages of the stream.
extension SimulatedBithumb {
  private static let names = FaultPlan.Names(
    price: ["trade_price", "closePrice", "contPrice"], time: ["timestamp", "trade_timestamp"],
    code: "code")

  func publish(_ execution: TradingFloor.Execution) {
    let listing = floor.markets[execution.market].listing
    guard let day = floor.day(of: execution.market) else { return }
    let now = context.wall
    for listener in listeners {
      if listener.isClassic {
        publishClassic(listing, execution.trade, day, to: listener)
        continue
      }
      guard let subscription = listener.subscription else { continue }
      if subscription.hears(.trade, of: listing.code) {
        send(
          BithumbObject.trade(
            listing, execution.trade, previousClose: day.previousClose, now: now, .realtime),
          to: listener)
      }
      if subscription.hears(.ticker, of: listing.code) {
        send(BithumbObject.ticker(listing.code, day, now: now, .realtime), to: listener)
      }
    }
  }

  private func publishClassic(
    _ listing: SimulatedListing, _ trade: SimulatedTrade, _ day: DayStatistics,
    to listener: BithumbListener
  ) {
    if listener.filters["transaction"]?.codes.contains(listing.code) ?? false {
      send(
        BithumbClassicObject.transaction(listing, trade), type: "transaction", isList: true,
        to: listener)
    }
    guard let filter = listener.filters["ticker"], filter.codes.contains(listing.code) else {
      return
    }
    for type in filter.tickTypes {
      send(
        BithumbClassicObject.ticker(listing, day, type: type, now: context.wall), type: "ticker",
        isList: false, to: listener)
    }
  }

  private func send(
    _ content: JSONObject, type: String, isList: Bool, to listener: BithumbListener
  ) {
    var content = content
    context.faults.spoil(&content, Self.names)
    let text = isList ? "{\"list\":[\(content.json())]}" : content.json()
    listener.socket.send("{\"type\":\"\(type)\",\"content\":\(text)}")
  }

  func sendSnapshots(of stream: Subscription.Stream, to listener: BithumbListener) {
    for code in stream.codes {
      guard let index = floor.index(of: code), let message = message(stream.kind, index, .snapshot)
      else { continue }
      send(message, to: listener)
    }
  }

  func sendBooks(to listener: BithumbListener) {
    for (index, market) in floor.markets.enumerated() {
      guard let subscription = listener.subscription,
        subscription.hears(.orderbook, of: market.listing.code),
        let message = message(.orderbook, index, .realtime)
      else { continue }
      send(message, to: listener)
    }
  }

  func repeatMessage(_ number: Int, to listener: BithumbListener) {
    guard let stream = listener.subscription?.streams.first, !stream.codes.isEmpty,
      let index = floor.index(of: stream.codes[number % stream.codes.count]),
      let message = message(stream.kind, index, .realtime)
    else { return }
    send(message, to: listener)
  }

  private func message(_ kind: StreamKind, _ index: Int, _ type: StreamType) -> JSONObject? {
    let listing = floor.markets[index].listing
    guard !context.faults.isOn(.unlisted, value: listing.code), let day = floor.day(of: index)
    else { return nil }
    switch kind {
    case .ticker: return BithumbObject.ticker(listing.code, day, now: context.wall, type)
    case .trade:
      return BithumbObject.trade(
        listing, day.last, previousClose: day.previousClose, now: context.wall, type)
    case .orderbook:
      return BithumbObject.book(
        listing, day, now: context.wall, type,
        isQuoted: context.faults.current(.numberStrings) != nil)
    case .candle: return nil
    }
  }

  private func send(_ object: JSONObject, to listener: BithumbListener) {
    var object = object
    context.faults.spoil(&object, Self.names)
    if context.faults.current(.numberStrings) != nil { object.quoteNumbers() }
    listener.socket.send(object.json(simple: listener.format.isSimple), isText: false)
  }
}
