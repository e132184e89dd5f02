import MarketData
import Testing

@testable import Feeds

private let table = MarketTable([("KRW-BTC", 0), ("KRW-ETH", 3)])

private func read(_ text: String) -> ParsedMessage {
  Array(text.utf8).withUnsafeBufferPointer { Upbit().parser($0, table) }
}

private let ticker = """
  {"type":"ticker","code":"KRW-BTC","opening_price":148000000.0,"trade_price":148737000.0,\
  "prev_closing_price":148000000.0,"high_price":149500000.0,"low_price":147100000.0,\
  "change":"RISE","trade_timestamp":1795147953123,\
  "delisting_date":null,"is_trading_suspended":false,"market_state":"ACTIVE",\
  "timestamp":1795147953168,"acc_trade_volume_24h":1.23E3,"stream_type":"REALTIME"}
  """

private let trade = """
  {"ty":"trade","cd":"KRW-ETH","tms":1618678262712,"td":"2021-04-17","ttm":"16:51:02",\
  "ttms":1618678262000,"tp":127.5,"tv":9.101E-5,"ab":"BID","pcp":123.00000000,"c":"RISE",\
  "cp":4.00000000,"sid":1618678262000003,"st":"REALTIME"}
  """

@Suite struct UpbitTests {
  @Test("a ticker with full names is read")
  func fullNames() {
    let reading = read(ticker)
    var told = Ticker(
      price: 148_737_000, tradeTime: 1_795_147_953_123, baselinePrice: 148_000_000,
      dayOpen: 148_000_000, dayLow: 147_100_000, dayHigh: 149_500_000, volume: 1_230)
    told.tellsDelisting = true
    #expect(
      reading
        == ParsedMessage(statements: [
          Statement(market: 0, ticker: told, time: 1_795_147_953_168)
        ]))
  }

  @Test("a trade with short names is read, and gives price and baseline too")
  func shortNames() {
    #expect(
      read(trade)
        == ParsedMessage(statements: [
          Statement(
            market: 3,
            ticker: Ticker(
              price: 127.5, tradeTime: 1_618_678_262_000, baselinePrice: 123, decimals: 1),
            trade: Trade(
              id: 1_618_678_262_000_003, price: 127.5, volume: 9.101e-5, time: 1_618_678_262_000,
              isBuy: true),
            time: 1_618_678_262_712)
        ]))
  }

  @Test("a list of messages says what they all say")
  func lists() {
    #expect(read("[\(ticker),\(trade)]").statements.map(\.market) == [0, 3])
    #expect(read("[]") == ParsedMessage())
  }

  @Test("numbers in strings and times with fractions of zero are read")
  func looseNumbers() {
    let text = ticker.replacing("148737000.0", with: "\"148737000.0\"")
      .replacing("1795147953168", with: "1.795147953168E12")
    #expect(read(text) == read(ticker))
  }

  @Test("the day's range is read by short names, and left out where it is no price")
  func dayRange() {
    let short = #"{"ty":"ticker","cd":"KRW-BTC","tp":5,"hp":7.5,"lp":0,"tms":1795147953168}"#
    let ticker = read(short).statements[0].ticker
    #expect(ticker?.dayHigh == 7.5 && ticker?.dayLow == nil)
  }

  @Test("a delisted market is said to be so")
  func delisted() {
    #expect(
      read(ticker.replacing("ACTIVE", with: "DELISTED")).statements[0].ticker?.isListed == false)
  }

  @Test("a snapshot is told from a live message")
  func snapshots() {
    #expect(read(ticker.replacing("REALTIME", with: "SNAPSHOT")).statements[0].isSnapshot)
    #expect(!read(ticker).statements[0].isSnapshot)
  }

  @Test(
    "what is wrong inside a well-formed message is dropped and counted",
    arguments: [
      ("148737000.0", "null"), ("148737000.0", "0"), ("148737000.0", "-1"),
      ("148737000.0", "1e999"), ("148737000.0", "true"), ("148737000.0", "\"\""),
      ("148737000.0", "[1]"), ("148737000.0", "{\"a\":1}"), ("\"trade_price\"", "\"price\""),
      ("\"KRW-BTC\"", "null"), ("\"KRW-BTC\"", "7"),
    ])
  func dropped(part: String, wrong: String) {
    let reading = read(ticker.replacing(part, with: wrong))
    #expect(reading == ParsedMessage(dropped: 1))
  }

  @Test(
    "codes are case-sensitive, and unknown ones say nothing",
    arguments: [
      "krw-btc", "KRW-BTC ", "KRW-XRP", "", "KRW-BT",
    ])
  func otherCodes(code: String) {
    #expect(read(ticker.replacing("KRW-BTC", with: code)) == ParsedMessage())
  }

  @Test("one bad message in a list leaves the others standing")
  func oneBadInList() {
    let reading = read("[\(ticker),7,{\"type\":\"ticker\",\"code\":\"KRW-BTC\"},\(trade)]")
    #expect(reading.statements.count == 2)
    #expect(reading.dropped == 2)
  }

  @Test("a text that is cut, or goes on, counts for nothing")
  func broken() {
    for text in [String(ticker.dropLast()), ticker + "x", ticker + ticker, "[\(ticker)", ""] {
      let reading = read(text)
      #expect(!reading.isWellFormed && reading.statements.isEmpty, "\(text.suffix(20))")
    }
  }

  @Test("a trade without volume, or with a negative one, is dropped")
  func volumes() {
    #expect(read(trade.replacing("9.101E-5", with: "-1")).dropped == 1)
    #expect(read(trade.replacing("\"tv\"", with: "\"tx\"")).dropped == 1)
  }

  @Test("signs of life and refusals are told apart")
  func others() {
    #expect(read("{\"status\":\"UP\"}") == ParsedMessage())
    #expect(read("{\"error\":{\"name\":\"NO_CODES\",\"message\":\"…\"}}").rejection == "NO_CODES")
    #expect(read("{\"error\":{\"name\":404}}").rejection == "error 404")
    #expect(read("{\"error\":null}").rejection == "error")
  }

  @Test("history comes oldest first, and nonsense in it spoils it")
  func history() {
    func read(_ text: String) -> [Candle]? {
      Array(text.utf8).withUnsafeBufferPointer {
        Upbit().readCandles($0, of: "KRW-BTC", span: 1_000)
      }
    }
    func candle(_ time: String, _ price: String = "100.0") -> String {
      """
      {"market":"KRW-BTC","candle_date_time_utc":"\(time)","opening_price":100.0,"high_price":101.0,\
      "low_price":99.0,"trade_price":\(price),"candle_acc_trade_volume":0.5}
      """
    }
    let (a, b) = (candle("2026-11-20T04:12:33"), candle("2026-11-20T04:12:31"))
    #expect(read("[\(a),\(b)]")?.map(\.start) == [1_795_147_951_000, 1_795_147_953_000])
    #expect(read("[]") == [])
    for bad in [
      "[\(a),\(a)]", "[\(a),\(candle("soon"))]", "[\(candle("2026-11-20T04:12:33", "102"))]",
      "[\(candle("2026-11-20T04:12:33", "null"))]", "[7]",
      "[\(a.replacing("KRW-BTC", with: "KRW-ETH"))]", "{}", "[\(a)", "null",
    ] {
      #expect(read(bad) == nil, "\(bad)")
    }
  }

  @Test(
    "only capitals and digits with one dash make a code",
    arguments: [
      ("KRW-BTC", true), ("USDT-1INCH", true), ("krw-btc", false), ("KRWBTC", false),
      ("KRW-", false), ("-BTC", false), ("KRW-BTC-X", false), ("KRW-비트", false), ("KRW BTC", false),
    ])
  func codes(code: String, isOne: Bool) {
    #expect((Upbit().market(code: code) != nil) == isOne)
  }
}
