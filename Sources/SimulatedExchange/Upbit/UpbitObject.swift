/// Whether a message answers a request or follows an event.
enum StreamType: String {
  case snapshot = "SNAPSHOT"
  case realtime = "REALTIME"
}

/// Upbit's objects, field for field.
enum UpbitObject {
  /// The 33 fields of a ticker. `now` is the exchange's clock in Unix milliseconds.
  static func ticker(
    _ code: String, _ day: DayStatistics, now: Int64, isDelisted: Bool, _ type: StreamType
  ) -> JSONObject {
    let last = day.last
    let time = CivilTime(unixSeconds: last.time / 1_000)
    let change = PriceChange(from: day.previousClose, to: last.price)
    let year = YearRange(around: day.previousClose, now: now)
    var ticker = JSONObject()
    ticker.add("type", "ty", quoted: StreamKind.ticker.name)
    ticker.add("code", "cd", quoted: code)
    ticker.add("opening_price", "op", DecimalText.price(day.open))
    ticker.add("high_price", "hp", DecimalText.price(day.high))
    ticker.add("low_price", "lp", DecimalText.price(day.low))
    ticker.add("trade_price", "tp", DecimalText.price(last.price))
    ticker.add("prev_closing_price", "pcp", DecimalText.price(day.previousClose))
    ticker.add("acc_trade_price", "atp", DecimalText.amount(DecimalText.rounded(day.turnover)))
    ticker.add("change", "c", quoted: change.direction)
    ticker.add("change_price", "cp", DecimalText.amount(change.price.magnitude))
    ticker.add("signed_change_price", "scp", DecimalText.amount(change.price))
    ticker.add("change_rate", "cr", DecimalText.amount(change.rate.magnitude))
    ticker.add("signed_change_rate", "scr", DecimalText.amount(change.rate))
    ticker.add("ask_bid", "ab", quoted: last.taker.rawValue)
    ticker.add("trade_volume", "tv", DecimalText.amount(last.volume))
    ticker.add("acc_trade_volume", "atv", DecimalText.amount(DecimalText.rounded(day.volume)))
    ticker.add("trade_date", "tdt", quoted: time.compactDate)
    ticker.add("trade_time", "ttm", quoted: time.compactTime)
    ticker.add("trade_timestamp", "ttms", String(last.time))
    ticker.add("acc_ask_volume", "aav", DecimalText.amount(DecimalText.rounded(day.soldVolume)))
    ticker.add("acc_bid_volume", "abv", DecimalText.amount(DecimalText.rounded(day.boughtVolume)))
    ticker.add("highest_52_week_price", "h52wp", DecimalText.price(year.high))
    ticker.add("highest_52_week_date", "h52wdt", quoted: year.highDate)
    ticker.add("lowest_52_week_price", "l52wp", DecimalText.price(year.low))
    ticker.add("lowest_52_week_date", "l52wdt", quoted: year.lowDate)
    ticker.add("market_state", "ms", quoted: isDelisted ? "DELISTED" : "ACTIVE")
    ticker.add("is_trading_suspended", "its", isDelisted ? "true" : "false")
    ticker.add("delisting_date", "dd", isDelisted ? "\"\(year.lowDate)\"" : "null")
    ticker.add("market_warning", "mw", quoted: "NONE")
    ticker.add("timestamp", "tms", String(now))
    let turnover = day.turnoverOf24Hours(now: now)
    ticker.add("acc_trade_price_24h", "atp24h", DecimalText.amount(DecimalText.rounded(turnover)))
    let volume = day.volumeOf24Hours(now: now)
    ticker.add("acc_trade_volume_24h", "atv24h", DecimalText.amount(DecimalText.rounded(volume)))
    ticker.add("stream_type", "st", quoted: type.rawValue)
    return ticker
  }

  static func trade(
    _ listing: SimulatedListing, _ trade: SimulatedTrade, previousClose: Double, now: Int64,
    _ type: StreamType
  ) -> JSONObject {
    let time = CivilTime(unixSeconds: trade.time / 1_000)
    let change = PriceChange(from: previousClose, to: trade.price)
    let step = listing.step(at: trade.price)
    let ask = trade.taker == .buy ? trade.price : trade.price + step
    var object = JSONObject()
    object.add("type", "ty", quoted: StreamKind.trade.name)
    object.add("code", "cd", quoted: listing.code)
    object.add("timestamp", "tms", String(now))
    object.add("trade_date", "td", quoted: time.date)
    object.add("trade_time", "ttm", quoted: time.time)
    object.add("trade_timestamp", "ttms", String(trade.time))
    object.add("trade_price", "tp", DecimalText.price(trade.price))
    object.add("trade_volume", "tv", DecimalText.amount(trade.volume))
    object.add("ask_bid", "ab", quoted: trade.taker.rawValue)
    object.add("prev_closing_price", "pcp", DecimalText.price(previousClose))
    object.add("change", "c", quoted: change.direction)
    object.add("change_price", "cp", DecimalText.amount(change.price.magnitude))
    object.add("sequential_id", "sid", String(trade.id))
    object.add("best_ask_price", "bap", DecimalText.price(DecimalText.rounded(ask)))
    object.add("best_ask_size", "bas", DecimalText.amount(DecimalText.rounded(trade.volume * 3)))
    object.add(
      "best_bid_price", "bbp", DecimalText.price(DecimalText.rounded(max(step, ask - step))))
    object.add("best_bid_size", "bbs", DecimalText.amount(DecimalText.rounded(trade.volume * 2)))
    object.add("stream_type", "st", quoted: type.rawValue)
    return object
  }

  static func candle(
    _ code: String, _ candle: SimulatedCandle, _ kind: StreamKind, _ type: StreamType
  ) -> JSONObject {
    let start = candle.start / 1_000
    let utc = CivilTime(unixSeconds: start)
    let korea = CivilTime(unixSeconds: start + CivilTime.koreaSeconds)
    var object = JSONObject()
    object.add("type", "ty", quoted: kind.name)
    object.add("code", "cd", quoted: code)
    object.add("candle_date_time_utc", "cdttmu", quoted: utc.date + "T" + utc.time)
    object.add("candle_date_time_kst", "cdttmk", quoted: korea.date + "T" + korea.time)
    object.add("opening_price", "op", DecimalText.price(candle.open))
    object.add("high_price", "hp", DecimalText.price(candle.high))
    object.add("low_price", "lp", DecimalText.price(candle.low))
    object.add("trade_price", "tp", DecimalText.price(candle.close))
    object.add(
      "candle_acc_trade_volume", "catv", DecimalText.amount(DecimalText.rounded(candle.volume)))
    object.add(
      "candle_acc_trade_price", "catp", DecimalText.amount(DecimalText.rounded(candle.turnover)))
    object.add("timestamp", "tms", String(candle.lastTradeTime))
    object.add("stream_type", "st", quoted: type.rawValue)
    return object
  }

  /// `[…]` with long names, which are REST's only ones.
  static func list(_ objects: [JSONObject]) -> String {
    "[" + objects.map { $0.json() }.joined(separator: ",") + "]"
  }
}

/// How far a price is from the last day's close.
struct PriceChange {
  /// In the quote, with its sign.
  let price: Double
  /// A fraction with its sign, ten decimals.
  let rate: Double

  init(from base: Double, to price: Double) {
    self.price = ((price - base) * 1e8).rounded() / 1e8
    rate = ((price - base) / base * 1e10).rounded() / 1e10
  }

  var direction: String {
    price > 0 ? "RISE" : price < 0 ? "FALL" : "EVEN"
  }
}
