extension UpbitObject {
  /// The 26 fields of a REST ticker.
  static func restTicker(_ code: String, _ day: DayStatistics, now: Int64) -> JSONObject {
    let last = day.last
    let utc = CivilTime(unixSeconds: last.time / 1_000)
    let korea = CivilTime(unixSeconds: last.time / 1_000 + CivilTime.koreaSeconds)
    let change = PriceChange(from: day.previousClose, to: last.price)
    let year = YearRange(around: day.previousClose, now: now)
    var ticker = JSONObject()
    ticker.add("market", code)
    ticker.add("trade_date", utc.compactDate)
    ticker.add("trade_time", utc.compactTime)
    ticker.add("trade_date_kst", korea.compactDate)
    ticker.add("trade_time_kst", korea.compactTime)
    ticker.add("trade_timestamp", last.time)
    ticker.add("opening_price", day.open)
    ticker.add("high_price", day.high)
    ticker.add("low_price", day.low)
    ticker.add("trade_price", last.price)
    ticker.add("prev_closing_price", day.previousClose)
    ticker.add("change", change.direction)
    ticker.add("change_price", change.price.magnitude)
    ticker.add("change_rate", change.rate.magnitude)
    ticker.add("signed_change_price", change.price)
    ticker.add("signed_change_rate", change.rate)
    ticker.add("trade_volume", last.volume)
    ticker.add("acc_trade_price", DecimalText.rounded(day.turnover))
    ticker.add("acc_trade_price_24h", DecimalText.rounded(day.turnoverOf24Hours(now: now)))
    ticker.add("acc_trade_volume", DecimalText.rounded(day.volume))
    ticker.add("acc_trade_volume_24h", DecimalText.rounded(day.volumeOf24Hours(now: now)))
    ticker.add("highest_52_week_price", year.high)
    ticker.add("highest_52_week_date", year.highDate)
    ticker.add("lowest_52_week_price", year.low)
    ticker.add("lowest_52_week_date", year.lowDate)
    ticker.add("timestamp", now)
    return ticker
  }

  /// A candle of `/candles/seconds`, or of `/candles/minutes` with its unit.
  static func restCandle(
    _ code: String, _ candle: SimulatedCandle, minutes unit: Int64?
  ) -> JSONObject {
    let start = candle.start / 1_000
    let utc = CivilTime(unixSeconds: start)
    let korea = CivilTime(unixSeconds: start + CivilTime.koreaSeconds)
    var object = JSONObject()
    object.add("market", code)
    object.add("candle_date_time_utc", utc.date + "T" + utc.time)
    object.add("candle_date_time_kst", korea.date + "T" + korea.time)
    object.add("opening_price", candle.open)
    object.add("high_price", candle.high)
    object.add("low_price", candle.low)
    object.add("trade_price", candle.close)
    object.add("timestamp", candle.lastTradeTime)
    object.add("candle_acc_trade_price", DecimalText.rounded(candle.turnover))
    object.add("candle_acc_trade_volume", DecimalText.rounded(candle.volume))
    if let unit { object.add("unit", unit) }
    return object
  }

  /// A candle of `/candles/days`; the price is converted into won where that was asked for.
  static func restDay(
    _ code: String, _ candle: SimulatedCandle, previousClose: Double, isConverted: Bool
  ) -> JSONObject {
    let change = PriceChange(from: previousClose, to: candle.close)
    var object = restCandle(code, candle, minutes: nil)
    object.add("prev_closing_price", previousClose)
    object.add("change_price", change.price)
    object.add("change_rate", change.rate)
    if isConverted { object.add("converted_trade_price", candle.close) }
    return object
  }

  /// A candle of `/candles/weeks`, `months` and `years`.
  static func restPeriod(_ code: String, _ candle: SimulatedCandle) -> JSONObject {
    var object = restCandle(code, candle, minutes: nil)
    object.add("first_day_of_period", CivilTime(unixSeconds: candle.start / 1_000).date)
    return object
  }

  static func restTrade(_ code: String, _ trade: SimulatedTrade, previousClose: Double)
    -> JSONObject
  {
    let utc = CivilTime(unixSeconds: trade.time / 1_000)
    var object = JSONObject()
    object.add("market", code)
    object.add("trade_date_utc", utc.date)
    object.add("trade_time_utc", utc.time)
    object.add("timestamp", trade.time)
    object.add("trade_price", trade.price)
    object.add("trade_volume", trade.volume)
    object.add("prev_closing_price", previousClose)
    object.add("change_price", PriceChange(from: previousClose, to: trade.price).price)
    object.add("ask_bid", trade.taker.rawValue)
    object.add("sequential_id", trade.id)
    return object
  }

  /// An item of the list of markets. Without details Upbit leaves the events out.
  ///
  /// - Parameter events: which of them are on.
  static func listed(_ listing: SimulatedListing, details: Bool, events: Set<String>) -> JSONObject
  {
    var object = JSONObject()
    object.add("market", listing.code)
    object.add("korean_name", listing.korean)
    object.add("english_name", listing.english)
    guard details else { return object }
    let cautions = [
      "PRICE_FLUCTUATIONS", "TRADING_VOLUME_SOARING", "DEPOSIT_AMOUNT_SOARING",
      "GLOBAL_PRICE_DIFFERENCES", "CONCENTRATION_OF_SMALL_ACCOUNTS",
    ]
    let caution = cautions.map { "\"\($0)\":\(events.contains($0))" }.joined(separator: ",")
    let warning = events.contains("warning")
    object.add("market_event", json: "{\"warning\":\(warning),\"caution\":{\(caution)}}")
    return object
  }
}

extension JSONObject {
  fileprivate mutating func add(_ name: String, _ text: String) {
    add(name, "", quoted: text)
  }

  fileprivate mutating func add(_ name: String, _ number: Double) {
    add(name, "", DecimalText.padded(number))
  }

  fileprivate mutating func add(_ name: String, _ number: Int64) {
    add(name, "", String(number))
  }
}
