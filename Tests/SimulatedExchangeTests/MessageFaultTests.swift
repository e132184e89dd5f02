import Testing

@testable import SimulatedExchange

/// What faults do to frames, to messages and to REST's answers.
struct MessageFaultTests {
  private let trades = #"[{"ticket":"t"},{"type":"trade","codes":["KRW-BTC"]}]"#

  /// The frames that one trade makes.
  private func frames(_ faults: String..., request: String? = nil, count: Int = 1) throws
    -> [WireFrame]
  {
    let rig = try Rig(faults: faults, scripted: true)
    let client = rig.subscribe(request ?? trades)
    for number in 0..<count {
      rig.exchange.trade("KRW-BTC", price: 1_000, volume: 1, at: rig.now.wall + Int64(number))
    }
    rig.settle()
    return WireFrame.read(client.take())
  }

  @Test(
    "a frame breaks RFC 6455 in the way that was asked for",
    arguments: [
      ("masked", 0x82, true, nil), ("reserved-bits", 0xC2, false, nil),
      ("reserved-opcode", 0x83, false, nil), ("short-close", 0x88, false, 1),
      ("long-ping", 0x89, false, 126), ("fragmented-ping", 0x09, false, 0),
      ("stray-continuation", 0x80, false, nil), ("invalid-utf8", 0x81, false, nil),
    ] as [(String, UInt8, Bool, Int?)])
  func brokenFrames(fault: String, first: UInt8, masked: Bool, length: Int?) throws {
    let frame = try #require(try frames(fault).first)
    #expect(frame.first == first)
    #expect(frame.isMasked == masked)
    if let length { #expect(frame.payload.count == length) }
    if fault == "invalid-utf8" { #expect(String(validating: frame.payload) == nil) }
  }

  @Test("a message comes in fragments, with pings between them")
  func fragments() throws {
    let plain = try frames("fragments=4")
    #expect(plain.map(\.first) == [0x02, 0x00, 0x00, 0x80])
    #expect(JSONValue(plain.flatMap(\.payload))?["type"]?.text == "trade")
    let mixed = try frames("interleaved-pings")
    #expect(mixed.map(\.first) == [0x02, 0x89, 0x00, 0x89, 0x80])
  }

  @Test("text, short names and lists come unasked")
  func forced() throws {
    #expect(try frames("text")[0].first == 0x81)
    #expect(try frames("simple")[0].text.hasPrefix(#"{"ty":"trade","cd":"KRW-BTC""#))
    #expect(try frames("list")[0].text.hasPrefix(#"[{"type""#))
  }

  @Test(
    "a message says what it should not",
    arguments: [
      ("price=1e999", #""trade_price":1e999,"#), ("price=null", #""trade_price":null,"#),
      ("price=\"12\"", #""trade_price":"12","#),
      ("time=-62135596800000", #""trade_timestamp":-62135596800000,"#),
      ("field=sequential_id:{}", #""sequential_id":{},"#), ("code=KRW-NONE", #""code":"KRW-NONE""#),
      ("unknown-fields", #""moon_phase":"#), ("trailing-garbage", "}}garbage"),
      ("deep-nesting=3", #""deep":[[[]]]"#),
    ])
  func contents(fault: String, part: String) throws {
    #expect(try frames(fault)[0].text.contains(part))
  }

  @Test("a message lacks a field, or is too large")
  func sizes() throws {
    #expect(try !frames("missing=trade_price")[0].text.contains("trade_price"))
    #expect(try frames("huge-message=200000")[0].payload.count > 200_000)
  }

  @Test("trades come twice or late, and timestamps step back")
  func order() throws {
    #expect(try frames("duplicate-trades").count == 2)
    let stamps = try frames("back-step=5000", count: 3).map {
      JSONValue($0.payload)?["timestamp"]?.number ?? 0
    }
    #expect(stamps[1] - stamps[0] == 5_000 && stamps[2] - stamps[1] == -5_000)
    let rig = try Rig(faults: ["late-trades*1=2000"], scripted: true)
    let client = rig.subscribe(trades)
    for price in [1.0, 2.0] {
      rig.exchange.trade("KRW-BTC", price: price, volume: 1, at: rig.now.wall)
    }
    rig.advance(milliseconds: 2_100)
    #expect(client.takeMessages().map { $0["trade_price"]?.number } == [2, 1])
  }

  @Test("the exchange's clock is hours from ours")
  func clock() throws {
    let rig = try Rig(faults: ["clock=-7200000"])
    let client = rig.subscribe(#"[{"ticket":"t"},{"type":"ticker","codes":["KRW-BTC"]}]"#)
    let stamp = try #require(client.takeMessages()[0]["timestamp"]?.number)
    #expect(Int64(stamp) == rig.now.wall - 7_200_000)
  }

  @Test("a market is delisted, or not known at all")
  func delisting() throws {
    let rig = try Rig(faults: ["delisted=KRW-BTC", "unlisted=KRW-ETH"])
    let client = rig.subscribe(
      #"[{"ticket":"t"},{"type":"ticker","codes":["KRW-BTC","KRW-ETH"]}]"#)
    rig.advance(milliseconds: 20_000)
    let messages = client.takeMessages()
    #expect(!messages.isEmpty)
    #expect(messages.allSatisfy { $0["market_state"]?.text == "DELISTED" })
    #expect(Set(messages.compactMap { $0["trade_timestamp"]?.number }).count == 1)
    let listed = JSONValue(rig.get("/v1/market/all").body)?.elements ?? []
    #expect(listed.count == 9 && !listed.contains { $0["market"]?.text == "KRW-ETH" })
    #expect(rig.get("/v1/ticker?markets=KRW-BTC,KRW-ETH").status == 404)
  }

  @Test("the stream says nothing of one market")
  func mute() throws {
    let rig = try Rig(faults: ["mute=KRW-BTC"])
    let client = rig.subscribe(
      #"[{"ticket":"t"},{"type":"ticker","codes":["KRW-BTC","KRW-ETH"]}]"#)
    rig.advance(milliseconds: 20_000)
    let messages = client.takeMessages()
    #expect(!messages.isEmpty && messages.allSatisfy { $0["code"]?.text == "KRW-ETH" })
    #expect(rig.get("/v1/ticker?markets=KRW-BTC").status == 200)
  }

  @Test(
    "REST answers wrongly",
    arguments: [
      ("rest-status=403", 403, "error"), ("rest-redirect=301", 301, ""),
      ("rest-html", 200, "<!doctype html>"), ("rest-error", 200, #"{"error""#),
      ("rest-status=500/candles", 200, "[{"), ("no-market-list", 503, "error"),
      ("rest-truncate=4", 200, #"[{"m"#), ("rest-hang", 0, ""),
    ])
  func rest(fault: String, status: Int, part: String) throws {
    let answer = try Rig(faults: [fault]).get("/v1/market/all")
    #expect(answer.status == status)
    #expect(part.isEmpty || String(decoding: answer.body, as: UTF8.self).contains(part))
  }

  @Test("REST's bodies are huge, compressed unasked, or come drop by drop")
  func bodies() throws {
    #expect(try Rig(faults: ["rest-huge=3000000"]).get("/v1/market/all").body.count == 3_000_000)
    let packed = try Rig(faults: ["rest-gzip"]).get("/v1/market/all")
    #expect(Rig.inflate(packed.body)?.first == UInt8(ascii: "["))
    let rig = try Rig(faults: ["rest-drip=100"])
    let client = rig.connect()
    client.send(Array("GET /v1/market/all HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
    rig.advance(milliseconds: 2_000)
    #expect(15...21 ~= client.take().count)
  }

  @Test("history is empty, in no order, or spoiled")
  func history() throws {
    let path = "/v1/candles/seconds?market=KRW-BTC&count=50"
    #expect(try Rig(faults: ["empty-history"]).get(path).body == Array("[]".utf8))
    let shuffled = try Rig(faults: ["shuffled-history"]).get(path).body
    let times = JSONValue(shuffled)?.elements?.compactMap { $0["timestamp"]?.number } ?? []
    #expect(times.count == 50 && times != times.sorted(by: >))
    let spoiled = try Rig(faults: ["rest-field=high_price:null"]).get(path).body
    #expect(JSONValue(spoiled)?.elements?[7]["high_price"] == .null)
  }
}
