import Testing

@testable import SimulatedExchange

/// Bithumb's half of the server: both its APIs, and each position of each switch.
struct BithumbTests {
  private func rig(_ faults: String...) throws -> Rig {
    try Rig("bithumb", faults: faults, scripted: true)
  }

  private func trade(_ rig: Rig, _ code: String = "KRW-BTC", _ price: Double = 100) {
    rig.exchange.trade(code, price: price, volume: 0.5, at: rig.now.wall)
    rig.settle()
  }

  private func json(_ rig: Rig, _ path: String) -> JSONValue? { JSONValue(rig.get(path).body) }

  private func subscribe(_ rig: Rig, _ type: String, _ code: String = "KRW-BTC") -> RawClient {
    let client = rig.openSocket()
    rig.say(#"[{"ticket":"t"},{"type":"\#(type)","codes":["\#(code)"]}]"#, on: client)
    return client
  }

  @Test("tickers have whole numbers and Korean dates, in binary frames unless the switch says text")
  func tickers() throws {
    for (fault, opcode) in [([], 0x82), (["text"], 0x81)] as [([String], UInt8)] {
      let rig = try Rig("bithumb", faults: fault, scripted: true)
      trade(rig)
      let client = subscribe(rig, "ticker")
      let frames = WireFrame.read(client.take())
      #expect(frames.map(\.first) == [opcode])
      let ticker = try #require(JSONValue(frames[0].payload))
      #expect(ticker["trade_price"] == .number("100"))
      // 04:12:33 UTC.
      #expect(ticker["trade_time"]?.text == "131233")
      #expect(ticker["timestamp"]?.number == Double(rig.now.wall))
      #expect(ticker["stream_type"]?.text == "SNAPSHOT")
    }
  }

  @Test("books count microseconds and have a filler; their numbers may be strings")
  func books() throws {
    let plain = try rig()
    trade(plain)
    let book = try #require(subscribe(plain, "orderbook").takeMessages().first)
    #expect(book["timestamp"]?.number ?? 0 > 1e15)
    let units = book["orderbook_units"]?.elements
    #expect(units?.count == 15 && units?.last?["ask_price"] == .number("0"))
    let quoted = try rig("number-strings")
    trade(quoted)
    let other = try #require(subscribe(quoted, "orderbook").takeMessages().first)
    #expect(other["orderbook_units"]?.elements?.first?["bid_price"]?.text == "100")
    #expect(
      json(quoted, "/v1/orderbook?markets=KRW-BTC")?.elements?[0]["orderbook_units"]?
        .elements?.first?["bid_price"]?.text == "100")
  }

  @Test("a second request replaces the first, or adds to it")
  func replaceOrAdd() throws {
    for (faults, count) in [([], 1), (["adds-filters"], 2)] as [([String], Int)] {
      let rig = try Rig("bithumb", faults: faults, scripted: true)
      let modern = subscribe(rig, "trade")
      rig.say(#"[{"ticket":"t"},{"type":"trade","codes":["KRW-ETH"]}]"#, on: modern)
      let classic = rig.openSocket(path: "/pub/ws")
      for symbol in ["BTC_KRW", "ETH_KRW"] {
        rig.say(#"{"type":"transaction","symbols":["\#(symbol)"]}"#, on: classic)
      }
      (_, _) = (modern.take(), classic.take())
      trade(rig, "KRW-BTC")
      trade(rig, "KRW-ETH")
      #expect(modern.takeMessages().count == count && classic.takeMessages().count == count)
    }
  }

  @Test("errors of requests are Upbit's, and lists of objects are not spoken")
  func errors() throws {
    let rig = try rig()
    let socket = rig.openSocket()
    for (text, name) in [
      ("{}", "WRONG_FORMAT"), ("[{}]", "NO_TICKET"), (#"[{"ticket":"t"}]"#, "NO_TYPE"),
      (#"[{"ticket":"t"},{"type":"ticker"}]"#, "NO_CODES"),
      (#"[{"ticket":"t"},{"type":"ticker","codes":[]}]"#, "INVALID_PARAM"),
      (#"[{"ticket":"t"},{"type":"ticker","codes":["A"]},{"format":"JSON_LIST"}]"#, "WRONG_FORMAT"),
    ] {
      rig.say(text, on: socket)
      #expect(socket.takeMessages().map { $0["error"]?["name"]?.text } == [name])
    }
  }

  @Test("candles want Korean time without an offset, and there are none of seconds")
  func candles() throws {
    let rig = try rig()
    trade(rig)
    let path = "/v1/candles/minutes/1?market=KRW-BTC&count=1&to="
    #expect(rig.get(path + "2026-11-20T13:13:00").status == 200)
    #expect(json(rig, path + "2026-11-20T13:13:00")?.elements?.count == 1)
    #expect(json(rig, path + "2026-11-20T04:13:00")?.elements?.count == 0)
    #expect(rig.get(path + "2026-11-20T13:13:00%2B09:00").status == 400)
    #expect(rig.get(path + "2026-11-20T04:13:00Z").status == 400)
    #expect(rig.get("/v1/candles/seconds?market=KRW-BTC").status == 404)
    #expect(rig.get("/v1/candles/years?market=KRW-BTC").status == 404)
    let day = json(rig, "/v1/candles/days?market=KRW-BTC")?.elements?.first
    #expect(day?["candle_date_time_utc"]?.text == "2026-11-19T15:00:00")
  }

  @Test("errors have their status, or 200")
  func errorStatus() throws {
    let plain = try rig()
    #expect(plain.get("/v1/ticker?markets=KRW-NONE").status == 404)
    #expect(plain.get("/public/ticker/NONE_KRW").status == 400)
    let odd = try rig("error-status-200")
    for path in ["/v1/ticker?markets=KRW-NONE", "/v1/candles/seconds?market=KRW-BTC"] {
      let answer = odd.get(path)
      #expect(answer.status == 200 && JSONValue(answer.body)?["error"]?["name"]?.number == 404)
    }
    #expect(odd.get("/public/ticker/NONE_KRW").status == 200)
    #expect(json(odd, "/public/ticker/NONE_KRW")?["status"]?.text == "5500")
  }

  @Test("epochs on REST are right, or nine hours ahead of their own dates")
  func nineHours() throws {
    for (faults, ahead) in [([], 0), (["nine-hours"], 32_400_000)] as [([String], Double)] {
      let rig = try Rig("bithumb", faults: faults, scripted: true)
      trade(rig)
      let ticker = json(rig, "/v1/ticker?markets=KRW-BTC")?.elements?.first
      #expect(ticker?["trade_time"]?.text == "041233")
      #expect(ticker?["trade_timestamp"]?.number == Double(rig.now.wall) + ahead)
      let trade = json(rig, "/v1/trades/ticks?market=KRW-BTC&to=131234")?.elements?.first
      #expect(trade?["timestamp"]?.number == Double(rig.now.wall) + ahead)
    }
  }

  @Test("on REST the trades of a millisecond share an id, and on the stream each has its own")
  func ids() throws {
    let rig = try rig()
    let client = subscribe(rig, "trade")
    for price in [100, 101, 102] as [Double] { trade(rig, "KRW-BTC", price) }
    func ids(_ messages: [JSONValue]) -> [String] {
      messages.compactMap {
        if case .number(let id) = $0["sequential_id"] { id } else { nil }
      }
    }
    let told = try #require(json(rig, "/v1/trades/ticks?market=KRW-BTC&count=9")?.elements)
    #expect(told.map { $0["trade_price"]?.number } == [102, 101, 100])
    let shared = String(rig.now.wall * 10_000)
    #expect(ids(told) == [shared, shared, shared])
    let streamed = ids(client.takeMessages())
    #expect(Set(streamed).count == 3 && !streamed.contains(shared))
  }

  @Test("trades are those of one Korean day before a Korean time")
  func trades() throws {
    let rig = try rig()
    trade(rig)
    func count(_ query: String) -> Int? {
      json(rig, "/v1/trades/ticks?market=KRW-BTC&count=5" + query)?.elements?.count
    }
    #expect(count("") == 1 && count("&to=131234") == 1 && count("&to=13:12:34") == 1)
    #expect(count("&to=131233") == 0 && count("&days_ago=1") == 0)
    #expect(rig.get("/v1/trades/ticks?market=KRW-BTC&to=soon").status == 400)
  }

  @Test("eleven handshakes in a second are too many, and who goes on is blocked for ten minutes")
  func handshakes() throws {
    let rig = try rig()
    func status() -> Int {
      let client = rig.connect()
      client.send(Array((Rig.upgradeHead(path: "/websocket/v1") + "\r\n").utf8))
      rig.settle()
      return Rig.response(client.take()).status
    }
    #expect((0..<11).map { _ in status() } == Array(repeating: 101, count: 10) + [429])
    for _ in 0..<10 { _ = status() }
    rig.advance(milliseconds: 590_000)
    #expect(status() == 429)
    rig.advance(milliseconds: 20_000)
    #expect(status() == 101)
  }

  @Test("all coins of API 1.x are strings in a map, with the date among them")
  func allCoins() throws {
    let rig = try rig()
    trade(rig, "KRW-ETH", 7)
    trade(rig, "KRW-BTC", 100)
    let answer = json(rig, "/public/ticker/ALL_KRW")
    #expect(answer?["status"]?.text == "0000")
    #expect(answer?["data"]?["BTC"]?["closing_price"]?.text == "100")
    #expect(answer?["data"]?["date"]?.text == String(rig.now.wall))
    #expect(answer?["data"]?.keys == ["BTC", "ETH", "date"])
    #expect(json(rig, "/public/ticker/ETH_KRW")?["data"]?["closing_price"]?.text == "7")
  }

  @Test("wallets are told as a whole and by network")
  func wallets() throws {
    let rig = try rig()
    let doge = json(rig, "/public/assetsstatus/ALL")?["data"]?["DOGE"]
    #expect(doge?["deposit_status"]?.number == 1 && doge?["withdrawal_status"]?.number == 0)
    let networks = json(rig, "/public/assetsstatus/multichain/ALL")?["data"]?.elements
    #expect(networks?.count { $0["currency"]?.text == "USDT" } == 2)
  }

  @Test("API 1.x greets, refuses wrong filters, and acknowledges at once or ten seconds later")
  func acknowledgements() throws {
    for (faults, delay) in [([], 0), (["late-ack"], 10_000)] as [([String], Int64)] {
      let rig = try Rig("bithumb", faults: faults, scripted: true)
      let client = rig.connect()
      client.send(Array((Rig.upgradeHead(path: "/pub/ws") + "\r\n").utf8))
      rig.settle()
      #expect(String(decoding: client.take(), as: UTF8.self).contains("Connected Successfully"))
      for wrong in ["7", #"{"type":"ticker","symbols":["BTC_KRW"]}"#, #"{"type":"x"}"#] {
        rig.say(wrong, on: client)
        #expect(client.takeMessages().map { $0["status"]?.text } == ["5100"])
      }
      rig.say(#"{"type":"transaction","symbols":["BTC_KRW"]}"#, on: client)
      if delay > 0 {
        rig.advance(milliseconds: delay - 200)
        trade(rig)
        #expect(client.takeMessages().isEmpty)
        rig.advance(milliseconds: 300)
      }
      #expect(client.takeMessages().map { $0["status"]?.text } == ["0000"])
      trade(rig)
      let content = client.takeMessages().first?["content"]?["list"]?.elements?.first
      #expect(content?["contPrice"]?.text == "100")
      #expect(content?["contDtm"]?.text?.hasPrefix("2026-11-20 13:12:") == true)
    }
  }

  @Test("the list warns of each market that is delisted")
  func warnings() throws {
    let rig = try rig("delisted=KRW-BTC", "delisted=KRW-ETH")
    let list = try #require(json(rig, "/v1/market/all")?.elements)
    let warned = list.filter { $0["market_warning"]?.text == "CAUTION" }
    #expect(Set(warned.compactMap { $0["market"]?.text }) == ["KRW-BTC", "KRW-ETH"])
  }

  @Test("5600 comes where the switch says so, on REST and on the stream")
  func custom() throws {
    let rig = try rig("status-5600")
    #expect(json(rig, "/public/ticker/ALL_KRW")?["status"]?.text == "5600")
    let client = rig.openSocket(path: "/pub/ws")
    rig.say(#"{"type":"transaction","symbols":["BTC_KRW"]}"#, on: client)
    #expect(client.takeMessages().map { $0["status"]?.text } == ["5600"])
  }
}
