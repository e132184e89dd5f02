import CZlib
import Testing

@testable import SimulatedExchange

@Suite struct OverseasHalvesTests {
  private func texts(_ client: RawClient, _ key: String) -> [String] {
    client.takeMessages().compactMap { $0[key]?.text }
  }

  @Test("Coinbase acknowledges all at once, and says the last trade first")
  func coinbase() throws {
    let rig = try Rig("coinbase", scripted: true)
    rig.exchange.trade("BTC-USD", price: 100, volume: 1, at: rig.now.wall)
    let client = rig.openSocket(path: "/feed")
    rig.say(
      #"{"type":"subscribe","product_ids":["BTC-USD"],"channels":["matches","ticker","heartbeat"]}"#,
      on: client)
    #expect(texts(client, "type") == ["subscriptions", "last_match", "ticker"])
    rig.exchange.trade("BTC-USD", price: 101, volume: 1, at: rig.now.wall, taker: .sell)
    rig.settle()
    let messages = client.takeMessages()
    #expect(messages.map { $0["type"]?.text } == ["match", "ticker"])
    #expect(messages[0]["side"] == .string("buy") && messages[0]["price"] == .string("101.00"))
    rig.advance(milliseconds: 2_100)
    #expect(texts(client, "type").allSatisfy { $0 == "heartbeat" })
  }

  @Test("one unknown product spoils the whole request at Coinbase; a new one has no price")
  func unknownProduct() throws {
    let rig = try Rig("coinbase", scripted: true)
    let client = rig.openSocket(path: "/feed")
    rig.say(
      #"{"type":"subscribe","product_ids":["BTC-USD","NIX-USD"],"channels":["ticker"]}"#, on: client
    )
    #expect(texts(client, "reason") == ["NIX-USD is not a valid product"])
    rig.say(#"{"type":"subscribe","product_ids":["BTC-USD"],"channels":["ticker"]}"#, on: client)
    let ticker = client.takeMessages().last
    #expect(ticker?["product_id"] != nil && ticker?["price"] == nil && ticker?["time"] == nil)
  }

  @Test("who subscribes to nothing at Coinbase is cut after five seconds")
  func mute() throws {
    let rig = try Rig("coinbase", scripted: true)
    _ = rig.openSocket(path: "/feed")
    rig.advance(milliseconds: 4_900)
    #expect(rig.exchange.openSockets == 1)
    rig.advance(milliseconds: 300)
    #expect(rig.exchange.openSockets == 0)
  }

  @Test("Coinbase's REST wants a name, and lists, polls and remembers")
  func coinbaseREST() throws {
    let rig = try Rig("coinbase", scripted: true)
    rig.exchange.trade("BTC-USD", price: 100, volume: 1, at: rig.now.wall)
    rig.turn()
    #expect(rig.get("/products").status == 400)
    func get(_ path: String) -> JSONValue? {
      JSONValue(rig.get(path, headers: "User-Agent: test\r\n").body)
    }
    #expect(get("/products")?.elements?.first?["quote_increment"] == .string("0.01"))
    #expect(get("/currencies")?.elements?.contains { $0["name"] == .string("Bitcoin") } ?? false)
    #expect(get("/products/BTC-USD/ticker")?["price"] == .string("100.00"))
    #expect(get("/products/BTC-USD/stats")?["last"] == .string("100.00"))
    #expect(get("/products/BTC-USD/trades?limit=9")?.elements?.count == 1)
    #expect(get("/products/BTC-USD/candles?granularity=60")?.elements?.count == 1)
    #expect(get("/products/BTC-USD/candles?granularity=61")?["message"] != nil)
    #expect(rig.get("/products/NIX-USD/ticker", headers: "User-Agent: test\r\n").status == 404)
  }

  private static let bareNumbers: [(half: String, path: String)] = [
    ("upbit", "/v1/candles/seconds?market=KRW-BTC&count=N"),
    ("upbit", "/v1/trades/ticks?market=KRW-BTC&count=9&cursor=N"),
    ("upbit", "/v1/trades/ticks?market=KRW-BTC&count=N&days_ago=N"),
    ("upbit", "/v1/orderbook?markets=KRW-BTC&count=N"),
    ("bithumb", "/v1/candles/minutes/1?market=KRW-BTC&count=N"),
    ("bithumb", "/v1/trades/ticks?market=KRW-BTC&count=N"),
    ("binance", "/api/v3/depth?symbol=BTCUSDT&limit=N"),
    ("binance", "/api/v3/trades?symbol=BTCUSDT&limit=N"),
    ("binance", "/api/v3/klines?symbol=BTCUSDT&interval=1m&limit=N"),
    ("binance", "/api/v3/klines?symbol=BTCUSDT&interval=1m&startTime=N&endTime=N"),
    ("coinbase", "/products/BTC-USD/trades?limit=N&after=N"),
    ("coinbase", "/products/BTC-USD/candles?granularity=N"),
    ("kraken", "/0/public/Trades?pair=BTC/USD&count=N&since=N"),
    ("kraken", "/0/public/OHLC?pair=BTC/USD&interval=N&since=N"),
    ("kraken", "/0/public/Depth?pair=BTC/USD&count=N"),
  ]

  @Test("a number of any size is answered, and ends no server", arguments: bareNumbers)
  func anyNumber(half: String, path: String) throws {
    let rig = try Rig(half, scripted: true)
    let code = [
      "upbit": "KRW-BTC", "bithumb": "KRW-BTC", "binance": "BTCUSDT", "coinbase": "BTC-USD",
    ]
    rig.exchange.trade(code[half] ?? "BTC/USD", price: 100, volume: 1, at: rig.now.wall)
    rig.turn()
    for number in [-1, 0, 1, .min, .max, .max - 999] as [Int64] {
      let target =
        path.split(separator: "N").joined(separator: "\(number)")
        + (path.hasSuffix("N") ? "\(number)" : "")
      #expect(
        (200..<500).contains(rig.get(target, headers: "User-Agent: test\r\n").status), "\(target)")
    }
    guard half == "kraken" else { return }
    let client = rig.openSocket(path: "/v2")
    for depth in [-1, 0, 10, 1_000_000_000_000] {
      rig.say(
        #"{"method":"subscribe","params":{"channel":"book","depth":\#(depth),"symbol":["BTC/USD"]}}"#,
        on: client)
      rig.advance(milliseconds: 1_000)
      #expect(!client.takeMessages().isEmpty, "\(depth)")
    }
  }

  @Test("Kraken greets with a large number, and answers for each symbol")
  func kraken() throws {
    let rig = try Rig("kraken", scripted: true)
    rig.exchange.trade("BTC/USD", price: 100, volume: 1, at: rig.now.wall)
    let client = rig.connect()
    client.send(Array((Rig.upgradeHead(path: "/v2") + "\r\n").utf8))
    rig.settle()
    #expect(String(decoding: client.take(), as: UTF8.self).contains("15564437896659189083"))
    rig.say(
      #"{"method":"subscribe","params":{"channel":"ticker","symbol":["BTC/USD","NIX/USD"]},"req_id":7}"#,
      on: client)
    let messages = client.takeMessages()
    #expect(messages.filter { $0["req_id"] == .number("7") }.count == 2)
    #expect(
      messages.contains { $0["success"] == .bool(false) && $0["symbol"] == .string("NIX/USD") })
    #expect(messages.contains { $0["type"] == .string("snapshot") })
    rig.advance(milliseconds: 1_500)
    #expect(texts(client, "channel") == ["heartbeat"])
    rig.exchange.trade("BTC/USD", price: 101, volume: 1, at: rig.now.wall)
    rig.settle()
    #expect(client.takeMessages().first?["data"]?.elements?.first?["last"] == .number("101.0"))
  }

  @Test(
    "Kraken's books have a checksum, which a fault makes wrong, and begin anew when asked again")
  func krakenBook() throws {
    let rig = try Rig("kraken", faults: ["wrong-checksum@1-2"], scripted: true)
    rig.exchange.trade("BTC/USD", price: 100, volume: 1, at: rig.now.wall)
    let client = rig.openSocket(path: "/v2")
    func book() -> JSONValue? {
      client.takeMessages().last { $0["channel"]?.text == "book" }
    }
    func ask(_ method: String) {
      rig.say(
        #"{"method":"\#(method)","params":{"channel":"book","symbol":["BTC/USD"]}}"#, on: client)
    }
    ask("subscribe")
    let whole = try #require(book())
    func data(_ message: JSONValue) -> JSONValue? { message["data"]?.elements?.first }
    func text(_ value: JSONValue?) -> String {
      guard case .number(let text) = value else { return "" }
      return String(text.filter { $0 != "." }.drop { $0 == "0" })
    }
    func checksum(_ message: JSONValue) -> UInt {
      let digits = ["asks", "bids"].flatMap { data(message)?[$0]?.elements?.prefix(10) ?? [] }
        .map { text($0["price"]) + text($0["qty"]) }.joined()
      let bytes = Array(digits.utf8)
      return crc32(0, bytes, UInt32(bytes.count))
    }
    #expect(whole["type"]?.text == "snapshot")
    #expect(data(whole)?["checksum"] == .number(String(checksum(whole))))
    ask("unsubscribe")
    rig.advance(milliseconds: 1_100)
    ask("subscribe")
    let wrong = try #require(book())
    #expect(wrong["type"]?.text == "snapshot")
    #expect(data(wrong)?["checksum"] == .number(String(checksum(wrong) ^ 1)))
  }

  @Test("Kraken's errors have status 200, and its names depend on how it is asked")
  func krakenREST() throws {
    let rig = try Rig("kraken", scripted: true)
    rig.exchange.trade("BTC/USD", price: 100, volume: 1, at: rig.now.wall)
    rig.turn()
    func get(_ path: String) -> JSONValue? { JSONValue(rig.get(path).body) }
    let ticker = "/0/public/Ticker?pair=BTC/USD"
    #expect(get(ticker)?["result"]?.keys == ["XXBTZUSD"])
    #expect(get(ticker + "&assetVersion=1")?["result"]?.keys == ["BTC/USD"])
    #expect(get("/0/public/AssetPairs?assetVersion=1")?["result"]?["DOGE/USD"] != nil)
    #expect(get("/0/public/Trades?pair=XBTUSD&since=0")?["result"]?.keys == ["XXBTZUSD", "last"])
    let unknown = rig.get("/0/public/Ticker?pair=NIX/USD")
    #expect(unknown.status == 200)
    #expect(JSONValue(unknown.body)?["error"] == .array([.string("EQuery:Unknown asset pair")]))
    for _ in 0..<20 { _ = rig.get(ticker) }
    #expect(get(ticker)?["error"] == .array([.string("EGeneral:Too many requests")]))
  }

  @Test(
    "a fault's value at Kraken may have a slash",
    arguments: ["code=DOGE/USD", #"field=symbol:"DOGE/USD""#])
  func slash(fault: String) throws {
    let rig = try Rig("kraken", faults: [fault], scripted: true)
    rig.exchange.trade("BTC/USD", price: 100, volume: 1, at: rig.now.wall)
    let client = rig.openSocket(path: "/v2")
    rig.say(
      #"{"method":"subscribe","params":{"channel":"ticker","symbol":["BTC/USD"]}}"#, on: client)
    let snapshot = client.takeMessages().first { $0["type"]?.text == "snapshot" }
    #expect(snapshot?["data"]?.elements?.first?["symbol"]?.text == "DOGE/USD")
  }

  @Test("a field of Kraken's REST has a value with a slash")
  func slashOnREST() throws {
    let rig = try Rig("kraken", faults: [#"rest-field=o:"1/2""#], scripted: true)
    rig.exchange.trade("BTC/USD", price: 100, volume: 1, at: rig.now.wall)
    rig.turn()
    let answer = JSONValue(rig.get("/0/public/Ticker?pair=BTC/USD&assetVersion=1").body)
    #expect(answer?["result"]?["BTC/USD"]?["o"]?.text == "1/2")
  }

  @Test("Dogechain says its state first, and prices under any word")
  func dogechain() throws {
    let rig = try Rig("dogechain", faults: ["price-op=tick", "price=0.5"], scripted: true)
    let client = rig.openSocket(path: "/inv")
    rig.say(#"{"op":"price_sub"}"#, on: client)
    #expect(texts(client, "msg") == ["subscribed"])
    rig.exchange.trade("DOGE-USD", price: 0.07345, volume: 1, at: rig.now.wall)
    rig.settle()
    let price = client.takeMessages().first
    #expect(price?["op"] == .string("tick") && price?["x"]?["value"] == .number("0.5"))
    rig.say(#"{"op":"ping_block"}"#, on: client)
    #expect(client.takeMessages().first?["x"]?["hash"] != nil)
  }
}
