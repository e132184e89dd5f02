import Testing

@testable import SimulatedExchange

struct RESTTests {
  @Test("the list has names in two languages, and events when details are asked for")
  func marketList() throws {
    let rig = try Rig()
    let plain = try #require(JSONValue(rig.get("/v1/market/all").body)?.elements)
    #expect(plain.count == 10)
    #expect(plain[0].keys == ["market", "korean_name", "english_name"])
    #expect(plain[0]["korean_name"]?.text == "비트코인")
    let detailed = JSONValue(rig.get("/v1/market/all?is_details=true").body)?.elements?[0]
    #expect(detailed?["market_event"]?["warning"] == .bool(false))
    #expect(detailed?["market_event"]?["caution"]?.keys.count == 5)
  }

  @Test("each answer has its date, whatever the exchange's own clock says")
  func date() throws {
    for (fault, date) in [
      ("clock=600000", "Fri, 20 Nov 2026 04:12:33 GMT"),
      ("wrong-date=-86400", "Thu, 19 Nov 2026 04:12:33 GMT"),
    ] {
      let rig = try Rig(faults: [fault])
      #expect(rig.get("/v1/market/all").head.contains("Date: \(date)\r\n"), "\(fault)")
    }
  }

  @Test("tickers come in the order asked for, with 26 fields and eight decimals")
  func tickers() throws {
    let rig = try Rig()
    let body = rig.get("/v1/ticker?markets=KRW-ETH%2CKRW-BTC").body
    let tickers = try #require(JSONValue(body)?.elements)
    #expect(tickers.map { $0["market"]?.text } == ["KRW-ETH", "KRW-BTC"])
    #expect(tickers[0].keys.count == 26)
    guard case .number(let price) = tickers[0]["trade_price"] else { throw Rig.Failure.shape }
    #expect(price.hasSuffix(".00000000"))
    let all = JSONValue(rig.get("/v1/ticker/all?quote_currencies=BTC,USDT").body)?.elements
    #expect(all?.compactMap { $0["market"]?.text } == ["BTC-ETH", "BTC-DOGE", "USDT-BTC"])
  }

  @Test(
    "what cannot be answered is refused with Upbit's status and message",
    arguments: [
      ("/v1/ticker", 400, "Missing request parameter error. Check the required parameters!"),
      ("/v1/ticker?markets=KRW-BTC,KRW-NONE", 404, "Code not found"),
      ("/v1/ticker?markets=krw-btc", 404, "Code not found"),
      ("/v1/candles/seconds?market=KRW-NONE", 404, "Code not found"),
      (
        "/v1/candles/seconds?market=KRW-BTC&count=x", 400,
        "Type mismatch error. Check the parameters type!"
      ),
      (
        "/v1/candles/seconds?market=KRW-BTC&to=yesterday", 400,
        "Invalid parameter. Check the given value!"
      ),
      // An unencoded plus is a blank.
      (
        "/v1/candles/seconds?market=KRW-BTC&to=2026-11-20T04:56:53+09:00", 400,
        "Invalid parameter. Check the given value!"
      ),
      ("/v1/candles/minutes/7?market=KRW-BTC", 400, "Invalid parameter. Check the given value!"),
    ])
  func errors(target: String, status: Int, message: String) throws {
    let answer = try Rig().get(target)
    #expect(answer.status == status)
    let error = JSONValue(answer.body)?["error"]
    #expect(error?["name"]?.number == Double(status))
    #expect(error?["message"]?.text == message)
  }

  @Test("second candles are those of the very trades, newest first, without the silent seconds")
  func candles() throws {
    let rig = try Rig()
    let client = rig.subscribe(
      #"[{"ticket":"t"},{"type":"trade","codes":["KRW-BTC"],"is_only_realtime":true}]"#)
    let start = rig.now.wall
    rig.advance(milliseconds: 60_000)
    var seconds: [Int64: [(id: Double, price: Double, volume: Double)]] = [:]
    for trade in client.takeMessages() {
      let time = Int64(trade["trade_timestamp"]!.number!)
      seconds[time / 1_000, default: []].append(
        (
          trade["sequential_id"]!.number!, trade["trade_price"]!.number!,
          trade["trade_volume"]!.number!
        ))
    }
    let body = rig.get("/v1/candles/seconds?market=KRW-BTC&count=60").body
    let candles = try #require(JSONValue(body)?.elements).filter {
      $0["timestamp"]!.number! >= Double(start)
    }
    #expect(candles.count == seconds.count && candles.count < 60)
    let starts = candles.map { CivilTime.unixSeconds(of: $0["candle_date_time_utc"]!.text!)! }
    #expect(starts == seconds.keys.sorted(by: >))
    for (candle, second) in zip(candles, starts) {
      let trades = seconds[second]!.sorted { $0.id < $1.id }
      #expect(candle["opening_price"]?.number == trades.first?.price)
      #expect(candle["trade_price"]?.number == trades.last?.price)
      #expect(candle["high_price"]?.number == trades.map(\.price).max())
      #expect(candle["low_price"]?.number == trades.map(\.price).min())
      let volume = trades.reduce(0) { $0 + $1.volume }
      #expect(abs(candle["candle_acc_trade_volume"]!.number! - volume) < 1e-8)
    }
  }

  @Test("`to` is exclusive in every spelling, and more than 200 are cut to 200")
  func pages() throws {
    let rig = try Rig()
    let count = 20
    let path = "/v1/candles/seconds?market=KRW-BTC&count=\(count)&to="
    let spellings = [
      "2026-11-20T04:00:00Z", "2026-11-20T04:00:00", "2026-11-20%2004:00:00",
      "2026-11-20T13:00:00%2B09:00",
    ]
    let pages = spellings.map { String(decoding: rig.get(path + $0).body, as: UTF8.self) }
    #expect(Set(pages).count == 1)
    let candles = try #require(JSONValue(pages[0].utf8)?.elements)
    #expect(candles.count == count)
    #expect(candles.allSatisfy { $0["candle_date_time_utc"]!.text! < "2026-11-20T04:00:00" })
    let many = rig.get("/v1/candles/seconds?market=KRW-BTC&count=500").body
    #expect(JSONValue(many)?.elements?.count == 200)
  }

  @Test("the calls left in this second are told; then 429, and for the stubborn 418")
  func limits() throws {
    let rig = try Rig()
    let answers = (0..<21).map { _ in rig.get("/v1/ticker?markets=KRW-BTC") }
    #expect(answers[0].head.contains("Remaining-Req: group=ticker; min=600; sec=9"))
    #expect(answers.prefix(10).allSatisfy { $0.status == 200 })
    #expect(answers[10..<20].allSatisfy { $0.status == 429 })
    #expect(answers[20].status == 418)
    #expect(rig.get("/v1/market/all").status == 418)
    rig.advance(milliseconds: 61_000)
    #expect(rig.get("/v1/ticker?markets=KRW-BTC").status == 200)
  }

  @Test("each group counts for itself, and a browser may call once in ten seconds")
  func groups() throws {
    let rig = try Rig()
    for _ in 0..<10 { _ = rig.get("/v1/ticker?markets=KRW-BTC") }
    #expect(rig.get("/v1/market/all").status == 200)
    let origin = "Origin: https://example.com\r\n"
    #expect(rig.get("/v1/market/all", headers: origin).status == 200)
    #expect(rig.get("/v1/candles/seconds?market=KRW-BTC", headers: origin).status == 429)
  }

  @Test("who accepts gzip gets it")
  func gzip() throws {
    let rig = try Rig()
    let plain = rig.get("/v1/market/all")
    let packed = rig.get("/v1/market/all", headers: "Accept-Encoding: deflate, gzip\r\n")
    #expect(packed.head.contains("Content-Encoding: gzip"))
    #expect(packed.body.count < plain.body.count)
    #expect(Rig.inflate(packed.body) == plain.body)
  }

  @Test("two requests on one connection are answered in order")
  func keepAlive() throws {
    let rig = try Rig()
    let client = rig.connect()
    let head = "GET /v1/ticker?markets=KRW-BTC HTTP/1.1\r\nHost: localhost\r\n\r\n"
    client.send(Array((head + head).utf8))
    rig.settle()
    #expect(
      String(decoding: client.take(), as: UTF8.self).split(separator: "HTTP/1.1 200").count == 2)
    #expect(client.end == nil)
  }

  @Test(
    "a request that is not strictly HTTP is refused",
    arguments: [
      ("GET / HTTP/1.0\r\nHost: x\r\n\r\n", 505), ("POST / HTTP/1.1\r\nHost: x\r\n\r\n", 405),
      ("GET / HTTP/1.1\r\n\r\n", 400), ("GET  / HTTP/1.1\r\nHost: x\r\n\r\n", 400),
      ("GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost : x\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n", 400),
      ("GET /" + String(repeating: "a", count: 20_000), 431),
    ])
  func strictness(text: String, status: Int) throws {
    let rig = try Rig()
    let client = rig.connect()
    client.send(Array(text.utf8))
    rig.settle()
    #expect(Rig.response(client.take()).status == status)
    #expect(client.end == .closed)
  }
}
