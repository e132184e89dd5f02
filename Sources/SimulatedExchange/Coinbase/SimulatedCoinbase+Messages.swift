/// The messages of the stream: numbers are texts.
extension SimulatedCoinbase {
  private static let names = FaultPlan.Names(price: ["price"], time: ["time"], code: "product_id")

  func send(_ object: JSONObject, to listener: CoinbaseListener) {
    var object = object
    context.faults.spoil(&object, Self.names)
    listener.socket.send(object.json())
  }

  /// The side is the maker's.
  func match(_ trade: SimulatedTrade, _ code: String, isLast: Bool) -> JSONObject {
    var object = JSONObject()
    object.add("type", quoted: isLast ? "last_match" : "match")
    object.add("trade_id", json: String(trade.id))
    object.add("maker_order_id", quoted: "ac928c66-ca53-498f-9c13-a110027a60e8")
    object.add("taker_order_id", quoted: "132fb6ae-456b-4654-b4e0-d681ac05cea1")
    object.add("side", quoted: trade.taker == .buy ? "sell" : "buy")
    object.add("size", quoted: DecimalText.padded(trade.volume))
    object.add("price", quoted: DecimalText.padded(trade.price, decimals: 2))
    object.add("product_id", quoted: code)
    object.add("sequence", json: String(nextSequence()))
    object.add("time", quoted: CivilTime.rfc3339(trade.time))
    return object
  }

  /// Before the first trade of a product there is neither a price nor a time.
  func ticker(of index: Int) -> JSONObject {
    let day = floor.day(of: index)
    let market = floor.markets[index]
    var object = JSONObject()
    func text(_ value: Double) -> String { DecimalText.padded(value, decimals: 2) }
    object.add("type", quoted: "ticker")
    object.add("sequence", json: String(nextSequence()))
    object.add("product_id", quoted: market.listing.code)
    guard let day else { return object }
    let step = market.listing.step(at: day.last.price)
    object.add("price", quoted: text(day.last.price))
    object.add("open_24h", quoted: text(day.previousClose))
    object.add("volume_24h", quoted: text(day.volumeOf24Hours(now: context.wall)))
    object.add("low_24h", quoted: text(day.low))
    object.add("high_24h", quoted: text(day.high))
    object.add("volume_30d", quoted: text(day.volumeOf24Hours(now: context.wall) * 30))
    object.add("best_bid", quoted: text(day.last.price))
    object.add("best_bid_size", quoted: "0.5")
    object.add("best_ask", quoted: text(DecimalText.rounded(day.last.price + step)))
    object.add("best_ask_size", quoted: "0.1")
    object.add("side", quoted: day.last.taker == .buy ? "buy" : "sell")
    object.add("time", quoted: CivilTime.rfc3339(day.last.time))
    object.add("trade_id", json: String(day.last.id))
    object.add("last_size", quoted: DecimalText.padded(day.last.volume))
    return object
  }

  func heartbeat(of index: Int) -> JSONObject {
    let market = floor.markets[index]
    var object = JSONObject()
    object.add("type", quoted: "heartbeat")
    object.add("last_trade_id", json: String(market.lastTrade(at: context.wall)?.id ?? 0))
    object.add("product_id", quoted: market.listing.code)
    object.add("sequence", json: String(nextSequence()))
    object.add("time", quoted: CivilTime.rfc3339(context.wall))
    return object
  }

  /// The whole book first, then what has changed of it.
  func sendBook(of index: Int, to listener: CoinbaseListener) {
    let listing = floor.markets[index].listing
    guard let price = floor.day(of: index)?.last.price else { return }
    let book = SimulatedOrderBook(
      listing: listing, price: price, second: context.wall / 1_000, depth: Self.bookDepth)
    let sent = listener.replaceBook(of: listing.code, with: book)
    func level(_ price: Double, _ size: Double) -> String {
      "\"\(DecimalText.padded(price, decimals: 2))\",\"\(size == 0 ? "0" : "\(size)")\"]"
    }
    var object = JSONObject()
    guard let before = sent else {
      object.add("type", quoted: "snapshot")
      object.add("product_id", quoted: listing.code)
      func list(_ levels: [String]) -> String { "[\(levels.joined(separator: ","))]" }
      object.add("bids", json: list(book.units.map { "[" + level($0.bidPrice, $0.bidSize) }))
      object.add("asks", json: list(book.units.map { "[" + level($0.askPrice, $0.askSize) }))
      return send(object, to: listener)
    }
    let bids = Set(book.units.map(\.bidPrice))
    let asks = Set(book.units.map(\.askPrice))
    let gone =
      before.units.filter { !bids.contains($0.bidPrice) }.map {
        "[\"buy\"," + level($0.bidPrice, 0)
      }
      + before.units.filter { !asks.contains($0.askPrice) }
      .map { "[\"sell\"," + level($0.askPrice, 0) }
    let changes =
      gone + book.units.map { "[\"buy\"," + level($0.bidPrice, $0.bidSize) }
      + book.units.map { "[\"sell\"," + level($0.askPrice, $0.askSize) }
    object.add("type", quoted: "l2update")
    object.add("product_id", quoted: listing.code)
    object.add("changes", json: "[\(changes.joined(separator: ","))]")
    object.add("time", quoted: CivilTime.rfc3339(context.wall))
    send(object, to: listener)
  }
}
