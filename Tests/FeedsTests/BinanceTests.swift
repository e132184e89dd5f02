import MarketData
import Testing

@testable import Feeds

private let table = MarketTable([("BTCUSDT", 0), ("ETHUSDT", 3), ("币安USDT", 4)])

private func read(_ text: String) -> ParsedMessage {
  Array(text.utf8).withUnsafeBufferPointer { Binance().parser($0, table) }
}

private func combined(_ stream: String, _ data: String) -> String {
  #"{"stream":"\#(stream)","data":\#(data)}"#
}

private let trade = """
  {"e":"trade","E":1795147953018,"s":"BTCUSDT","t":5501234567,"p":"104812.35000000",\
  "q":"0.00120000","T":1795147953017,"m":false,"M":true}
  """
private let miniTicker = """
  {"e":"24hrMiniTicker","E":1795147953018,"s":"BTCUSDT","c":"104812.35000000",\
  "o":"104300.01000000","h":"105900.00000000","l":"103800.10000000","v":"18234.11220000",\
  "q":"1911000000.12340000"}
  """
private let fullTicker = """
  {"e":"24hrTicker","E":1795147953018,"s":"BTCUSDT","p":"512.34000000","P":"0.491",\
  "w":"104810.22110000","x":"104300.01000000","c":"104812.35000000","Q":"0.00120000",\
  "b":"104812.34000000","B":"2.10000000","a":"104812.35000000","A":"1.55000000",\
  "o":"104300.01000000","h":"105900.00000000","l":"103800.10000000","v":"18234.11220000",\
  "q":"1911000000.12340000","O":1795061553018,"C":1795147953018,"F":5500000001,\
  "L":5501234567,"n":1234567}
  """

private let saidByTrade = Statement(
  market: 0, ticker: Ticker(price: 104_812.35, tradeTime: 1_795_147_953_017, decimals: 2),
  trade: Trade(
    id: 5_501_234_567, price: 104_812.35, volume: 0.0012, time: 1_795_147_953_017, isBuy: true),
  time: 1_795_147_953_018)
private let saidByTicker = Statement(
  market: 0,
  ticker: Ticker(
    price: 104_812.35, baselinePrice: 104_300.01, dayLow: 103_800.1, dayHigh: 105_900,
    volume: 18_234.1122, turnover: 1_911_000_000.1234, decimals: 2),
  time: 1_795_147_953_018)

@Suite struct BinanceTests {
  @Test("trades and tickers are read bare, in the combined form and in lists")
  func messages() {
    #expect(read(trade) == ParsedMessage(statements: [saidByTrade]))
    #expect(read(combined("btcusdt@trade", trade)) == ParsedMessage(statements: [saidByTrade]))
    #expect(
      read(#"{"data":\#(trade),"stream":"btcusdt@trade"}"#)
        == ParsedMessage(statements: [saidByTrade]))
    #expect(read(miniTicker) == ParsedMessage(statements: [saidByTicker]))
    #expect(
      read(combined("btcusdt@ticker", fullTicker)) == ParsedMessage(statements: [saidByTicker]))
    #expect(
      read(combined("!miniTicker@arr", "[\(miniTicker),\(trade)]"))
        == ParsedMessage(statements: [saidByTicker, saidByTrade]))
    #expect(read("[\(trade)]") == ParsedMessage(statements: [saidByTrade]))
  }

  @Test("a buyer who was maker means that the taker sold")
  func sides() {
    #expect(read(trade.replacing("false", with: "true")).statements[0].trade?.isBuy == false)
    #expect(read(trade.replacing("\"m\":false,", with: "")).statements[0].trade?.isBuy == nil)
  }

  @Test("a book has neither name nor time: its stream's name says whose it is")
  func books() {
    let book = """
      {"lastUpdateId":70000000001,"bids":[["104812.33","1"],["104812.34000000","2.10000000"]],\
      "asks":[["104812.35000000","1.55000000"],["104812.36","0.00000000"]]}
      """
    let said = ParsedMessage(statements: [
      Statement(
        market: 0,
        book: OrderBook(
          bids: [.init(price: 104_812.34, size: 2.1), .init(price: 104_812.33, size: 1)],
          asks: [.init(price: 104_812.35, size: 1.55)]))
    ])
    #expect(read(combined("btcusdt@depth20", book)) == said)
    #expect(read(combined("币安usdt@depth20", book)).statements.map(\.market) == [4])
    #expect(read(combined("xrpusdt@depth20", book)) == ParsedMessage())
    #expect(read(book) == ParsedMessage())
    for bad in ["null", "{}", "7", "[7]", "[[]]", #"["x"]"#] {
      let spoilt = combined("btcusdt@depth20", #"{"bids":\#(bad),"asks":[]}"#)
      #expect(read(spoilt).statements.isEmpty, "\(bad)")
    }
  }

  @Test(
    "what says nothing of a wanted market is passed over",
    arguments: [
      "{}", "[]",
      #"{"u":7,"s":"BTCUSDT","b":"1","B":"2","a":"3","A":"4"}"#,
      #"{"e":"kline","E":1795147953018,"s":"BTCUSDT","k":{"t":1,"s":"BTCUSDT","c":"1"}}"#,
      #"{"e":"referencePrice","s":"BTCUSDT","r":null}"#,
      #"{"e":"trade","E":7,"s":"XRPUSDT","p":"x","q":null,"T":[]}"#,
      #"{"e":"trade","E":7,"s":"btcusdt","p":"1","q":"1","T":1795147953017}"#,
    ])
  func others(text: String) {
    #expect(read(text) == ParsedMessage())
  }

  @Test("an acknowledgement is no data")
  func acknowledgements() {
    for (number, result) in [(1, "null"), (3, #"["btcusdt@trade"]"#)] as [(Int64, String)] {
      var reply = ParsedMessage(isReply: true)
      reply.requestNumber = number
      #expect(read(#"{"result":\#(result),"id":\#(number)}"#) == reply)
    }
  }

  @Test("a request has the number that its reply names")
  func requestNumber() {
    let request = Binance().requests(
      from: Subscription(), to: Subscription(markets: ["BTCUSDT"]), ticket: "tealight-1-12")[0]
    #expect(request.hasSuffix(#""id":1200}"#))
    #expect(Binance().streamLimits.requestNumber?(request) == 1_200)
  }

  @Test("refusals are told by their number, in both forms")
  func rejections() {
    #expect(read(#"{"code":2,"msg":"Invalid request: x","id":1}"#).rejection == "error 2")
    #expect(read(#"{"error":{"code":3,"msg":"Invalid JSON"},"id":1}"#).rejection == "error 3")
    #expect(read(#"{"error":"no"}"#).rejection == "error")
    #expect(read(#"{"error":null,"id":1}"#).rejection == nil)
    #expect(read(#"{"code":"x","msg":7}"#).rejection == "error")
  }

  @Test("the end of a server is a farewell, bare and combined")
  func farewell() {
    let end = #"{"e":"serverShutdown","E":1795147953018}"#
    #expect(read(end).isCloseNotice)
    #expect(read(combined("!serverShutdown", end)).isCloseNotice)
    #expect(read(combined("!serverShutdown", "{}")).isCloseNotice)
    #expect(!read(trade).isCloseNotice)
  }

  @Test("where nothing is traded there is no price, and that is no mistake")
  func idle() {
    let idle = miniTicker.replacing("104812.35000000", with: "0.00000000")
    #expect(
      read(idle) == ParsedMessage(statements: [Statement(market: 0, time: 1_795_147_953_018)]))
  }

  private static let needed = [
    (trade, ["E": true, "s": false, "p": false, "q": false, "T": false, "e": true]),
    (miniTicker, ["E": false, "s": false, "c": false, "e": true]),
  ]

  @Test("each field absent, null and of the wrong type: what needs it is dropped, the rest stays")
  func spoiltFields() {
    for (message, needed) in Self.needed {
      let good = read(message).statements[0]
      for key in ["e", "E", "s", "t", "p", "q", "T", "m", "M", "c", "o", "h", "l", "v"] {
        guard let found = message.firstRange(of: "\"\(key)\":") else { continue }
        let end = message[found.upperBound...].firstIndex { ",}".contains($0) }!
        let value = message[found.upperBound..<end]
        let absent = message.replacing("\"\(key)\":\(value)", with: "\"zz\":0")
        for wrong in ["null", "[]", "{}", "[[1]]", "\"\"", "\"x\"", "-7", "1e999"] {
          for text in [
            absent, message.replacing("\"\(key)\":\(value)", with: "\"\(key)\":\(wrong)"),
          ] {
            let reading = read(text)
            #expect(reading.isWellFormed, "\(text)")
            #expect(reading.statements.count <= 1 && reading.dropped <= 1, "\(text)")
            if needed[key] == nil { #expect(reading.statements.count == 1, "\(text)") }
            // What is no time of this century is the feed's to find.
            if needed[key] == false, wrong != "-7" || !"ET".contains(key) {
              #expect(reading.statements.isEmpty, "\(text)")
            }
          }
        }
        // A string where a number is usual, and the other way round.
        let other = value.hasPrefix("\"") ? String(value.dropFirst().dropLast()) : "\"\(value)\""
        guard value.contains(where: { $0.isNumber }), !"es".contains(key) else { continue }
        let swapped = message.replacing("\"\(key)\":\(value)", with: "\"\(key)\":\(other)")
        #expect(read(swapped).statements == [good], "\(swapped)")
      }
    }
  }

  @Test(
    "prices from a trillionth to a quadrillion are read to the last digit",
    arguments: [
      ("0.000000000001", 1e-12, 12), ("1E-12", 1e-12, 12), ("0.00000012", 1.2e-7, 8),
      ("1000000000000000.00000000", 1e15, 0), ("999999999999999.99", 999_999_999_999_999.99, 2),
      ("1.0E-8", 1e-8, 8),
    ])
  func extremes(text: String, price: Double, decimals: Int) {
    let ticker = read(trade.replacing("104812.35000000", with: text)).statements.first?.ticker
    #expect(ticker?.price == price && ticker?.decimals == decimals)
  }

  @Test("a message that is not whole says nothing")
  func broken() {
    let text = combined("btcusdt@trade", trade)
    for end in 1..<text.count {
      #expect(read(String(text.prefix(end))) == ParsedMessage(isWellFormed: false, dropped: 1))
    }
    #expect(!read(text + "}").isWellFormed)
  }

  @Test(
    "a code is split where a known quote begins, and what is known trades for it",
    arguments: [
      ("BTCUSDT", "BTC", "USDT"), ("USDTTRY", "USDT", "TRY"), ("ETHBTC", "ETH", "BTC"),
      ("BTCFDUSD", "BTC", "FDUSD"), ("1INCHUSDC", "1INCH", "USDC"), ("BNBEUR", "BNB", "EUR"),
      ("币安人生USDT", "币安人生", "USDT"), ("BTCUSD1", "BTC", "USD1"),
      ("ADAEUR", "ADA", "EUR"), ("GALAEUR", "GALA", "EUR"), ("BTCAEUR", "BTC", "AEUR"),
      ("AEURUSDT", "AEUR", "USDT"), ("BTCTUSD", "BTC", "TUSD"), ("BTCGYEN", "BTC", "GYEN"),
      ("BTCXYZ", "BTC", "XYZ"), ("BTCU", "BTC", "U"), ("PEPEGYEN", "PEPE", "GYEN"),
    ])
  func codes(code: String, base: String, quote: String) {
    let market = Binance().market(code: code)
    #expect(market?.base == base && market?.quote == quote)
    #expect(Binance().market(base: base, quote: quote) == market)
  }

  @Test("all that a code may stand for is told, the likeliest first")
  func splits() {
    let markets = Binance().markets(code: "ADAEUR")
    #expect(markets.map(\.base) == ["ADA", "AD"] && markets.map(\.quote) == ["EUR", "AEUR"])
    #expect(Binance().markets(code: "BTCUSDT").map(\.base) == ["BTC"])
    #expect(Upbit().markets(code: "KRW-BTC").map(\.base) == ["BTC"])
  }

  @Test(
    "what cannot be a code is none",
    arguments: ["btcusdt", "USDT", "", "BTC-USDT", "BTC USDT", "BTCusdt", "AB", "B\"USDT"])
  func noCodes(code: String) {
    #expect(Binance().market(code: code) == nil)
  }

  @Test("only the difference is asked for, in messages whose numbers never repeat")
  func differences() {
    let binance = Binance()
    let first = Subscription(markets: ["BTCUSDT", "ETHUSDT"])
    #expect(
      binance.requests(from: Subscription(), to: first, ticket: "t-1") == [
        #"{"method":"SUBSCRIBE","params":["btcusdt@trade","btcusdt@miniTicker","#
          + #""ethusdt@trade","ethusdt@miniTicker"],"id":100}"#
      ])
    let second = Subscription(markets: ["XRPUSDT", "BTCUSDT"], books: ["BTCUSDT"])
    #expect(
      binance.requests(from: first, to: second, ticket: "t-2") == [
        #"{"method":"UNSUBSCRIBE","params":["ethusdt@trade","ethusdt@miniTicker"],"id":200}"#,
        #"{"method":"SUBSCRIBE","params":["xrpusdt@trade","xrpusdt@miniTicker","#
          + #""btcusdt@depth20"],"id":201}"#,
      ])
    let turned = Subscription(markets: ["ETHUSDT", "BTCUSDT"])
    #expect(binance.requests(from: first, to: turned, ticket: "t-3") == [])
    let all = Subscription(markets: (0..<340).map { "A\($0)USDT" })
    let texts = binance.requests(from: Subscription(), to: all, ticket: "t-4")
    #expect(texts.count == 5 && texts.allSatisfy { $0.utf8.count < 4_088 })
    let long = Subscription(markets: (100..<175).map { "ABCDEFGHIJKL\($0)" })
    #expect(
      binance.requests(from: Subscription(), to: long, ticket: "t-5").allSatisfy {
        $0.utf8.count < 4_088
      })
    #expect(!texts.contains { $0.contains("!ticker@arr") })
  }

  @Test("the fallback is the hosts for market data, and has no further one")
  func fallbacks() {
    let fallbacks = Endpoint.fallbacks(of: Binance())
    #expect(fallbacks.map(\.name) == ["market-data"])
    let other = fallbacks[0].exchange
    #expect(Endpoint.fallbacks(of: other).isEmpty)
    #expect(other.title == "Binance data" && other.name == "binance")
    #expect(other.websocket == "wss://data-stream.binance.vision/stream")
    #expect(other.rest == "https://data-api.binance.vision/api/v3")
  }

  @Test("calls weigh what the exchange says, and its own count is heard")
  func weight() {
    func used(_ value: String) -> RateLimitUsage? {
      Binance().usage([Header(name: "x-mbx-used-weight-1m", value: value)])
    }
    #expect(used("42") == .used(42) && used("x") == nil)
    let calls = [20, 21, 401].map { count in
      Binance().tickerCalls(codes: (0..<count).map { "A\($0)USDT" }).map {
        Binance().weight(of: $0.path).weight
      }
    }
    #expect(calls == [[2], [2, 2], [80]])
    #expect(Binance().weight(of: Binance().listPaths[0]) == CallWeight("weight", 20))
  }
}
