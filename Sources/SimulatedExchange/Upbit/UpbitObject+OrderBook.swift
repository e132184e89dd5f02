extension UpbitObject {
  /// A full book; there are no deltas.
  static func orderbook(
    _ code: String, _ book: SimulatedOrderBook, level: String, now: Int64, _ type: StreamType
  ) -> JSONObject {
    var object = JSONObject()
    object.add("type", "ty", quoted: StreamKind.orderbook.name)
    object.add("code", "cd", quoted: code)
    object.add(book, now: now, level: level)
    object.add("stream_type", "st", quoted: type.rawValue)
    return object
  }

  static func restOrderBook(_ code: String, _ book: SimulatedOrderBook, now: Int64) -> JSONObject {
    var object = JSONObject()
    object.add("market", "", quoted: code)
    object.add(book, now: now, level: "0")
    return object
  }
}

extension JSONObject {
  fileprivate mutating func add(_ book: SimulatedOrderBook, now: Int64, level: String) {
    add("timestamp", "tms", String(now))
    add("total_ask_size", "tas", DecimalText.amount(DecimalText.rounded(book.totalAskSize)))
    add("total_bid_size", "tbs", DecimalText.amount(DecimalText.rounded(book.totalBidSize)))
    let units = book.units.map { unit in
      var object = JSONObject()
      object.add("ask_price", "ap", DecimalText.price(unit.askPrice))
      object.add("bid_price", "bp", DecimalText.price(unit.bidPrice))
      object.add("ask_size", "as", DecimalText.amount(unit.askSize))
      object.add("bid_size", "bs", DecimalText.amount(unit.bidSize))
      return object
    }
    add("orderbook_units", "obu", list: units)
    add("level", "lv", level)
  }
}
