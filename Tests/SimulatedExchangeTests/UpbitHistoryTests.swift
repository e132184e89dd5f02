import Testing

@testable import SimulatedExchange

/// Upbit's long candles, its trades of other days, its books and its events.
struct UpbitHistoryTests {
  private func list(_ target: String, _ faults: String...) throws -> [JSONValue] {
    let answer = try Rig(faults: faults).get("/v1" + target)
    return try #require(JSONValue(answer.body)?.elements, "\(answer.status)")
  }

  @Test(
    "long candles stand on the calendar, newest first, one after another",
    arguments: [
      ("days", ["2026-11-20", "2026-11-19", "2026-11-18"]),
      ("weeks", ["2026-11-16", "2026-11-09", "2026-11-02"]),
      ("months", ["2026-11-01", "2026-10-01", "2026-09-01"]),
      ("years", ["2026-01-01", "2025-01-01", "2024-01-01"]),
    ])
  func calendar(name: String, starts: [String]) throws {
    let candles = try list("/candles/\(name)?market=KRW-BTC&count=3")
    #expect(
      candles.map { $0["candle_date_time_utc"]?.text } == starts.map { $0 + "T00:00:00" })
    for candle in candles {
      let low = try #require(candle["low_price"]?.number)
      let high = try #require(candle["high_price"]?.number)
      #expect(low < high)
      #expect(low...high ~= candle["opening_price"]?.number ?? 0)
      #expect(low...high ~= candle["trade_price"]?.number ?? 0)
    }
    let isDay = name == "days"
    #expect((candles[0]["first_day_of_period"]?.text == starts[0]) != isDay)
    #expect((candles[0]["prev_closing_price"] == candles[1]["trade_price"]) == isDay)
  }

  @Test("a day's candle is converted when that is asked for, and ends before `to`")
  func days() throws {
    let path = "/candles/days?market=KRW-BTC&converting_price_unit=KRW&to=2026-11-18T00:00:00Z"
    let candle = try #require(try list(path).first)
    #expect(candle.keys.count == 14)
    #expect(candle["candle_date_time_kst"]?.text == "2026-11-17T09:00:00")
    #expect(candle["converted_trade_price"] == candle["trade_price"])
  }

  @Test("of second candles there are three months")
  func threeMonths() throws {
    #expect(try list("/candles/seconds?market=KRW-BTC&to=2026-08-01T00:00:00Z").isEmpty)
    #expect(try list("/candles/seconds?market=KRW-BTC&to=2026-09-01T00:00:00Z").count == 1)
  }

  @Test("trades are paged by cursor, by time of day, and by days ago")
  func trades() throws {
    let rig = try Rig()
    func ids(_ query: String) throws -> [Double] {
      let body = rig.get("/v1/trades/ticks?market=KRW-BTC&" + query).body
      return try #require(JSONValue(body)?.elements).compactMap { $0["sequential_id"]?.number }
    }
    let all = try ids("count=20")
    #expect(all.count == 20)
    let cursor = JSONValue(rig.get("/v1/trades/ticks?market=KRW-BTC&count=10").body)?.elements?[9]
    guard case .number(let id) = cursor?["sequential_id"] else { throw Rig.Failure.shape }
    #expect(try ids("count=10&cursor=\(id)") == Array(all[10...]))
    let spellings = try ["03:00:00", "030000"].map { try ids("count=5&to=\($0)") }
    #expect(spellings[0] == spellings[1] && spellings[0][0] < all[19])
    let body = rig.get("/v1/trades/ticks?market=KRW-BTC&days_ago=2&to=12:00:00").body
    let trade = JSONValue(body)?.elements?.first
    #expect(trade?["trade_date_utc"]?.text == "2026-11-18")
    #expect(trade?["trade_time_utc"]?.text?.hasPrefix("11:59") == true)
    #expect(rig.get("/v1/trades/ticks?market=KRW-BTC&days_ago=8").status == 400)
    #expect(rig.get("/v1/trades/ticks?market=KRW-BTC&to=noon").status == 400)
  }

  @Test("books are as deep as asked for, best first, and know no groups but none")
  func books() throws {
    let books = try list("/orderbook?markets=KRW-BTC,BTC-ETH&count=3")
    #expect(books.map { $0["market"]?.text } == ["KRW-BTC", "BTC-ETH"])
    let units = try #require(books[0]["orderbook_units"]?.elements)
    #expect(units.count == 3)
    let asks = units.compactMap { $0["ask_price"]?.number }
    let bids = units.compactMap { $0["bid_price"]?.number }
    #expect(asks == asks.sorted() && bids == bids.sorted(by: >) && bids[0] < asks[0])
    #expect(try list("/orderbook?markets=KRW-BTC&level=7").isEmpty)
    let instruments = try list("/orderbook/instruments?markets=KRW-BTC,BTC-ETH")
    #expect(instruments[0]["tick_size"] == .number("1000.0"))
    #expect(instruments[1]["quote_currency"]?.text == "BTC")
    #expect(instruments[0].keys == ["market", "quote_currency", "tick_size", "supported_levels"])
  }

  @Test("a market has a warning or a caution while that is switched on")
  func events() throws {
    let rig = try Rig(faults: [
      "market-event=KRW-BTC:warning", "market-event=KRW-BTC:PRICE_FLUCTUATIONS",
      "market-event@5=KRW-ETH:GLOBAL_PRICE_DIFFERENCES",
    ])
    func event(_ place: Int) -> JSONValue? {
      JSONValue(rig.get("/v1/market/all?is_details=true").body)?.elements?[place]["market_event"]
    }
    #expect(event(0)?["warning"] == .bool(true))
    #expect(event(0)?["caution"]?["PRICE_FLUCTUATIONS"] == .bool(true))
    #expect(event(0)?["caution"]?["TRADING_VOLUME_SOARING"] == .bool(false))
    #expect(event(1)?["caution"]?["GLOBAL_PRICE_DIFFERENCES"] == .bool(false))
    rig.advance(milliseconds: 5_000)
    #expect(event(1)?["caution"]?["GLOBAL_PRICE_DIFFERENCES"] == .bool(true))
  }

  @Test("what nobody knows of Upbit can be either way")
  func unknowns() throws {
    let plain = try Rig(faults: ["plain-refusals"])
    let refused = (0..<11).map { _ in plain.get("/v1/market/all") }[10]
    #expect(refused.status == 429 && JSONValue(refused.body) == nil)
    let both = #"[{"ticket":"t"},{"type":"ticker","codes":["KRW-BTC"]}]"#
    for (fault, end) in [("limit-closes", RawClient.End.closed), ("text", nil)] {
      let rig = try Rig(faults: [fault])
      let client = rig.openSocket()
      for _ in 0..<6 { rig.say(both, on: client) }
      #expect(client.end == end)
    }
    let delisted = try Rig(faults: ["delisted=KRW-BTC", "delisting-object"])
    let ticker = delisted.subscribe(both).takeMessages().first
    #expect(ticker?["delisting_date"]?["year"] == .number("2026"))
  }
}
