/// API 1.x's objects: all numbers are strings, all times Korean.
enum BithumbClassicObject {
  static func status(_ status: String, _ message: String) -> String {
    "{\"status\":\"\(status)\",\"resmsg\":\(JSONValue.quoted(message))}"
  }

  /// `BTC_KRW` is `KRW-BTC` in API 2.x.
  static func code(_ symbol: String) -> String {
    symbol.split(separator: "_", omittingEmptySubsequences: false).reversed()
      .joined(separator: "-")
  }

  static func symbol(_ listing: SimulatedListing) -> String {
    listing.base + "_" + listing.quote
  }

  /// - Parameter type: `MID` counts from midnight, everything else is taken for `24H`.
  static func ticker(
    _ listing: SimulatedListing, _ day: DayStatistics, type: String, now: Int64
  ) -> JSONObject {
    let korean = BithumbObject.korean(now)
    let isDay = type == "MID"
    let change = PriceChange(from: day.previousClose, to: day.last.price)
    var object = JSONObject()
    func add(_ name: String, _ value: Double) {
      object.add(name, quoted: BithumbText.number(DecimalText.rounded(value)))
    }
    object.add("tickType", quoted: type)
    object.add("date", quoted: korean.compactDate)
    object.add("time", quoted: korean.compactTime)
    add("openPrice", day.open)
    add("closePrice", day.last.price)
    add("lowPrice", day.low)
    add("highPrice", day.high)
    add("value", isDay ? day.turnover : day.turnoverOf24Hours(now: now))
    add("volume", isDay ? day.volume : day.volumeOf24Hours(now: now))
    add("sellVolume", day.soldVolume)
    add("buyVolume", day.boughtVolume)
    add("prevClosePrice", day.previousClose)
    add("chgRate", (change.rate * 10_000).rounded() / 100)
    add("chgAmt", change.price)
    object.add("volumePower", quoted: "100")
    object.add("symbol", quoted: symbol(listing))
    return object
  }

  static func transaction(_ listing: SimulatedListing, _ trade: SimulatedTrade) -> JSONObject {
    let korean = BithumbObject.korean(trade.time)
    let micro = String(1_000_000 + trade.time % 1_000 * 1_000 + trade.id % 1_000).dropFirst()
    var object = JSONObject()
    object.add("buySellGb", quoted: trade.taker == .sell ? "1" : "2")
    object.add("contPrice", quoted: BithumbText.number(trade.price))
    object.add("contQty", quoted: BithumbText.number(trade.volume))
    object.add(
      "contAmt", quoted: BithumbText.number(DecimalText.rounded(trade.price * trade.volume)))
    object.add("contDtm", quoted: korean.date + " " + korean.time + "." + micro)
    object.add("updn", quoted: trade.taker == .sell ? "dn" : "up")
    object.add("symbol", quoted: symbol(listing))
    return object
  }

  static func coin(_ day: DayStatistics, now: Int64) -> JSONObject {
    let change = PriceChange(from: day.previousClose, to: day.last.price)
    var object = JSONObject()
    func add(_ name: String, _ value: Double) {
      object.add(name, quoted: BithumbText.number(DecimalText.rounded(value)))
    }
    add("opening_price", day.open)
    add("closing_price", day.last.price)
    add("min_price", day.low)
    add("max_price", day.high)
    add("units_traded", day.volume)
    add("acc_trade_value", day.turnover)
    add("prev_closing_price", day.previousClose)
    add("units_traded_24H", day.volumeOf24Hours(now: now))
    add("acc_trade_value_24H", day.turnoverOf24Hours(now: now))
    add("fluctate_24H", change.price)
    add("fluctate_rate_24H", (change.rate * 10_000).rounded() / 100)
    return object
  }
}
