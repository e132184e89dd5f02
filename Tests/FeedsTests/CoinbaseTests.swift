import MarketData
import Testing

@testable import Feeds

private let coinbase = Coinbase()
private let second: Int64 = 1_795_147_953_000

private let match = """
  {"type":"match","trade_id":912345678,"maker_order_id":"a","taker_order_id":"b","side":"sell",\
  "size":"0.0012","price":"104810.01","product_id":"BTC-USD","sequence":112233445566,\
  "time":"2026-11-20T04:12:33.123456Z"}
  """
private let ticker = """
  {"type":"ticker","sequence":112233445566,"product_id":"BTC-USD","price":"104810.01",\
  "open_24h":"104300.5","volume_24h":"8123.44","low_24h":"103799","high_24h":"105901.11",\
  "volume_30d":"251000.1","best_bid":"104810.00","best_bid_size":"0.5","best_ask":"104810.01",\
  "best_ask_size":"0.1","side":"buy","time":"2026-11-20T04:12:33.123456Z","trade_id":912345678,\
  "last_size":"0.0012"}
  """

@Suite struct CoinbaseTests {
  @Test("a match is a trade, and its side is the maker's")
  func trades() {
    let trade = coinbase.reading(match, "BTC-USD").statements[0]
    #expect(
      trade.trade
        == Trade(
          id: 912_345_678, price: 104_810.01, volume: 0.0012, time: second + 123, isBuy: true))
    #expect(trade.time == second + 123 && !trade.isSnapshot)
    let buy = match.replacing("sell", with: "buy").replacing("match", with: "last_match")
    let last = coinbase.reading(buy, "BTC-USD").statements[0]
    #expect(last.trade?.isBuy == false && last.isSnapshot)
  }

  @Test("a product that was never traded has neither price nor time, and is heard")
  func neverTraded() {
    let reading = coinbase.reading(
      #"{"type":"ticker","sequence":1,"product_id":"BTC-USD"}"#, "BTC-USD")
    #expect(reading.dropped == 0 && reading.statements.map(\.ticker) == [nil])
  }

  @Test("a ticker tells the day")
  func day() {
    let said = coinbase.reading(ticker, "BTC-USD").statements[0]
    #expect(
      said.ticker
        == Ticker(
          price: 104_810.01, tradeTime: second + 123, baselinePrice: 104_300.5, dayLow: 103_799,
          dayHigh: 105_901.11, volume: 8_123.44, bid: 104_810, ask: 104_810.01, decimals: 2))
  }

  @Test(
    "a field that is not what it should be costs its message, and no more",
    arguments: ForeignField.wrong)
  func wrongPrices(json: String) {
    for text in [match, ticker] {
      let reading = coinbase.reading(text.replacing(#""104810.01""#, with: json), "BTC-USD")
      #expect(reading == ParsedMessage(dropped: 1), "\(json)")
    }
    let open = coinbase.reading(ticker.replacing(#""104300.5""#, with: json), "BTC-USD")
    #expect(open.statements.count == 1 && open.statements[0].ticker?.baselinePrice == nil)
  }

  @Test(
    "a message without a field that it needs is dropped: a new product has no price yet",
    arguments: ["price", "time", "product_id"])
  func missing(field: String) {
    for text in [match, ticker] {
      let reading = coinbase.reading(
        text.replacing("\"\(field)\"", with: "\"other\""), "BTC-USD")
      #expect(reading == ParsedMessage(dropped: 1))
    }
  }

  @Test("numbers of any size are read as numbers and as texts", arguments: ForeignField.numbers)
  func sizes(text: String, value: Double) {
    for json in [text, "\"\(text)\""] {
      let reading = coinbase.reading(match.replacing(#""104810.01""#, with: json), "BTC-USD")
      #expect(reading.statements.first?.trade?.price == value)
    }
  }

  @Test(
    "times have any number of decimals",
    arguments: [
      ("33Z", 0), ("33.1Z", 100), ("33.123Z", 123), ("33.123456789Z", 123),
      ("33.999999999+00:00", 999), ("33.5-00:30", 500 + 1_800_000),
    ])
  func times(end: String, milliseconds: Int64) {
    let text = match.replacing("33.123456Z", with: end)
    #expect(coinbase.reading(text, "BTC-USD").statements[0].trade?.time == second + milliseconds)
  }

  @Test("what is no time is none", arguments: ["33", "33.Z", "33.1", "33.1X", "33+9:00", "61Z"])
  func noTimes(end: String) {
    #expect(coinbase.reading(match.replacing("33.123456Z", with: end), "BTC-USD").dropped == 1)
  }

  @Test("a heartbeat says what time it is, and nothing else")
  func heartbeat() {
    let text =
      #"{"type":"heartbeat","sequence":90,"last_trade_id":20,"product_id":"BTC-USD","time":"#
      + #""2026-11-20T04:12:33.464459Z"}"#
    #expect(
      coinbase.reading(text, "BTC-USD").statements == [Statement(market: 0, time: second + 464)])
  }

  @Test("heartbeats are no trades: after a minute of them alone the price is asked for")
  func heartbeatsAlone() {
    let rig = FeedRig("BTC-USD", of: Coinbase())
    func say(_ members: String) {
      let text = CivilTime(unix: rig.exchangeTime / 1_000).text
      let time = "\(text.prefix(10))T\(text.suffix(8))Z"
      rig.message("{\(members),\"product_id\":\"BTC-USD\",\"time\":\"\(time)\"}")
    }
    rig.opened()
    say(#""type":"match","trade_id":20,"side":"buy","size":"1","price":"100","sequence":5"#)
    func isAsked() -> Bool {
      rig.wanted().contains {
        if case .get(_, let path, _) = $0 { path == "/products/BTC-USD/ticker" } else { false }
      }
    }
    rig.pass(5_000)
    _ = rig.wanted()
    for second in 5..<65 {
      say(#""type":"heartbeat","sequence":\#(second),"last_trade_id":20"#)
      rig.pass(1_000)
    }
    #expect(rig.updates.contains { if case .link(_, .streaming, _) = $0 { true } else { false } })
    #expect(isAsked())
  }

  @Test("an unknown product is named, and takes the whole request with it")
  func unknown() {
    func error(_ reason: String) -> ParsedMessage {
      coinbase.reading(
        #"{"type":"error","message":"Failed to subscribe","reason":"\#(reason)"}"#, "NIX-USD")
    }
    let reading = error("NIX-USD is not a valid product")
    #expect(reading.unknownCodes == ["NIX-USD"] && reading.isAllRefused)
    #expect(error(" is not a valid product").rejection != nil)
    #expect(error("No channels provided").rejection == "No channels provided")
  }

  @Test("what was asked for as X-USDC may come as X-USD, and only then")
  func alias() {
    #expect(coinbase.reading(match, "BTC-USDC").statements.map(\.market) == [0])
    #expect(coinbase.reading(match, "BTC-USDC", "BTC-USD").statements.map(\.market) == [1])
    #expect(coinbase.reading(match, "ETH-USDC") == ParsedMessage())
  }

  @Test("what comes as X-USD is that of X-USDC where that is followed alone")
  func followedAlias() {
    var table = MarketTable([("BTC-USDC", 0), ("BTC-USD", 1)])
    for (followed, market) in [([0], 0), ([1], 1), ([0, 1], 1)] as [([MarketID], MarketID)] {
      table.follow(followed)
      let read = Array(match.utf8).withUnsafeBufferPointer { coinbase.parser($0, table) }
      #expect(read.statements.map(\.market) == [market], "\(followed)")
    }
  }

  @Test("only the difference is asked for, and the new comes first")
  func requests() {
    func request(_ old: [String], _ new: [String], books: [String] = []) -> [String] {
      coinbase.requests(
        from: Subscription(markets: old), to: Subscription(markets: new, books: books), ticket: "")
    }
    let channels = #""channels":["matches","ticker","heartbeat"]}"#
    #expect(
      request(["A-USD", "B-USD"], ["C-USD", "B-USD"]) == [
        #"{"type":"subscribe","product_ids":["C-USD"],"channels":["matches","ticker"]}"#,
        #"{"type":"subscribe","product_ids":["B-USD"],"channels":["heartbeat"]}"#,
        #"{"type":"unsubscribe","product_ids":["A-USD"],"# + channels,
      ])
    #expect(
      request(["B-USD", "C-USD"], ["C-USD", "A-USD", "B-USD"]) == [
        #"{"type":"subscribe","product_ids":["A-USD"],"# + channels,
        #"{"type":"unsubscribe","product_ids":["B-USD"],"channels":["heartbeat"]}"#,
      ])
    #expect(request(["A-USD", "B-USD"], ["B-USD", "A-USD"]) == [])
    #expect(request(["A-USD"], ["A-USD"]) == [])
    #expect(
      request([], [], books: ["A-USD"]) == [
        #"{"type":"subscribe","product_ids":["A-USD"],"channels":["level2_batch"]}"#
      ])
  }

  @Test("a call for a ticker knows the last trade, the other one the day")
  func polls() {
    let last = coinbase.tickers(
      #"{"ask":"6267.7","bid":"6265.1","volume":"53602.03","trade_id":8,"price":"6268.48","#
        + #""size":"0.009","time":"2026-11-20T04:12:33.123456789Z"}"#, "BTC-USD")
    #expect(last.statements[0].ticker?.price == 6_268.48 && last.statements[0].time == second + 123)
    let day = coinbase.tickers(
      #"{"open":"5414.18","high":"6441.37","low":"5261.69","last":"6250.02","volume":"53687.7"}"#,
      "BTC-USD")
    #expect(
      day.statements[0].ticker?.baselinePrice == 5_414.18
        && day.statements[0].ticker?.price == 6_250.02)
    let quiet = coinbase.tickers(#"{"open":"5","last":"5","volume":"0"}"#, "BTC-USD")
    #expect(quiet.statements[0].ticker?.volume == 0, "0 is not the same as not said")
    #expect(coinbase.tickers("{}", "BTC-USD") == ParsedMessage(dropped: 1))
    #expect(!coinbase.tickers("<html>", "BTC-USD").isWellFormed)
  }

  @Test("the past is as long as the page, less the second that it begins in")
  func past() throws {
    func trade(_ id: Int, _ time: String, _ price: Int) -> String {
      #"{"trade_id":\#(id),"side":"sell","size":"1","price":"\#(price)","time":"2026-11-20T04:\#(time)Z"}"#
    }
    let text = "[\(trade(4, "12:33.9", 7)),\(trade(3, "12:33.1", 5)),\(trade(2, "12:31.5", 4))]"
    let past = try #require(coinbase.past(text, of: "BTC-USD", second - 60_000..<second + 1_000))
    #expect(past.knownFrom == second - 1_000)
    #expect(past.candles.map(\.start) == [second])
    #expect(past.cursor == 3)
    #expect(
      coinbase.historyPath(code: "BTC-USD", before: 3)
        == "/products/BTC-USD/trades?limit=1000&after=3")
    #expect(past.candles[0].open == 5 && past.candles[0].close == 7 && past.candles[0].volume == 2)
    #expect(coinbase.past("[]", of: "BTC-USD", 0..<1_000) == .silent)
    #expect(coinbase.past(#"{"message":"NotFound"}"#, of: "BTC-USD", 0..<1_000) == nil)
  }

  @Test(
    "a second with more trades than a page holds is left out, and what was before it is asked for",
    arguments: [true, false])
  func overfull(isSpread: Bool) throws {
    let start = Candle.bucket(of: second) - 600_000
    let before: [Int64] = (0..<200).map { start + $0 * 3_000 }
    let within: [Int64] = (0..<1_500).map { second + (isSpread ? $0 * 2 / 3 : 0) }
    let after: [Int64] = (0..<5).map { second + 3_000 + $0 * 100 }
    // The first has the id 1.
    let times = before + within + after
    func page(before id: Int) -> String {
      let rows = (max(1, id - 1_000)..<id).reversed().map { id -> String in
        let text = CivilTime(unix: times[id - 1] / 1_000).text
        let decimals = String(1_000 + times[id - 1] % 1_000).suffix(3)
        return #"{"trade_id":\#(id),"side":"sell","size":"1","price":"7","#
          + #""time":"\#(text.prefix(10))T\#(text.suffix(8)).\#(decimals)Z"}"#
      }
      return "[\(rows.joined(separator: ","))]"
    }
    let end = second + 7_000
    var queue = BackfillQueue()
    queue.want(0, start..<end, notBefore: 0, at: 0)
    var known: [(candles: [Candle], covering: Range<Int64>)] = []
    var calls = 0
    while calls < 20, let asked = queue.next(at: 0, clock: end) {
      calls += 1
      let cursor = asked.cursor.map { Int($0) } ?? times.count + 1
      let told = try #require(coinbase.past(page(before: cursor), of: "BTC-USD", asked.range))
      if let answer = queue.answered(told, at: 0) { known.append(answer) }
    }
    #expect(calls == 5)
    let bucket = Candle.bucket(of: second)
    #expect(known.map(\.covering) == [bucket + Candle.span..<end, start..<bucket])
    let volumes = known.map { answer in answer.candles.reduce(0.0) { $0 + ($1.volume ?? 0) } }
    #expect(volumes == [5, 200])
  }

  @Test("candles come newest first, as time, low, high, open, close, volume")
  func candles() {
    let text = "[[1795147920,103,106,104,105,12.5],[1795147860,103,106,104.5,104,1]]"
    let candles = coinbase.candles(text, of: "BTC-USD")
    #expect(candles?.map(\.start) == [1_795_147_860_000, 1_795_147_920_000])
    #expect(candles?.last?.open == 104 && candles?.last?.high == 106)
    for bad in ["[[1795147920,103,106,104,107,1]]", "[[1,2]]", "[7]", "{}", "[[1795147920,1]"] {
      #expect(coinbase.candles(bad, of: "BTC-USD")?.isEmpty ?? true, "\(bad)")
    }
    #expect(
      coinbase.candlesPath(code: "BTC-USD", span: 60_000, before: 1_795_147_920_001, count: 3)
        == "/products/BTC-USD/candles?granularity=60&start=2026-11-20T04:10:00Z"
        + "&end=2026-11-20T04:12:00Z")
  }

  @Test("the list knows steps, names and what is not traded, and leaves out what is gone")
  func list() {
    func product(_ id: String, _ status: String, _ isDisabled: Bool) -> String {
      let parts = id.split(separator: "-")
      return #"{"id":"\#(id)","base_currency":"\#(parts[0])","quote_currency":"\#(parts[1])","#
        + #""quote_increment":"0.00100","status":"\#(status)","trading_disabled":\#(isDisabled)}"#
    }
    let products =
      "[\(product("BTC-USD", "online", false)),\(product("A-USD", "delisted", true)),"
      + "\(product("B-USD", "online", true)),{},{\"id\":7}]"
    let list = coinbase.list(products, #"[{"id":"BTC","name":"Bitcoin"},{"id":"X","name":null}]"#)
    #expect(list?.map(\.code) == ["BTC-USD", "B-USD"])
    #expect(list?[0].decimals == 3 && list?[0].names.english == "Bitcoin")
    #expect(list?.map(\.isTrading) == [true, false])
    #expect(coinbase.list("[]") == nil && coinbase.list("{}") == nil)
    let many = (0..<3_000).map { product("C\($0)-USD", "online", false) }
    #expect(coinbase.list("[" + many.joined(separator: ",") + "]")?.count == 3_000)
  }
}
