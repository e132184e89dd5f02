import MarketData
import Testing

@testable import Feeds

private func answer<Result>(
  _ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
) -> Result {
  Array(text.utf8).withUnsafeBufferPointer(body)
}

private let table = MarketTable([("BTCUSDT", 0), ("ETHUSDT", 3)])

private func tickers(_ text: String) -> ParsedMessage {
  answer(text) { Binance().readTickers($0, asked: ["BTCUSDT"], of: table) }
}

private let ticker = """
  {"symbol":"BTCUSDT","openPrice":"104300.01000000","highPrice":"105900.00000000",\
  "lowPrice":"103800.10000000","lastPrice":"104812.35000000","volume":"18234.11220000",\
  "quoteVolume":"1911000000.12340000","openTime":1795061553018,"closeTime":1795147953018,\
  "firstId":5500000001,"lastId":5501234567,"count":1234567}
  """

@Suite struct BinanceRESTTests {
  @Test("a ticker of a day is read alone and in a list")
  func dayTickers() {
    let said = Statement(
      market: 0,
      ticker: Ticker(
        price: 104_812.35, baselinePrice: 104_300.01, dayLow: 103_800.1, dayHigh: 105_900,
        volume: 18_234.1122, turnover: 1_911_000_000.1234, decimals: 2),
      time: 1_795_147_953_018)
    #expect(tickers(ticker) == ParsedMessage(statements: [said]))
    #expect(tickers("[\(ticker)]") == ParsedMessage(statements: [said]))
    #expect(tickers("[]") == ParsedMessage())
    #expect(tickers(#"{"code":-1121,"msg":"Invalid symbol."}"#).rejection == "error -1121")
    let idle = ticker.replacing("104812.35000000", with: "0.00000000")
    #expect(tickers(idle).statements == [Statement(market: 0, time: 1_795_147_953_018)])
  }

  @Test(
    "a ticker without a price or a code is dropped",
    arguments: [
      ("\"lastPrice\"", "\"x\""), ("\"symbol\"", "\"x\""), ("\"104812.35000000\"", "null"),
      ("\"104812.35000000\"", "\"x\""), ("\"104812.35000000\"", "-1"),
      ("\"104812.35000000\"", "1e999"), ("\"BTCUSDT\"", "7"),
    ])
  func badTickers(part: String, wrong: String) {
    let reading = tickers(ticker.replacing(part, with: wrong))
    #expect(reading.statements.isEmpty && reading.dropped == 1)
  }

  @Test("twenty codes go into one call, percent-encoded, letters beyond ASCII too")
  func calls() {
    #expect(
      Binance().tickerCalls(codes: ["BTCUSDT", "币USDT"]).map(\.path) == [
        "/ticker/24hr?type=MINI&symbols=%5B%22BTCUSDT%22%2C%22%E5%B8%81USDT%22%5D"
      ])
    let calls = Binance().tickerCalls(codes: (0..<45).map { "A\($0)USDT" })
    #expect(calls.map(\.codes.count) == [20, 20, 5])
  }

  private func row(_ start: Int64, _ volume: String = "0.5", close: String = "104.0") -> String {
    """
    [\(start),"100.0","105.0","99.0","\(close)","\(volume)",\(start + 999),"9.0",61,"1","2","0"]
    """
  }

  @Test("candles come oldest first, without those in which nothing was traded")
  func candles() {
    let (a, b, c) = (row(1_795_147_952_000), row(1_795_147_953_000, "0.0"), row(1_795_147_951_000))
    func read(_ text: String) -> [Candle]? {
      answer(text) { Binance().readCandles($0, of: "BTCUSDT", span: 1_000) }
    }
    #expect(read("[\(a),\(b),\(c)]")?.map(\.start) == [1_795_147_951_000, 1_795_147_952_000])
    #expect(
      read("[\(a)]") == [
        Candle(
          start: 1_795_147_952_000, open: 100, high: 105, low: 99, close: 104, volume: 0.5,
          source: .trades)
      ])
    #expect(read("[]") == [])
    for bad in [
      "[\(a),\(a)]", "[7]", "[[]]", "{}", "null", "[\(a)", row(7), "[\(row(1_795_147_952_500))]",
      "[\(row(1_795_147_952_000, "-1"))]", "[\(row(1_795_147_952_000, close: "106"))]",
      "[\(row(1_795_147_952_000, close: "x"))]", "[[1795147952000,\"1\",\"1\"]]",
    ] {
      #expect(read(bad) == nil, "\(bad)")
    }
  }

  @Test("a call for the past reaches back a thousand seconds, and says so")
  func past() {
    let end: Int64 = 1_795_147_953_000
    let long = end - 1_200_000..<end
    #expect(
      Binance().historyPath(code: "BTCUSDT", range: long)
        == "/klines?symbol=BTCUSDT&interval=1s&limit=1000&startTime=1795146953000"
        + "&endTime=1795147952999")
    func past(_ text: String, _ range: Range<Int64>) -> HistoryPage? {
      answer(text) { Binance().readHistory($0, of: "BTCUSDT", range: range) }
    }
    let rows = "[\(row(end - 1_000)),\(row(end - 2_000, "0"))]"
    #expect(past(rows, long)?.knownFrom == end - 1_000_000)
    #expect(past(rows, long)?.candles.map(\.start) == [end - 1_000])
    #expect(past(rows, end - 5_000..<end)?.knownFrom == nil)
    #expect(past("[]", end - 5_000..<end) == .silent)
    #expect(past("[7]", long) == nil)
  }

  @Test("spans are spelled as the exchange spells them")
  func spans() {
    let paths = Binance().candleSpans.map {
      Binance().candlesPath(code: "BTCUSDT", span: $0, before: 1_795_147_953_000, count: 60)
    }
    #expect(
      paths.map { $0.split(separator: "&")[1] } == [
        "interval=1s", "interval=1m", "interval=5m", "interval=15m", "interval=1h", "interval=4h",
        "interval=1d",
      ])
  }

  private func listing(_ code: String, _ base: String, _ more: String = "") -> String {
    """
    {"symbol":"\(code)","status":"TRADING","baseAsset":"\(base)","quoteAsset":"USDT",\
    "orderTypes":["LIMIT"],"filters":[{"filterType":"PRICE_FILTER","minPrice":"0.01000000",\
    "maxPrice":"1000000.00000000","tickSize":"0.01000000"},\
    {"filterType":"LOT_SIZE","tickSize":"0.00001"}]\(more)}
    """
  }

  private func list(_ text: String) -> [Listing]? {
    var list: [Listing] = []
    let makesSense = answer(text) { Binance().readList($0, part: 0, into: &list) }
    return makesSense ? list : nil
  }

  private func info(_ symbols: String) -> String {
    #"{"timezone":"UTC","serverTime":1795147953018,"rateLimits":[],"symbols":[\#(symbols)]}"#
  }

  @Test("a list gives codes, bases, quotes, steps, and what is not traded")
  func lists() {
    let text = info(listing("BTCUSDT", "BTC") + "," + listing("OLDUSDT", "OLD"))
    let found = list(
      text.replacing(#"OLDUSDT","status":"TRADING"#, with: #"OLDUSDT","status":"BREAK"#))
    let names = MarketNames(english: "BTC", korean: "BTC")
    #expect(
      found?.first
        == Listing(code: "BTCUSDT", base: "BTC", quote: "USDT", names: names, decimals: 2))
    #expect(found?.map(\.isTrading) == [true, false])
    #expect(list(info("")) == nil && list("[]") == nil && list("{}") == nil)
    #expect(list(#"{"code":-1121,"msg":"Invalid symbol."}"#) == nil)
    #expect(list(String(text.dropLast(2))) == nil)
  }

  @Test(
    "a refusal of a list is about its codes where it says so",
    arguments: [
      (#"{"code":-1121,"msg":"Invalid symbol."}"#, true), (#"{"code":-1100,"msg":"x"}"#, true),
      (#"{"code":-1104,"msg":"x"}"#, false), (#"{"code":"-"}"#, false),
      (#"{"code":-1121"#, false), ("{}", false), ("[]", false), ("<html>", false), ("", false),
    ])
  func refusals(text: String, isAboutCodes: Bool) {
    let read = Array(text.utf8).withUnsafeBufferPointer { Binance().refusesCodes($0) }
    #expect(read == isAboutCodes)
  }

  @Test("codes that differ only by case are two markets, and one that stands twice is read twice")
  func cases() {
    let text = info([listing("BTCUSDT", "BTC"), listing("btcusdt", "btc")].joined(separator: ","))
    #expect(list(text)?.map(\.code) == ["BTCUSDT", "btcusdt"])
    #expect(list(text)?.map(\.base) == ["BTC", "btc"])
  }

  @Test(
    "a listing with a field absent, null or of another type is still as much as it says",
    arguments: ["status", "baseAsset", "quoteAsset", "filters", "orderTypes"],
    ["null", "7", "[]", "{}", "\"\"", "[null]", "[{\"tickSize\":[]}]"])
  func spoilt(key: String, wrong: String) {
    let good = listing("BTCUSDT", "BTC", ",\"a\":1")
    let start = good.firstRange(of: "\"\(key)\":")!
    // The field's end is where the next known key begins.
    let ends = ["\"baseAsset\"", "\"quoteAsset\"", "\"orderTypes\"", "\"filters\"", "\"a\""]
      .compactMap { good[start.upperBound...].firstRange(of: $0)?.lowerBound }
    let text = good[..<start.upperBound] + wrong + "," + good[ends.min()!...]
    #expect(list(info(String(text)))?.map(\.code) == ["BTCUSDT"], "\(text)")
  }

  @Test("three thousand markets are read, whole")
  func many() {
    let all = (0..<3_000).map { listing("A\($0)USDT", "A\($0)") }.joined(separator: ",")
    #expect(list(info(all))?.count == 3_000)
    #expect(list(info(all))?.last?.code == "A2999USDT")
  }
}
