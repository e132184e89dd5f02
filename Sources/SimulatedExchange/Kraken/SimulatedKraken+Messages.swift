import CZlib

/// The messages of the stream: numbers are numbers.
extension SimulatedKraken {
  private static let names = FaultPlan.Names(
    price: ["last", "price"], time: ["timestamp"], code: "symbol")

  func send(
    _ channel: String, _ isSnapshot: Bool, _ objects: [JSONObject], to listener: KrakenListener
  ) {
    let data = objects.map { object in
      var object = object
      context.faults.spoil(&object, Self.names)
      return object.json()
    }
    listener.send(
      "{\"channel\":\"\(channel)\",\"type\":\"\(isSnapshot ? "snapshot" : "update")\","
        + "\"data\":[\(data.joined(separator: ","))]}", at: context.now.monotonic)
  }

  func trade(_ trade: SimulatedTrade, _ index: Int) -> JSONObject {
    var object = JSONObject()
    object.add("symbol", quoted: floor.markets[index].listing.code)
    object.add("side", quoted: trade.taker == .buy ? "buy" : "sell")
    object.add("price", json: DecimalText.padded(trade.price, decimals: 1))
    object.add("qty", json: DecimalText.padded(trade.volume))
    object.add("ord_type", quoted: "limit")
    object.add("trade_id", json: String(trade.id))
    object.add("timestamp", quoted: CivilTime.rfc3339(trade.time))
    return object
  }

  /// Nil before the first trade.
  func ticker(of index: Int) -> JSONObject? {
    guard let day = floor.day(of: index) else { return nil }
    let listing = floor.markets[index].listing
    func text(_ value: Double) -> String { DecimalText.padded(value, decimals: 1) }
    let change = DecimalText.rounded(day.last.price - day.previousClose)
    var object = JSONObject()
    object.add("symbol", quoted: listing.code)
    object.add("bid", json: text(day.last.price))
    object.add("bid_qty", json: "1.2")
    object.add(
      "ask", json: text(DecimalText.rounded(day.last.price + listing.step(at: day.last.price))))
    object.add("ask_qty", json: "0.3")
    object.add("last", json: text(day.last.price))
    object.add("volume", json: DecimalText.padded(day.volumeOf24Hours(now: context.wall)))
    object.add("vwap", json: text(day.last.price))
    object.add("low", json: text(day.low))
    object.add("high", json: text(day.high))
    object.add("change", json: text(change))
    object.add("change_pct", json: text((change / day.previousClose * 10_000).rounded() / 100))
    object.add("timestamp", quoted: CivilTime.rfc3339(context.wall))
    return object
  }

  /// The whole book first, then what has changed of it.
  func sendBook(of index: Int, to listener: KrakenListener) {
    let listing = floor.markets[index].listing
    guard let price = floor.day(of: index)?.last.price else { return }
    let book = SimulatedOrderBook(
      listing: listing, price: price, second: context.wall / 1_000, depth: listener.depth)
    let before = listener.replaceBook(of: listing.code, with: book)
    func text(_ price: Double) -> String {
      DecimalText.padded(price, decimals: listing.decimals ?? 1)
    }
    func level(_ price: Double, _ size: Double) -> String {
      "{\"price\":\(text(price)),\"qty\":\(DecimalText.padded(size))}"
    }
    func side(
      _ old: [Double], _ units: [(price: Double, size: Double)]
    ) -> String {
      let prices = Set(units.map(\.price))
      let gone = old.filter { !prices.contains($0) }.map { level($0, 0) }
      return "[" + (gone + units.map { level($0.price, $0.size) }).joined(separator: ",") + "]"
    }
    var object = JSONObject()
    object.add("symbol", quoted: listing.code)
    object.add(
      "bids",
      json: side(
        before?.units.map(\.bidPrice) ?? [], book.units.map { ($0.bidPrice, $0.bidSize) }))
    object.add(
      "asks",
      json: side(
        before?.units.map(\.askPrice) ?? [], book.units.map { ($0.askPrice, $0.askSize) }))
    let isWrong = context.faults.strike(.wrongChecksum) != nil
    object.add("checksum", json: String(Self.checksum(of: book, text) ^ (isWrong ? 1 : 0)))
    if before != nil { object.add("timestamp", quoted: CivilTime.rfc3339(context.wall)) }
    send("book", before == nil, [object], to: listener)
  }

  /// The CRC32 of the ten best asks and bids: prices and sizes in digits, without the point and the
  /// zeros in front.
  private static func checksum(
    of book: SimulatedOrderBook, _ price: (Double) -> String
  ) -> UInt32 {
    func digits(_ text: String) -> Substring { text.filter { $0 != "." }.drop { $0 == "0" } }
    let best = book.units.prefix(10)
    let text =
      best.map { digits(price($0.askPrice)) + digits(DecimalText.padded($0.askSize)) }.joined()
      + best.map { digits(price($0.bidPrice)) + digits(DecimalText.padded($0.bidSize)) }.joined()
    let bytes = Array(text.utf8)
    return UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(bytes.count)))
  }
}
