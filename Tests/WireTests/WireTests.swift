import SimulatedExchange
import Testing

@testable import Wire

@Suite(.serialized) struct WireTests {
  @Test("a WebSocket over TLS opens, carries messages and answers pings", arguments: [true, false])
  func streams(tls: Bool) throws {
    let bench = try WireBench(tls: tls)
    #expect(bench.stream())
    bench.exchange.inject(text: "hello")
    #expect(bench.until { $0.messages.contains(Array("hello".utf8)) })
    bench.wire.ping(SocketID(0), number: 7)
    #expect(bench.until { $0.events.contains("pong 7") })
    bench.exchange.inject(bytes: [0x89, 0x02, 0x68, 0x69])
    #expect(bench.until { $0.exchange.record.pongs == 1 })
    bench.wire.close(SocketID(0))
    #expect(bench.until { $0.exchange.record.closes == [1000] })
    #expect(bench.closing == nil)
  }

  @Test("the handshake sends no Origin and offers no extension")
  func noOrigin() throws {
    let bench = try WireBench()
    #expect(bench.stream())
    let headers = bench.exchange.record.handshakes[0].request.headers.map { $0.name.lowercased() }
    #expect(!headers.contains("origin"))
    #expect(!headers.contains("sec-websocket-extensions"))
    #expect(headers.filter { $0 == "host" }.count == 1)
  }

  @Test("messages of one megabyte come whole, and many small ones in order")
  func sizes() throws {
    let bench = try WireBench()
    #expect(bench.stream())
    let large = String(repeating: "x", count: 1 << 20)
    bench.exchange.inject(text: large)
    #expect(bench.until { $0.messages.last?.count == 1 << 20 })
    for number in 0..<2_000 { bench.exchange.inject(text: "\(number)") }
    #expect(bench.until { $0.messages.count >= 2_001 })
    #expect(bench.messages.suffix(2_000).elementsEqual((0..<2_000).map { Array("\($0)".utf8) }))
  }

  @Test(
    "what RFC 6455 calls an error closes with the code that it names",
    arguments: [
      ("masked", 1002), ("reserved-bits", 1002), ("reserved-opcode", 1002), ("short-close", 1002),
      ("long-ping", 1002), ("fragmented-ping", 1002), ("stray-continuation", 1002),
      ("invalid-utf8", 1007), ("huge-message", 1009),
    ])
  func protocolErrors(fault: String, code: Int) throws {
    let bench = try WireBench("\(fault)*1")
    #expect(bench.stream())
    bench.exchange.trade("KRW-BTC", price: 100, volume: 1, at: bench.exchange.wall)
    #expect(bench.until { $0.closing != nil })
    #expect(bench.until { $0.exchange.record.closes == [code] }, "\(bench.events)")
  }

  @Test(
    "what RFC 6455 allows comes through",
    arguments: ["fragments", "interleaved-pings", "byte-by-byte", "text", "ping-flood=50"])
  func oddButAllowed(fault: String) throws {
    let bench = try WireBench(fault)
    #expect(bench.stream())
    bench.exchange.trade("KRW-BTC", price: 100, volume: 1, at: bench.exchange.wall)
    #expect(bench.until { !$0.messages.isEmpty })
    #expect(bench.closing == nil)
    #expect(bench.messages.allSatisfy { $0.first == UInt8(ascii: "{") })
  }

  @Test(
    "a handshake that is not one fails with a sentence",
    arguments: [
      ("wrong-accept", "accept key"), ("unasked-deflate", "extension"),
      ("upgrade-status=503", "status 503 [503, -1]"), ("upgrade-redirect=302", "302"),
      ("reset-on-accept", ""), ("other-ca", "certificate"), ("expired-certificate", "certificate"),
      ("wrong-host", "match"), ("long-expired-certificate", "certificate expired long ago"),
      ("future-certificate", "certificate is not valid yet"),
    ])
  func badHandshakes(fault: String, words: String) throws {
    let bench = try WireBench(fault)
    bench.connect()
    #expect(bench.until { $0.closing != nil })
    #expect(bench.closing?.contains(words) ?? false, "\(bench.closing ?? "")")
    #expect(!bench.events.contains("opened"))
    let isAboutTrust = ["expired-certificate", "other-ca", "wrong-host"].contains(fault)
    let isAboutTime = ["long-expired-certificate", "future-certificate"].contains(fault)
    #expect(bench.causes == [isAboutTrust ? .certificate : isAboutTime ? .clock : .other])
  }

  @Test("a refusal hands on its status and how long to wait")
  func retryAfter() throws {
    let bench = try WireBench("upgrade-status=429", "retry-after=17")
    bench.connect()
    #expect(bench.until { $0.closing != nil })
    #expect(bench.closing?.hasSuffix("[429, 17]") ?? false)
  }

  @Test("a cut without a Close frame is noticed at once")
  func cut() throws {
    let bench = try WireBench("cut-after=3")
    #expect(bench.stream())
    for number in 0..<5 {
      bench.exchange.trade(
        "KRW-BTC", price: 100 + Double(number), volume: 1, at: bench.exchange.wall)
    }
    #expect(bench.until { $0.closing != nil })
  }

  @Test("the port is refused in words, for sockets and calls")
  func refused() throws {
    let bench = try WireBench("refuse-port")
    bench.connect()
    bench.get("/v1/market/all")
    #expect(bench.until { $0.events.count == 2 })
    #expect(bench.events.allSatisfy { $0.contains("connect") })
  }

  @Test("calls are answered, unpacked, with their headers")
  func calls() throws {
    let bench = try WireBench("rest-gzip")
    bench.exchange.trade("KRW-BTC", price: 100, volume: 1, at: 1_795_147_950_000)
    bench.get("/v1/ticker?markets=KRW-BTC")
    #expect(bench.until { !$0.events.isEmpty })
    #expect(bench.events == ["answered 200"])
    #expect(bench.bodies[0].first == UInt8(ascii: "["))
    #expect(bench.fields.contains { $0.name == "remaining-req" && $0.value.contains("sec=") })
  }

  @Test("calls say who asks, for what, and what else they are told to say")
  func headers() throws {
    let bench = try WireBench()
    bench.get(
      "/v1/market/all",
      headers: [("Authorization", "Token t"), ("Bad", "a\r\nWorse: b"), ("Empty", "")])
    #expect(bench.until { !$0.events.isEmpty })
    let sent = bench.exchange.record.requests[0].request.headers.map {
      "\($0.name.lowercased()): \($0.value)"
    }
    #expect(sent.contains("authorization: Token t"))
    #expect(sent.contains("user-agent: tealight/9.8"))
    #expect(sent.contains("accept: application/json") && sent.contains("accept-encoding: gzip"))
    #expect(!sent.contains { $0.contains("worse") || $0.hasPrefix("bad") })
  }

  @Test(
    "redirects are not followed, and endless answers are refused",
    arguments: [
      ("rest-redirect=302", "answered 302"), ("rest-huge", "unanswered: the answer is too long"),
      ("rest-endless-header", "unanswered: a header of the answer is too long"),
      ("rest-endless-header=20000", "unanswered: the header of the answer is too long"),
      ("rest-status=451", "answered 451"),
    ])
  func badCalls(fault: String, event: String) throws {
    let bench = try WireBench(fault)
    bench.get("/v1/market/all")
    #expect(bench.until { !$0.events.isEmpty })
    #expect(bench.events == [event])
  }

  @Test("a flood gives others their turn")
  func flood() throws {
    let bench = try WireBench(tls: false)
    #expect(bench.stream())
    let large = String(repeating: "y", count: 1 << 20)
    for _ in 0..<3 { bench.exchange.inject(text: large) }
    bench.get("/v1/market/all")
    #expect(bench.until { $0.events.contains("answered 200") })
    #expect(bench.until { $0.messages.count == 3 })
  }
}
