/// API 2.x's objects: Upbit's, with Bithumb's numbers and times.
enum BithumbObject {
  static func ticker(
    _ code: String, _ day: DayStatistics, now: Int64, _ type: StreamType
  ) -> JSONObject {
    var object = UpbitObject.ticker(code, day, now: now, isDelisted: false, type)
    let korean = korean(day.last.time)
    object.put("trade_date", JSONValue.quoted(korean.compactDate))
    object.put("trade_time", JSONValue.quoted(korean.compactTime))
    object.put("highest_52_week_price", "999999000")
    object.shortenNumbers()
    return object
  }

  static func trade(
    _ listing: SimulatedListing, _ trade: SimulatedTrade, previousClose: Double, now: Int64,
    _ type: StreamType
  ) -> JSONObject {
    var object = UpbitObject.trade(listing, trade, previousClose: previousClose, now: now, type)
    let korean = korean(trade.time)
    object.put("trade_date", JSONValue.quoted(korean.date))
    object.put("trade_time", JSONValue.quoted(korean.time))
    object.put("sequential_id", String(streamID(of: trade)))
    object.shortenNumbers()
    return object
  }

  /// The stream's ids are unique, and come from another range than those of REST.
  private static func streamID(of trade: SimulatedTrade) -> Int64 {
    trade.id &+ 903_000_000_000_000_000
  }

  /// A trade of REST: all that were made in one millisecond have one id.
  static func restTrade(
    _ code: String, _ trade: SimulatedTrade, previousClose: Double
  ) -> JSONObject {
    var object = UpbitObject.restTrade(code, trade, previousClose: previousClose)
    object.put("sequential_id", String(trade.time * 10_000))
    return object
  }

  /// An order book of fifteen levels, of which the last has no ask; its time is in microseconds.
  static func book(
    _ listing: SimulatedListing, _ day: DayStatistics, now: Int64, _ type: StreamType,
    isQuoted: Bool
  ) -> JSONObject {
    let book = SimulatedOrderBook(
      listing: listing, price: day.last.price, second: now / 1_000, depth: 15)
    var object = JSONObject()
    object.add("type", "ty", quoted: "orderbook")
    object.add("code", "cd", quoted: listing.code)
    object.add("total_ask_size", "tas", BithumbText.number(book.totalAskSize))
    object.add("total_bid_size", "tbs", BithumbText.number(book.totalBidSize))
    object.add("orderbook_units", "obu", list: units(book, isQuoted: isQuoted))
    object.add("level", "lv", "1")
    object.add("timestamp", "tms", String(now * 1_000 + 234))
    object.add("stream_type", "st", quoted: type.rawValue)
    return object
  }

  static func units(_ book: SimulatedOrderBook, isQuoted: Bool) -> [JSONObject] {
    book.units.enumerated().map { level, unit in
      let isFiller = level == book.units.count - 1
      var object = JSONObject()
      object.add("ask_price", "ap", isFiller ? "0" : BithumbText.number(unit.askPrice))
      object.add("bid_price", "bp", BithumbText.number(unit.bidPrice))
      object.add("ask_size", "as", isFiller ? "0" : BithumbText.number(unit.askSize))
      object.add("bid_size", "bs", BithumbText.number(unit.bidSize))
      if isQuoted { object.quoteNumbers() }
      return object
    }
  }

  static func korean(_ milliseconds: Int64) -> CivilTime {
    CivilTime(unixSeconds: milliseconds / 1_000 + CivilTime.koreaSeconds)
  }
}

/// How Bithumb spells numbers.
enum BithumbText {
  /// As few digits as it takes, and no exponent: `148740000`, `0.0009101`.
  static func number(_ value: Double) -> String {
    shortened(DecimalText.padded(value, decimals: 1))
  }

  /// Without a fraction of zeros.
  static func shortened(_ text: String) -> String {
    var digits = text.utf8[...]
    guard digits.contains(UInt8(ascii: ".")), !digits.contains(UInt8(ascii: "E")) else {
      return text
    }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if digits.last == UInt8(ascii: ".") { digits.removeLast() }
    return String(Substring(digits))
  }
}

extension JSONObject {
  mutating func put(_ name: String, _ json: String) {
    set([name], to: json)
  }

  private static func isNumber(_ text: String) -> Bool {
    text.utf8.first.map { $0 == UInt8(ascii: "-") || 48...57 ~= $0 } ?? false
  }

  mutating func shortenNumbers() {
    change { Self.isNumber($1) ? BithumbText.shortened($1) : nil }
  }

  mutating func quoteNumbers() {
    change { Self.isNumber($1) ? JSONValue.quoted($1) : nil }
  }
}
