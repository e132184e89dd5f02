import Testing

@testable import SimulatedExchange

struct BinanceTests {
  private func rig(_ faults: String...) throws -> Rig {
    try Rig("binance", faults: faults, scripted: true)
  }

  private func texts(_ client: RawClient) -> [String] {
    WireFrame.read(client.take()).filter { $0.first == 0x81 }
      .map { String(decoding: $0.payload, as: UTF8.self) }
  }

  private func answers(_ requests: [String], path: String = "/stream") throws -> [String] {
    let rig = try rig()
    let client = rig.openSocket(path: path)
    return requests.flatMap { request in
      rig.say(request, on: client)
      rig.advance(milliseconds: 1_000)
      return texts(client)
    }
  }

  @Test("requests are acknowledged, listed and given back, in the documented bytes")
  func requests() throws {
    let said = try answers([
      #"{"method":"SUBSCRIBE","params":["btcusdt@trade","no@stream"],"id":1}"#,
      #"{"method":"LIST_SUBSCRIPTIONS","id":"a-b"}"#,
      #"{"method":"UNSUBSCRIBE","params":["no@stream"],"id":3}"#,
      #"{"method":"LIST_SUBSCRIPTIONS","id":null}"#,
      #"{"method":"GET_PROPERTY","params":["combined"],"id":5}"#,
      #"{"method":"SET_PROPERTY","params":["combined",false],"id":6}"#,
      #"{"method":"GET_PROPERTY","params":["combined"],"id":7}"#,
    ])
    #expect(
      said == [
        #"{"result":null,"id":1}"#, #"{"result":["btcusdt@trade","no@stream"],"id":"a-b"}"#,
        #"{"result":null,"id":3}"#, #"{"result":["btcusdt@trade"],"id":null}"#,
        #"{"result":true,"id":5}"#, #"{"result":null,"id":6}"#, #"{"result":false,"id":7}"#,
      ])
  }

  @Test("mistakes are answered by their numbers and texts")
  func mistakes() throws {
    let known = "`SUBSCRIBE`, `UNSUBSCRIBE`, `LIST_SUBSCRIPTIONS`, `SET_PROPERTY`, `GET_PROPERTY`"
    #expect(
      try answers([
        "no", #"{"method":"SUBSCRIBE","params":[],"id":-1.5}"#, #"{"method":"NO","id":1}"#,
        #"{"params":[],"id":2}"#, #"{"method":"SET_PROPERTY","params":["x",true],"id":3}"#,
        #"{"method":"SET_PROPERTY","params":["combined",1],"id":4}"#,
        #"{"method":"SET_PROPERTY","params":[1,true],"id":5}"#,
        #"{"method":"GET_PROPERTY","params":["combined",true],"id":6}"#,
      ]) == [
        #"{"code":3,"msg":"Invalid JSON: expected value at line 1 column 1"}"#,
        #"{"code":2,"msg":"Invalid request: request ID must be an unsigned integer"}"#,
        #"{"code":2,"msg":"Invalid request: unknown variant `NO`, expected one of "# + known
          + #" at line 1 column 14","id":1}"#,
        #"{"code":2,"msg":"Invalid request: missing field `method` at line 1 column 20","id":2}"#,
        #"{"code":0,"msg":"Unknown property","id":3}"#,
        #"{"code":1,"msg":"Invalid value type: expected Boolean","id":4}"#,
        #"{"code":2,"msg":"Invalid request: property name must be a string","id":5}"#,
        #"{"code":2,"msg":"Invalid request: too many parameters","id":6}"#,
      ])
  }

  @Test("a trade comes bare or in the combined envelope, with the documented fields")
  func trades() throws {
    let rig = try rig()
    let bare = rig.openSocket(path: "/ws/btcusdt@trade/ethusdt@trade")
    let combined = rig.openSocket(path: "/stream?streams=btcusdt@trade")
    rig.exchange.trade(
      "BTCUSDT", price: 104_812.35, volume: 0.0012, at: rig.now.wall, id: 7, taker: .sell)
    rig.settle()
    let data =
      #"{"e":"trade","E":1795147953000,"s":"BTCUSDT","t":7,"p":"104812.35000000","#
      + #""q":"0.00120000","T":1795147953000,"m":true,"M":true}"#
    #expect(texts(bare) == [data])
    #expect(texts(combined) == [#"{"stream":"btcusdt@trade","data":\#(data)}"#])
  }

  @Test("once a second come statistics of what has changed, and books without a name")
  func eachSecond() throws {
    let rig = try rig()
    let client = rig.openSocket(
      path: "/stream?streams=btcusdt@miniTicker/ethusdt@miniTicker/btcusdt@depth5/!ticker@arr")
    rig.exchange.trade("BTCUSDT", price: 100, volume: 1, at: rig.now.wall)
    rig.advance(milliseconds: 1_000)
    let messages = client.takeMessages()
    #expect(
      Set(messages.compactMap { $0["stream"]?.text }) == ["btcusdt@miniTicker", "btcusdt@depth5"])
    let mini = messages.first { $0["stream"]?.text == "btcusdt@miniTicker" }?["data"]
    #expect(mini?.keys == ["e", "E", "s", "c", "o", "h", "l", "v", "q"])
    let book = messages.first { $0["stream"]?.text == "btcusdt@depth5" }?["data"]
    #expect(book?.keys == ["lastUpdateId", "bids", "asks"])
    #expect(book?["bids"]?.elements?.count == 5)
  }

  @Test("six messages in a second are too many, pongs included")
  func tooMany() throws {
    let rig = try rig()
    let client = rig.openSocket(path: "/stream")
    for id in 0..<5 { rig.say(#"{"method":"LIST_SUBSCRIPTIONS","id":\#(id)}"#, on: client) }
    #expect(texts(client).count == 5)
    client.send(WireFrame.client(opcode: 10, []))
    rig.settle()
    let close = WireFrame.read(client.take()).first { $0.first == 0x88 }
    #expect(close.map { Array($0.payload.prefix(2)) } == [0x03, 0xF0])
  }

  @Test("a ping every twenty seconds wants its own payload back within a minute")
  func pings() throws {
    let rig = try rig()
    let deaf = rig.openSocket(path: "/stream")
    let good = rig.openSocket(path: "/stream")
    for _ in 0..<5 {
      rig.advance(milliseconds: 20_100)
      for frame in WireFrame.read(good.take()) where frame.first == 0x89 {
        #expect(!frame.payload.isEmpty)
        good.send(WireFrame.client(opcode: 10, frame.payload))
      }
      deaf.send(WireFrame.client(opcode: 10, []))
      rig.settle()
    }
    #expect(rig.exchange.openSockets == 1)
  }

  @Test("the end of a server is announced")
  func ends() throws {
    let last = try rig("server-shutdown")
    let client = last.openSocket(path: "/ws")
    #expect(texts(client).isEmpty)
    last.advance(milliseconds: 100)
    let again = last.openSocket(path: "/stream")
    _ = again
    #expect(last.exchange.record.connections >= 2)
  }

  @Test(
    "REST refuses as documented",
    arguments: [
      ("/api/v3/klines?interval=1s", 400, -1102), ("/api/v3/klines?symbol=BTCUSDT", 400, -1102),
      ("/api/v3/klines?symbol=BTCUSDT&interval=2s", 400, -1120),
      ("/api/v3/klines?symbol=btcusdt&interval=1s", 400, -1100),
      ("/api/v3/klines?symbol=NOUSDT&interval=1s", 400, -1121),
      ("/api/v3/ticker/24hr?symbols=%5B%22BTCUSDT%22%2C%22NOUSDT%22%5D", 400, -1121),
      ("/api/v3/ticker/24hr?symbols=%5B%22BTCUSDT%22%2C%20%22ETHUSDT%22%5D", 400, -1100),
      ("/api/v3/exchangeInfo?symbol=NOUSDT", 400, -1121),
    ])
  func refusals(path: String, status: Int, code: Double) throws {
    let answer = try rig().get(path)
    #expect(answer.status == status && JSONValue(answer.body)?["code"]?.number == code)
  }

  @Test("weights add up, over the limit is 429 with a wait, and who goes on is banned")
  func weights() throws {
    let rig = try rig()
    let first = rig.get("/api/v3/exchangeInfo")
    #expect(first.head.contains("X-MBX-USED-WEIGHT-1M: 20"))
    for _ in 0..<75 { _ = rig.get("/api/v3/ticker/24hr") }
    let over = rig.get("/api/v3/ping")
    #expect(over.status == 429 && over.head.contains("Retry-After: "))
    #expect(JSONValue(over.body)?["code"]?.number == -1_003)
    for _ in 0..<12 { _ = rig.get("/api/v3/ping") }
    #expect(rig.get("/api/v3/ping").status == 418)
  }

  @Test("a bar is 451 on the usual paths and nothing on the others; a wall is HTML")
  func barred() throws {
    let rig = try rig("geo-block")
    #expect(rig.get("/api/v3/ping").status == 451)
    #expect(rig.get("/data/api/v3/ping").status == 200)
    let wall = try self.rig("rest-status=403").get("/api/v3/ping")
    #expect(wall.status == 403 && wall.body.starts(with: Array("<html".utf8)))
  }

  @Test("every second has a row, and what nobody trades has no price")
  func rows() throws {
    let rig = try rig()
    rig.exchange.trade("BTCUSDT", price: 100, volume: 1, at: rig.now.wall - 3_000)
    let body = rig.get("/api/v3/klines?symbol=BTCUSDT&interval=1s&limit=4").body
    let rows = JSONValue(body)?.elements?.compactMap(\.elements)
    #expect(rows?.count == 4 && rows?.allSatisfy { $0.count == 12 } == true)
    #expect(rows?.map { $0[8] } == [.number("1"), .number("0"), .number("0"), .number("0")])
    let idle = JSONValue(rig.get("/api/v3/ticker/24hr?type=MINI&symbol=ETHUSDT").body)
    #expect(idle?["lastPrice"]?.text == "0.00000000" && idle?["lastId"]?.number == -1)
  }

  @Test("a market that is delisted stands on the list and is broken off")
  func delisted() throws {
    let rig = try rig("delisted=ETHUSDT")
    let one = JSONValue(rig.get("/api/v3/exchangeInfo?symbol=ETHUSDT").body)
    #expect(one?["symbols"]?.elements?.first?["status"]?.text == "BREAK")
    let all = JSONValue(rig.get("/api/v3/exchangeInfo?symbolStatus=TRADING").body)
    #expect(all?["symbols"]?.elements?.contains { $0["symbol"]?.text == "ETHUSDT" } == false)
  }
}
