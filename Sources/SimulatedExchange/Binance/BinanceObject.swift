/// The objects of Binance's streams and REST, before they are written as text.
struct BinanceObject {
  static let names = FaultPlan.Names(price: ["p", "c"], time: ["E", "T"], code: "s")

  let floor: TradingFloor
  /// The exchange's clock in Unix milliseconds.
  let now: Int64

  private static let dayMilliseconds: Int64 = 86_400_000

  /// Numbers that may have a fraction are texts with eight decimals.
  static func text(_ value: Double) -> String {
    DecimalText.padded((value * 1e8).rounded() / 1e8, decimals: 8)
  }

  static func shutdown(now: Int64) -> String { "{\"e\":\"serverShutdown\",\"E\":\(now)}" }

  private func event(_ name: String, _ code: String, at time: Int64? = nil) -> JSONObject {
    var object = JSONObject()
    object.add("e", quoted: name)
    object.add("E", json: String(time ?? now))
    object.add("s", quoted: code)
    return object
  }

  /// A message of the streams that have one message for each trade: `trade`, `aggTrade`, `bookTicker`.
  func ofTrade(
    _ kind: String, _ listing: SimulatedListing, _ trade: SimulatedTrade
  ) -> JSONObject {
    if kind == "bookTicker" {
      var object = JSONObject()
      let step = listing.step(at: trade.price)
      object.add("u", json: String(trade.id))
      object.add("s", quoted: listing.code)
      object.add("b", quoted: Self.text(trade.price))
      object.add("B", quoted: Self.text(1))
      object.add("a", quoted: Self.text(trade.price + step))
      object.add("A", quoted: Self.text(1))
      return object
    }
    // The event has the time of the trade, however late it is sent.
    var object = event(kind, listing.code, at: trade.time)
    object.add(kind == "trade" ? "t" : "a", json: String(trade.id))
    object.add("p", quoted: Self.text(trade.price))
    object.add("q", quoted: Self.text(trade.volume))
    if kind == "aggTrade" {
      object.add("f", json: String(trade.id))
      object.add("l", json: String(trade.id))
    }
    object.add("T", json: String(trade.time))
    object.add("m", json: String(trade.taker == .sell))
    object.add("M", json: "true")
    return object
  }

  /// The last 24 hours of a market; what was before the server's day comes from the price walk.
  struct Day {
    let open: Double
    let high: Double
    let low: Double
    let last: SimulatedTrade
    let volume: Double
    let turnover: Double
  }

  func rolling(_ index: Int, _ day: DayStatistics) -> Day {
    let before = floor.markets[index].lastTrade(at: now - Self.dayMilliseconds)
    let open = before?.price ?? day.open
    return Day(
      open: open, high: max(day.high, open), low: min(day.low, open), last: day.last,
      volume: day.volumeOf24Hours(now: now), turnover: day.turnoverOf24Hours(now: now))
  }

  func ticker(_ index: Int, _ statistics: DayStatistics, isMini: Bool) -> JSONObject {
    let day = rolling(index, statistics)
    let code = floor.markets[index].listing.code
    var object = event(isMini ? "24hrMiniTicker" : "24hrTicker", code)
    if !isMini {
      object.add("p", quoted: Self.text(day.last.price - day.open))
      object.add("P", quoted: DecimalText.padded(percent(day), decimals: 3))
      object.add("w", quoted: Self.text(day.turnover / max(day.volume, 1e-8)))
      object.add("x", quoted: Self.text(day.open))
    }
    object.add("c", quoted: Self.text(day.last.price))
    if !isMini {
      object.add("Q", quoted: Self.text(day.last.volume))
      object.add("b", quoted: Self.text(day.last.price))
      object.add("B", quoted: Self.text(1))
      let step = floor.markets[index].listing.step(at: day.last.price)
      object.add("a", quoted: Self.text(day.last.price + step))
      object.add("A", quoted: Self.text(1))
    }
    object.add("o", quoted: Self.text(day.open))
    object.add("h", quoted: Self.text(day.high))
    object.add("l", quoted: Self.text(day.low))
    object.add("v", quoted: Self.text(day.volume))
    object.add("q", quoted: Self.text(day.turnover))
    if !isMini {
      object.add("O", json: String(now - Self.dayMilliseconds))
      object.add("C", json: String(now))
      object.add("F", json: String(day.last.id - 1_000))
      object.add("L", json: String(day.last.id))
      object.add("n", json: "1001")
    }
    return object
  }

  private func percent(_ day: Day) -> Double {
    ((day.last.price / day.open - 1) * 100_000).rounded() / 1_000
  }

  /// The candle of a second that is over.
  func kline(_ index: Int, second: Int64) -> JSONObject? {
    let code = floor.markets[index].listing.code
    guard
      let candle = floor.markets[index].candle(start: second, spanSeconds: 1, until: now)
    else { return nil }
    var k = JSONObject()
    k.add("t", json: String(candle.start))
    k.add("T", json: String(candle.start + 999))
    k.add("s", quoted: code)
    k.add("i", quoted: "1s")
    k.add("o", quoted: Self.text(candle.open))
    k.add("c", quoted: Self.text(candle.close))
    k.add("h", quoted: Self.text(candle.high))
    k.add("l", quoted: Self.text(candle.low))
    k.add("v", quoted: Self.text(candle.volume))
    k.add("n", json: "1")
    k.add("x", json: "true")
    k.add("q", quoted: Self.text(candle.turnover))
    k.add("B", quoted: "0")
    var object = event("kline", code)
    object.add("k", json: k.json())
    return object
  }

  func book(_ index: Int) -> SimulatedOrderBook? {
    floor.day(of: index).map { day in
      SimulatedOrderBook(
        listing: floor.markets[index].listing, price: day.last.price, second: now / 1_000,
        depth: 30)
    }
  }

  /// `{"lastUpdateId":…,"bids":[["price","size"],…],"asks":…}`: neither a name nor a time.
  func levels(_ book: SimulatedOrderBook?, _ depth: Int) -> JSONObject {
    func side(_ level: (SimulatedOrderBook.Unit) -> (Double, Double)) -> String {
      let levels = (book?.units ?? []).prefix(max(0, depth)).map(level)
      return "["
        + levels.map { "[\"\(Self.text($0.0))\",\"\(Self.text($0.1))\"]" }.joined(separator: ",")
        + "]"
    }
    var object = JSONObject()
    object.add("lastUpdateId", json: String(now))
    object.add("bids", json: side { ($0.bidPrice, $0.bidSize) })
    object.add("asks", json: side { ($0.askPrice, $0.askSize) })
    return object
  }
}
