import MarketData
import Testing

@testable import Feeds

private let kraken = Kraken()
private let second: Int64 = 1_795_147_953_000

private let ticker = """
  {"channel":"ticker","type":"update","data":[{"symbol":"BTC/USD","bid":104809.9,"bid_qty":1.2,\
  "ask":104810.1,"ask_qty":0.3,"last":104810.0,"volume":1234.56789012,"vwap":104700.1,\
  "low":103800.0,"high":105900.0,"change":510.0,"change_pct":0.49,\
  "timestamp":"2026-11-20T04:12:33.123456Z"}]}
  """
private let trades = """
  {"channel":"trade","type":"update","data":[{"symbol":"BTC/USD","side":"buy","price":104810.0,\
  "qty":0.01,"ord_type":"limit","trade_id":4665846,"timestamp":"2026-11-20T04:12:33.123456Z"},\
  {"symbol":"DOGE/USD","side":"sell","price":0.0734510,"qty":5,"ord_type":"market","trade_id":7,\
  "timestamp":"2026-11-20T04:12:33.5Z"}]}
  """

@Suite struct KrakenTests {
  @Test("trades come several in a message, each with its taker's side")
  func trade() {
    let said = kraken.reading(trades, "BTC/USD", "DOGE/USD").statements
    #expect(said.map(\.market) == [0, 1] && said.map(\.trade?.isBuy) == [true, false])
    #expect(
      said[0].trade
        == Trade(id: 4_665_846, price: 104_810, volume: 0.01, time: second + 123, isBuy: true))
    #expect(said[1].ticker?.decimals == 6 && said.allSatisfy { !$0.isSnapshot })
  }

  @Test("a ticker's change is that of 24 hours, and a snapshot's trade may be of any time")
  func day() {
    let said = kraken.reading(ticker, "BTC/USD").statements[0]
    #expect(said.ticker?.baselinePrice == 104_300 && said.ticker?.dayHigh == 105_900)
    #expect(said.ticker?.tradeTime == second + 123 && said.ticker?.bid == 104_809.9)
    #expect(said.ticker?.turnover == 1_234.56789012 * 104_700.1)
    let first = kraken.reading(ticker.replacing("update", with: "snapshot"), "BTC/USD").statements[
      0]
    #expect(first.isSnapshot && first.ticker?.tradeTime == nil && first.time == second + 123)
  }

  @Test("a ticker of old has no time")
  func noTime() {
    let text = ticker.replacing("timestamp", with: "other")
    #expect(kraken.reading(text, "BTC/USD").statements.map(\.time) == [nil])
    #expect(kraken.reading(trades.replacing("timestamp", with: "other"), "BTC/USD").dropped == 1)
  }

  @Test("a field that is not what it should be costs its entry", arguments: ForeignField.wrong)
  func wrongPrices(json: String) {
    let ofTicker = kraken.reading(ticker.replacing("104810.0", with: json), "BTC/USD")
    // A market that was never traded has a price of zero.
    let isZero = Double(json) == 0
    #expect(
      ofTicker.dropped == (isZero ? 0 : 1) && ofTicker.statements.allSatisfy { $0.ticker == nil })
    #expect(ofTicker.statements.count == (isZero ? 1 : 0))
    let reading = kraken.reading(
      trades.replacing("104810.0", with: json), "BTC/USD", "DOGE/USD")
    #expect(reading.dropped == 1 && reading.statements.map(\.market) == [1])
    let change = kraken.reading(
      ticker.replacing("\"change\":510.0", with: "\"change\":\(json)"), "BTC/USD")
    #expect(change.statements.count == 1)
  }

  @Test("what a message holds beyond what exchanges send is dropped")
  func endless() {
    let many = String(repeating: "0,", count: 10_000)
    let entry =
      #"{"symbol":"DOGE/USD","price":1,"qty":1,"side":"buy","trade_id":1,"timestamp":"2026-11-20T04:12:33Z"}"#
    let entries = Array(repeating: entry, count: 5_000).joined(separator: ",")
    let reading = kraken.reading(
      #"{"channel":"trade","type":"update","data":[\#(many)\#(entries)]}"#, "DOGE/USD")
    #expect(reading.statements.count == 4_096 && reading.dropped == 10_904)
    let again = #","data":[\#(entries)]"#
    let repeated = kraken.reading(
      #"{"channel":"trade","type":"update","data":[\#(entries)]\#(again)\#(again)}"#, "DOGE/USD")
    #expect(repeated.statements.count == 4_096)
  }

  @Test("numbers of any size are read as numbers and as texts", arguments: ForeignField.numbers)
  func sizes(text: String, value: Double) {
    for json in [text, "\"\(text)\""] {
      let reading = kraken.reading(trades.replacing("104810.0", with: json), "BTC/USD")
      #expect(reading.statements.first?.trade?.price == value)
    }
  }

  @Test("greetings, acknowledgements and heartbeats say nothing, the connection's id least of all")
  func others() {
    let status =
      #"{"channel":"status","type":"update","data":[{"api_version":"v2","connection_id":"#
      + #"15564437896659189083,"system":"online","version":"2.0.9"}]}"#
    #expect(kraken.reading(status, "BTC/USD") == ParsedMessage(isReply: true))
    for system in ["maintenance", "cancel_only", "post_only"] {
      let text = status.replacing("online", with: system)
      #expect(kraken.reading(text, "BTC/USD").failureReason == .maintenance)
    }
    for text in [
      #"{"method":"pong","req_id":9}"#, "{}",
      #"{"method":"subscribe","result":{"channel":"ticker","symbol":"BTC/USD"},"success":true}"#,
      #"{"error":"Subscription Not Found","method":"unsubscribe","success":false,"symbol":"A/USD"}"#,
    ] {
      #expect(kraken.reading(text, "BTC/USD") == ParsedMessage(isReply: true), "\(text)")
    }
    var carried = ParsedMessage(isReply: true)
    carried.carriedCode = "BTC/USD"
    let already =
      #"{"error":"Already subscribed","method":"subscribe","success":false,"symbol":"BTC/USD"}"#
    #expect(kraken.reading(already, "BTC/USD") == carried)
    for text in [
      #"{"channel":"heartbeat"}"#,
      #"{"channel":"ticker","type":"update","data":null}"#,
    ] {
      #expect(kraken.reading(text, "BTC/USD") == ParsedMessage(), "\(text)")
    }
  }

  @Test("a pair that is not there is named; too many messages are a refusal")
  func rejections() {
    let unknown = kraken.reading(
      #"{"error":"Currency pair not supported DOGE/XXX","method":"subscribe","success":false,"#
        + #""symbol":"DOGE/XXX","req_id":1}"#, "DOGE/XXX")
    #expect(unknown.unknownCodes == ["DOGE/XXX"] && !unknown.isAllRefused)
    #expect(
      kraken.reading(#"{"error":"Exceeded msg rate","success":false}"#).failureReason
        == .limitReached)
    #expect(kraken.reading(#"{"error":"Malformed","success":false}"#).rejection == "Malformed")
    let depth = kraken.reading(
      #"{"error":"Subscription depth not supported","method":"subscribe","success":false,"#
        + #""symbol":"BTC/USD"}"#, "BTC/USD")
    #expect(depth.rejection == "Subscription depth not supported" && depth.unknownCodes.isEmpty)
  }

  @Test("the refusal of a subscription is no stream")
  func refusedSubscription() {
    let rig = FeedRig("BTC/USD", of: kraken)
    rig.opened()
    rig.message(
      #"{"error":"Internal error","method":"subscribe","success":false,"symbol":"BTC/USD"}"#)
    #expect(!rig.updates.contains { if case .link(_, .streaming, _) = $0 { true } else { false } })
    #expect(rig.updates.contains(.failure(exchange: "kraken", .refused)))
  }

  @Test("what a stream that goes on refuses is asked for ever later, and another thing sooner")
  func refusedOften() {
    let rig = FeedRig("BTC/USD", "DOGE/USD", of: kraken)
    var seconds = 0
    /// - Returns: the seconds in which anything was asked for, all of which is refused.
    func asked(within duration: Int) -> [Int] {
      var found: [Int] = []
      for _ in 0..<duration {
        let requests = rig.wanted().count { if case .send = $0 { true } else { false } }
        if requests > 0 { found.append(seconds) }
        rig.message(#"{"channel":"heartbeat"}"#)
        for _ in 0..<requests {
          rig.message(#"{"error":"Internal error","method":"subscribe","success":false}"#)
        }
        rig.pass(1_000)
        seconds += 1
      }
      return found
    }
    rig.opened()
    #expect(asked(within: 2_000) == [0, 10, 30, 70, 150, 310, 630, 1_230, 1_830])
    rig.follow([0])
    #expect(asked(within: 10) == [2_000])
    seconds = 0
    rig.closed(TransportFailure(reason: "cut"))
    #expect(rig.pass(1_000) { $0.connection().generation >= 2 })
    rig.opened()
    #expect(asked(within: 20) == [0, 10])
  }

  @Test("the refusal of a pair is no stream")
  func refusedPair() {
    let rig = FeedRig("BTC/USD", of: kraken)
    rig.opened()
    rig.message(
      #"{"error":"Currency pair not supported BTC/USD","method":"subscribe","success":false,"#
        + #""symbol":"BTC/USD","req_id":1}"#)
    #expect(!rig.updates.contains { if case .link(_, .streaming, _) = $0 { true } else { false } })
    #expect(rig.updates.contains(.listed(market: 0, false)))
  }

  @Test("a pair that was refused is asked for again when it is listed")
  func listedAgain() throws {
    let rig = FeedRig("BTC/USD", of: kraken)
    let list = try #require(rig.call("/public/AssetPairs"))
    rig.opened()
    for _ in 0..<2 {
      rig.message(
        #"{"error":"Currency pair not supported BTC/USD","method":"subscribe","success":false,"#
          + #""symbol":"BTC/USD","req_id":1}"#)
    }
    _ = rig.wanted()
    rig.answer(
      list,
      #"{"error":[],"result":{"BTC/USD":{"wsname":"XBT/USD","pair_decimals":1,"status":"online"}}}"#
    )
    #expect(rig.listed == [0])
    #expect(rig.wanted().count { if case .send = $0 { true } else { false } } == 2)
  }

  @Test("each channel is asked for by the difference")
  func requests() {
    let changed = kraken.requests(
      from: Subscription(markets: ["A/USD", "B/USD"], books: ["A/USD"]),
      to: Subscription(markets: ["B/USD", "C/USD"]), ticket: "")
    #expect(
      changed == [
        #"{"method":"subscribe","params":{"channel":"trade","snapshot":false,"symbol":["C/USD"]}}"#,
        #"{"method":"unsubscribe","params":{"channel":"trade","snapshot":false,"symbol":["A/USD"]}}"#,
        #"{"method":"subscribe","params":{"channel":"ticker","symbol":["C/USD"]}}"#,
        #"{"method":"unsubscribe","params":{"channel":"ticker","symbol":["A/USD"]}}"#,
        #"{"method":"unsubscribe","params":{"channel":"book","depth":25,"symbol":["A/USD"]}}"#,
      ])
  }

  @Test(
    "an answer goes by the new name or by one of old",
    arguments: [
      ("BTC/USD", "BTC/USD"), ("XXBTZUSD", "BTC/USD"), ("XBTUSD", "BTC/USD"),
      ("XDGUSD", "DOGE/USD"), ("SOLUSD", "SOL/USD"), ("XETHXXBT", "ETH/BTC"),
      ("XETHZEUR", "ETH/EUR"), ("EURUSD", "EUR/USD"), ("ZEURZUSD", "EUR/USD"),
    ])
  func names(key: String, code: String) {
    let text =
      #"{"error":[],"result":{"\#(key)":{"c":["104810.0","0.1"],"v":["1","2"],"#
      + #""p":["3","4"],"l":["5","6"],"h":["7","8"],"b":["9"],"a":[],"t":[1,2],"o":"10"}}}"#
    let said = kraken.tickers(text, "A/B", code).statements
    #expect(said.map(\.market) == [1] && said[0].time == nil)
    #expect(
      said[0].ticker
        == Ticker(price: 104_810, dayLow: 6, dayHigh: 8, volume: 2, turnover: 8, bid: 9))
  }

  @Test("a market that comes again in one answer is not taken again")
  func repeated() {
    let market = #""A/B":{"c":["5","1"],"b":["4"],"x":[1],"l":["1","2","3"]}"#
    let reading = kraken.tickers(#"{"error":[],"result":{\#(market),\#(market)}}"#, "A/B")
    #expect(reading.statements.map(\.ticker) == [Ticker(price: 5, dayLow: 2, bid: 4)])
    #expect(reading.dropped == 1)
  }

  @Test("nothing traded for a day is a volume of 0, which is not the same as not said")
  func quiet() {
    let text =
      #"{"error":[],"result":{"A/B":{"c":["5","1"],"v":["0.0","0.0"],"p":["0.0","0.0"]}}}"#
    let ticker = kraken.tickers(text, "A/B").statements[0].ticker
    #expect(ticker?.volume == 0 && ticker?.turnover == 0)
  }

  @Test(
    "an error in words is sorted into what is to be done",
    arguments: [
      ("EQuery:Unknown asset pair", FailureReason.refused),
      ("EGeneral:Too many requests", .limitReached), ("EGeneral:Internal error", .maintenance),
      ("EAPI:Rate limit exceeded", .limitReached), ("EService:Unavailable", .maintenance),
    ])
  func errors(text: String, failureReason: FailureReason) {
    let body = #"{"error":["WGeneral:Careful","\#(text)"]}"#
    let reading = kraken.tickers(body, "BTC/USD")
    #expect(
      reading.rejection == text && reading.failureReason == failureReason
        && reading.statements.isEmpty)
    #expect(kraken.past(body, of: "BTC/USD", 0..<1_000) == nil && kraken.list(body) == nil)
  }

  @Test("the past is asked for in five minutes, and a full page that ends too soon says nothing")
  func past() throws {
    let range = second - 600_000..<second
    #expect(
      kraken.historyPath(code: "BTC/USD", range: range)
        == "/public/Trades?assetVersion=1&pair=BTC/USD&since=\(second - 300_000)000000&count=1000"
        .replacing("\(second - 300_000)000000", with: "\((second - 300_000) * 1_000_000 - 1)"))
    func page(_ count: Int, last: Int64) -> String {
      let rows = (0..<count).map { number in
        let time = (last - Int64(count - 1 - number) * 100) / 100
        return #"["104810.0","0.5",\#(time / 10).\#(time % 10),"b","m","",\#(number)]"#
      }
      return #"{"error":[],"result":{"BTC/USD":["# + rows.joined(separator: ",")
        + #"],"last":"1"}}"#
    }
    let short = try #require(kraken.past(page(20, last: second - 1_000), of: "BTC/USD", range))
    #expect(short.knownFrom == second - 300_000 && short.candles.count == 3)
    #expect(short.candles.reduce(0) { $0 + $1.volume! } == 10)
    let full = try #require(kraken.past(page(1_000, last: second - 1_000), of: "BTC/USD", range))
    #expect(full.knownFrom == second - 300_000)
    #expect(full.knownUntil == second - 1_000)
    let past = try #require(kraken.past(page(1_000, last: second + 1_000), of: "BTC/USD", range))
    #expect(past.knownFrom == second - 300_000 && past.knownUntil == nil)
    for bad in ["[[1,2]]", "[7]", "[[\"x\",1,1795147953,\"b\",\"m\",\"\",1]]", "null"] {
      let text = #"{"error":[],"result":{"BTC/USD":\#(bad)}}"#
      #expect(kraken.past(text, of: "BTC/USD", range)?.candles.isEmpty ?? true, "\(bad)")
    }
    for time in ["-1", "7", "1e300", "1e999"] {
      let text = #"{"error":[],"result":{"BTC/USD":[["1","1",\#(time),"b","m","",1]]}}"#
      #expect(kraken.past(text, of: "BTC/USD", range) == nil, "\(time)")
    }
  }

  @Test("candles come oldest first, with an average before the volume")
  func candles() {
    let text =
      #"{"error":[],"result":{"XXBTZUSD":[[1795147860,"104.5","106","103","104","104","1",3],"#
      + #"[1795147920,"104","106","103","105","104","12.5",320]],"last":1795147920}}"#
    let candles = kraken.candles(text, of: "BTC/USD")
    #expect(candles?.map(\.close) == [104, 105] && candles?.map(\.volume) == [1, 12.5])
    #expect(kraken.candles(text, of: "ETH/USD") == nil)
  }

  @Test("the list goes by the stream's names, whatever those of the answer are")
  func list() {
    let new =
      #"{"error":[],"result":{"BTC/USD":{"wsname":"XBT/USD","pair_decimals":1,"#
      + #""status":"online"},"DOGE/USD":{"pair_decimals":"7","status":"post_only"},"#
      + #""A/USD":{"status":"delisted"},"TEST.d":{},"B/USD":7}}"#
    let old = new.replacing("BTC/USD", with: "XXBTZUSD").replacing(
      #""DOGE/USD":{"#, with: #""XDGUSD":{"wsname":"XDG/USD","#)
    for text in [new, old] {
      let list = kraken.list(text)
      #expect(list?.map(\.code) == ["BTC/USD", "DOGE/USD"])
      #expect(list?.map(\.decimals) == [1, 7] && list?.map(\.isTrading) == [true, false])
    }
    #expect(kraken.list(#"{"error":[],"result":{}}"#) == nil)
  }
}
