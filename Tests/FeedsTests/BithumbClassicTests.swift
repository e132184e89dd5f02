import MarketData
import Testing

@testable import Feeds

private func trade(
  _ stamp: String = "2026-11-20 13:12:33.123456", price: String = "148740000",
  side: String = "2", symbol: String = "BTC_KRW"
) -> String {
  """
  {"buySellGb":"\(side)","contPrice":"\(price)","contQty":"0.5","contAmt":"74370000",\
  "contDtm":"\(stamp)","updn":"up","symbol":"\(symbol)"}
  """
}

/// Bithumb's API 1.x: the other stream, the tickers of everything, the wallets.
@Suite struct BithumbClassicTests {
  private static let table = MarketTable([("KRW-BTC", 0), ("KRW-ETH", 1)])
  private static let classic = BithumbClassic()

  private func read(_ text: String) -> ParsedMessage {
    BithumbTests.bytes(text) { Self.classic.parser($0, Self.table) }
  }

  private func answer(_ text: String, asked: [String] = ["KRW-BTC", "KRW-ETH"]) -> ParsedMessage {
    BithumbTests.bytes(text) { Self.classic.readTickers($0, asked: asked, of: Self.table) }
  }

  private func ticker(_ type: String) -> String {
    """
    {"type":"ticker","content":{"tickType":"\(type)","date":"20261120","time":"131233",\
    "openPrice":"148100000","closePrice":"148740000","lowPrice":"147050000",\
    "highPrice":"149480000","value":"146000000000.5","volume":"990.1","sellVolume":"480.2",\
    "buyVolume":"509.9","prevClosePrice":"148100000","chgRate":"0.43","chgAmt":"640000",\
    "volumePower":"106.18","symbol":"BTC_KRW"}}
    """
  }

  @Test("a ticker since midnight gives the baseline, one of 24 hours the sums")
  func tickers() {
    let mid = Ticker(
      price: 148_740_000, baselinePrice: 148_100_000, dayLow: 147_050_000, dayHigh: 149_480_000)
    let day = Ticker(price: 148_740_000, volume: 990.1, turnover: 146_000_000_000.5)
    for (type, ticker) in [("MID", mid), ("24H", day), ("1H", Ticker(price: 148_740_000))] {
      #expect(
        read(self.ticker(type)).statements
          == [Statement(market: 0, ticker: ticker, time: 1_795_147_953_000)])
    }
  }

  private func transaction(_ trades: String...) -> String {
    #"{"type":"transaction","content":{"list":[\#(trades.joined(separator: ","))]}}"#
  }

  @Test("a trade has its Korean time to the microsecond, its side, and an id of our own")
  func trades() {
    let said = read(transaction(trade(), trade(side: "1", symbol: "ETH_KRW"))).statements
    #expect(said.map(\.market) == [0, 1])
    #expect(said.map { $0.trade?.time } == [1_795_147_953_123, 1_795_147_953_123])
    #expect(said.map { $0.trade?.isBuy } == [true, false])
    #expect(said[0].ticker?.price == 148_740_000 && said[0].trade?.volume == 0.5)
    #expect(read(transaction(trade(side: "3"))).statements.first?.trade?.isBuy == nil)
  }

  @Test("a message that comes twice has the same ids; equal trades in one have different ones")
  func ids() {
    let message = transaction(trade(), trade(), trade("2026-11-20 13:12:33.123457"))
    let ids = read(message).statements.compactMap { $0.trade?.id }
    #expect(Set(ids).count == 3 && ids == ids.sorted())
    #expect(read(message).statements.compactMap { $0.trade?.id } == ids)
    let other = read(transaction(trade(price: "148741000"))).statements.compactMap { $0.trade?.id }
    #expect(!ids.contains(other[0]))
  }

  @Test("the ids of every time that is believed keep their order")
  func idOrder() {
    let stamps = ["2010-01-02 00:00:00", "2026-11-20 13:12:33.1", "2099-12-31 00:00:00.999999"]
    let ids = stamps.compactMap { read(transaction(trade($0))).statements.first?.trade?.id }
    #expect(ids.count == 3 && ids == ids.sorted() && ids[0] > 0)
  }

  @Test(
    "what is wrong in a trade drops it alone",
    arguments: [
      trade("2026-11-20T25:00:00"), trade("2026-11-20 13:12:33.1234567"),
      trade("2026-11-20 13:12:33."), trade("2026-11-20 13:12:33,5"), trade(""),
      #"{"contPrice":"5"}"#, "7", "null", "{}", #"{"symbol":7}"#,
    ])
  func badTrades(text: String) {
    let reading = read(transaction(text, trade()))
    #expect(reading.statements.count == 1 && reading.dropped == 1)
  }

  @Test(
    "each field of a ticker may be absent, null, of the wrong type or a number",
    arguments: ["closePrice", "date", "time", "symbol", "volume", "value", "tickType"])
  func fields(name: String) {
    let text = ticker("24H")
    let start = text.range(of: "\"\(name)\":\"")
    let head = String(text[..<start.upperBound].dropLast())
    let tail = String(text[start.upperBound...].drop { $0 != "\"" }.dropFirst())
    let value = String(text[start.upperBound...].prefix { $0 != "\"" })
    let isNeeded = ["closePrice", "date", "time", "symbol"].contains(name)
    for wrong in ["null", "[1]", "{\"a\":1}", "true", "\"\""] {
      let reading = read(head + wrong + tail)
      #expect(reading.isWellFormed && reading.statements.count == (isNeeded ? 0 : 1), "\(wrong)")
    }
    #expect(read(text.replacing("\"\(name)\"", with: "\"x\"")).dropped == (isNeeded ? 1 : 0))
    if ["closePrice", "volume", "value"].contains(name) {
      #expect(read(head + value + tail).statements == read(text).statements)
      for number in ["1e-12", "1E15", "0.000000000001"] {
        #expect(read(head + number + tail).statements.count == 1)
      }
    }
  }

  @Test("a greeting and an acknowledgement are replies, and speak of no market")
  func replies() {
    for text in ["Connected Successfully", "Filter Registered Successfully"] {
      #expect(
        read(#"{"status":"0000","resmsg":"\#(text)"}"#) == ParsedMessage(isReply: true))
    }
  }

  @Test(
    "statuses are sorted into what is to be done",
    arguments: [
      ("5100", "Invalid Filter Syntax", FailureReason.refused, nil), ("5200", "", .keyRefused, nil),
      ("5300", "", .keyRefused, nil), ("5302", "Method Not Allowed", .refused, nil),
      ("5400", "", .maintenance, nil), ("5500", "상장 코인이 아닙니다", .refused, nil),
      ("5600", "현재 점검중입니다. Please try again", .maintenance, 60),
      ("5600", "Blocked IP", .blocked, 60), ("5600", "Request Limit EXCEEDED", .limitReached, 60),
      ("5600", "", .maintenance, 60), ("5900", "Unknown Error", .maintenance, nil),
    ] as [(String, String, FailureReason, Int64?)])
  func statuses(status: String, message: String, failureReason: FailureReason, wait: Int64?) {
    for reading in [
      answer(#"{"status":"\#(status)","message":"\#(message)"}"#),
      answer(#"{"message":"\#(message)","status":\#(status)}"#),
      read(#"{"status":"\#(status)","resmsg":"\#(message)"}"#),
    ] {
      #expect(reading.failureReason == failureReason && reading.retryAfterSeconds == wait)
      #expect(reading.rejection == "status \(status)")
    }
  }

  private let coin = """
    {"opening_price":"148100000","closing_price":"148740000","min_price":"147050000",\
    "max_price":"149480000","units_traded":"412.88","acc_trade_value":"61200000000.12",\
    "prev_closing_price":"148100000","units_traded_24H":"990.1",\
    "acc_trade_value_24H":"146000000000.5","fluctate_24H":"640000","fluctate_rate_24H":"0.43"
    """

  @Test("all coins of a quote are told with the time among them, or one alone")
  func allCoins() {
    let ticker = Ticker(
      price: 148_740_000, baselinePrice: 148_100_000, dayLow: 147_050_000, dayHigh: 149_480_000,
      volume: 990.1, turnover: 146_000_000_000.5)
    let said = [Statement(market: 0, ticker: ticker, time: 1_795_147_953_168)]
    let date = #""date":"1795147953168""#
    #expect(answer(#"{"status":"0000","data":{"BTC":\#(coin)},\#(date)}}"#).statements == said)
    #expect(
      answer(#"{"data":{\#(date),"XYZ":{},"BTC":\#(coin)}},"status":"0000"}"#).statements == said)
    #expect(
      answer(#"{"status":"0000","data":\#(coin),\#(date)}}"#, asked: ["KRW-BTC"]).statements == said
    )
    let number = coin.replacing("\"148740000\"", with: "148740000")
    #expect(answer(#"{"status":"0000","data":{"BTC":\#(number)},\#(date)}}"#).statements == said)
    #expect(answer(#"{"status":"0000","data":{"BTC":{},"ETH":7}}"#).dropped == 1)
  }

  @Test(
    "answers that are none say nothing",
    arguments: [
      #"{"status":"0000"}"#, "[]", "null", "7", #"{"status":"0000","data":[]}"#,
      #"{"status":null,"data":{}}"#, #"{"error":{"name":404}}"#, #"{"status":"0000","data":{}"#,
    ])
  func noAnswers(text: String) {
    #expect(answer(text).statements.isEmpty)
  }

  @Test("one call for each quote, or one market's own where there is but one")
  func calls() {
    #expect(
      Self.classic.tickerCalls(codes: ["KRW-BTC", "BTC-ETH", "KRW-ETH"]) == [
        TickerCall(codes: ["BTC-ETH"], path: "/public/ticker/ALL_BTC"),
        TickerCall(codes: ["KRW-BTC", "KRW-ETH"], path: "/public/ticker/ALL_KRW"),
      ])
    #expect(Self.classic.tickerCalls(codes: ["KRW-BTC"]).map(\.path) == ["/public/ticker/BTC_KRW"])
  }

  @Test("there is one whole filter for each type, and a book alone changes nothing")
  func requests() {
    let new = Subscription(markets: ["KRW-BTC", "KRW-ETH"])
    #expect(
      Self.classic.requests(from: Subscription(), to: new, ticket: "t") == [
        #"{"type":"ticker","symbols":["BTC_KRW","ETH_KRW"],"tickTypes":["24H","MID"]}"#,
        #"{"type":"transaction","symbols":["BTC_KRW","ETH_KRW"]}"#,
      ])
    var book = new
    book.books = ["KRW-BTC"]
    #expect(Self.classic.requests(from: new, to: book, ticket: "t").isEmpty)
  }

  @Test("wallets are open or closed, as a whole and by network")
  func wallets() {
    var wallets: [String: WalletState] = [:]
    func read(_ text: String, _ place: Int) -> Bool {
      BithumbTests.bytes(text) { Bithumb().readWallets($0, part: place, into: &wallets) }
    }
    let assets = """
      {"status":"0000","data":{"BTC":{"deposit_status":1,"withdrawal_status":0},\
      "ETH":{"deposit_status":"1","withdrawal_status":true},"XRP":{"deposit_status":null},"DOGE":7}}
      """
    #expect(read(assets, 0))
    #expect(wallets["BTC"]?.passage == .init(canDeposit: true, canWithdraw: false))
    #expect(wallets["ETH"]?.passage == .init(canDeposit: true, canWithdraw: true))
    #expect(wallets["XRP"] == WalletState() && wallets["DOGE"] == nil)
    let networks = """
      {"status":"0000","data":[{"currency":"ETH","net_type":"ETH","deposit_status":0,\
      "withdrawal_status":1},{"currency":"ETH","net_type":"ARB","deposit_status":1},\
      {"currency":"BTC"},7]}
      """
    #expect(read(networks, 1))
    #expect(
      wallets["ETH"]?.networks == [
        .init(name: "ETH", passage: .init(canDeposit: false, canWithdraw: true)),
        .init(name: "ARB", passage: .init(canDeposit: true)),
      ])
    #expect(wallets["ETH"]?.passage.canDeposit == true)
    let before = wallets
    for bad in [#"{"status":"5600","message":"점검"}"#, "[]", "{", #"{"status":"0000"}"#] {
      #expect(!read(bad, 0) && !read(bad, 1) && wallets == before)
    }
  }
}

extension String {
  fileprivate func range(of part: String) -> Range<String.Index> {
    let start = indices.first { self[$0...].hasPrefix(part) }!
    return start..<index(start, offsetBy: part.count)
  }
}
