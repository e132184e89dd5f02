import Testing

@testable import SimulatedExchange

/// Each fault really happens on the wire.
struct FaultTests {
  private let trades = #"[{"ticket":"t"},{"type":"trade","codes":["KRW-BTC"]}]"#

  private func rig(_ faults: String..., tls: Bool = false) throws -> Rig {
    try Rig(faults: faults, tls: tls, scripted: true)
  }

  /// A socket that listens to one market's trades, and one trade.
  private func firstTrade(_ rig: Rig) -> RawClient {
    let client = rig.subscribe(trades)
    rig.exchange.trade("KRW-BTC", price: 1_000, volume: 1, at: rig.now.wall)
    rig.settle()
    return client
  }

  @Test("every fault has a spelling of its own, a line of help, and is read from its spelling")
  func spellings() throws {
    for kind in FaultKind.allCases {
      #expect(!kind.summary.isEmpty)
      let value = [
        "": "", "FIELD:JSON": "=a:1", "JSON": "=0", "CODE": "=A-B", "FIELD": "=a", "A|B|C": "=B",
        "CODE:EVENT": "=A-B:warning",
      ]
      let (head, tail) = (kind.rawValue + "@1-2", value[kind.placeholder] ?? "=503")
      let fault = try Fault(argument: head + (kind.isState ? "" : "%3*4") + tail)
      #expect(fault.kind == kind)
      #expect(fault.from == 1 && fault.until == 2)
      guard kind.isState else {
        #expect(fault.chance == 3 && fault.times == 4)
        continue
      }
      for text in [head + "%3" + tail, head + "*4" + tail] {
        #expect(throws: FaultError.state(text)) { try Fault(argument: text) }
      }
    }
  }

  @Test(
    "a fault that cannot be read is refused with a reason",
    arguments: [
      ("none", FaultError.unknown("none")), ("", .unknown("")),
      ("text=1", .value("text=1", wanted: "")), ("price", .value("price", wanted: "JSON")),
      ("cut-after=x", .value("cut-after=x", wanted: "MESSAGES")),
      ("field=x", .value("field=x", wanted: "FIELD:JSON")),
      ("text@", .malformed("text@")), ("text@5-5", .span("text@5-5")),
      ("text@5-x", .malformed("text@5-x")), ("text%0", .chance("text%0")),
      ("text%200", .chance("text%200")), ("text*0", .malformed("text*0")),
    ])
  func refusals(text: String, error: FaultError) {
    #expect(throws: error) { try Fault(argument: text) }
  }

  @Test("a fault happens in its time, as often as it should, and can be switched at run time")
  func timing() throws {
    let plan = FaultPlan(faults: [Fault(.text, from: 2, until: 4, times: 2)], seed: 1)
    let strikes = (0..<6).map { (second: Int64) in
      plan.elapsed = second * 1_000
      return plan.strike(.text) != nil
    }
    #expect(strikes == [false, false, true, true, false, false])
    let half = FaultPlan(faults: [Fault(.text, chance: 50)], seed: 1)
    #expect(300...700 ~= (0..<1_000).count { _ in half.strike(.text) != nil })
    let rig = try Rig(scripted: true)
    let client = firstTrade(rig)
    rig.exchange.faults = [Fault(.text, times: 1)]
    for _ in 0..<2 { rig.exchange.trade("KRW-BTC", price: 1_000, volume: 1, at: rig.now.wall) }
    rig.settle()
    #expect(WireFrame.read(client.take()).map(\.opcode) == [2, 1, 2])
  }

  @Test(
    "a connection lives as long as a fault says",
    arguments: [
      ("upbit", "/websocket/v1"), ("bithumb", "/websocket/v1"), ("binance", "/stream"),
      ("coinbase", "/feed"), ("kraken", "/v2"),
    ])
  func life(source: String, path: String) throws {
    let rig = try Rig(source, faults: ["life=3"])
    _ = rig.openSocket(path: path)
    rig.advance(milliseconds: 2_500)
    #expect(rig.exchange.openSockets == 1)
    rig.advance(milliseconds: 1_000)
    #expect(rig.exchange.openSockets == 0)
  }

  @Test("a refused port refuses, and opens again")
  func refusedPort() throws {
    let rig = try rig("refuse-port@0-5")
    #expect(rig.connect().end == .reset)
    rig.advance(milliseconds: 6_000)
    #expect(rig.get("/v1/market/all").status == 200)
  }

  @Test(
    "a connection ends or hangs before HTTP",
    arguments: [
      ("reset-on-accept", RawClient.End.reset), ("hang-on-accept", nil),
      ("other-ca", .refused("unable to get local issuer certificate")),
      ("expired-certificate", .refused("certificate has expired")),
      ("wrong-host", .refused("hostname mismatch")),
    ])
  func connections(fault: String, end: RawClient.End?) throws {
    let rig = try rig(fault, tls: true)
    let client = rig.connect()
    client.send(Array("GET /v1/market/all HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
    rig.settle()
    #expect(client.end == end)
    #expect(client.received.isEmpty)
  }

  @Test("with TLS the right certificate is trusted, and all goes its way")
  func tls() throws {
    let rig = try Rig(tls: true)
    #expect(rig.get("/v1/ticker?markets=KRW-BTC").status == 200)
    #expect(rig.subscribe(trades).takeMessages().count == 1)
    #expect(rig.exchange.record.failedTLS == 0)
  }

  @Test(
    "a handshake is refused, spoiled or not answered",
    arguments: [
      ("upgrade-hang", 0, ""), ("upgrade-status=451", 451, ""), ("upgrade-status", 503, ""),
      ("upgrade-redirect=301", 301, "Location: /elsewhere"),
      ("unasked-deflate", 101, "Sec-WebSocket-Extensions: permessage-deflate"),
    ])
  func handshakes(fault: String, status: Int, header: String) throws {
    let rig = try rig(fault)
    let client = rig.connect()
    client.send(Array((Rig.upgradeHead + "\r\n").utf8))
    rig.settle()
    let answer = Rig.response(client.take())
    #expect(answer.status == status)
    #expect(header.isEmpty || answer.head.contains(header))
    #expect(rig.exchange.record.handshakes.map(\.status) == [status])
  }

  @Test("the accept key is RFC 6455's, or wrong when asked for; refusals may say when to return")
  func acceptKey() throws {
    let right = "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="
    for (faults, wanted) in [([], true), (["wrong-accept"], false)] {
      let rig = try Rig(faults: faults)
      let client = rig.connect()
      client.send(Array((Rig.upgradeHead + "\r\n").utf8))
      rig.settle()
      #expect(Rig.response(client.take()).head.contains(right) == wanted)
    }
    let rig = try rig("upgrade-status=429", "retry-after=7")
    let client = rig.connect()
    client.send(Array((Rig.upgradeHead + "\r\n").utf8))
    rig.settle()
    #expect(Rig.response(client.take()).head.contains("Retry-After: 7"))
  }

  @Test("half-open: nothing comes, not even a pong, and the socket stays")
  func halfOpen() throws {
    let rig = try rig("half-open@10")
    let client = firstTrade(rig)
    #expect(!client.take().isEmpty)
    rig.advance(milliseconds: 10_000)
    client.send(WireFrame.client(opcode: 9, []))
    rig.exchange.trade("KRW-BTC", price: 1_000, volume: 1, at: rig.now.wall)
    rig.advance(milliseconds: 200_000)
    #expect(client.take().isEmpty)
    #expect(client.end == nil)
  }

  @Test("no data: pings are answered")
  func noData() throws {
    let rig = try rig("no-data")
    let client = firstTrade(rig)
    client.send(WireFrame.client(opcode: 9, []))
    rig.settle()
    #expect(WireFrame.read(client.take()).map(\.opcode) == [10])
  }

  @Test(
    "a socket is cut, reset or closed after so many messages",
    arguments: [
      ("cut-after=2", [2, 2], .closed), ("reset-after=2", nil, .reset),
      ("close*1=1011", [2, 8], .closed),
    ] as [(String, [UInt8]?, RawClient.End)])
  func ends(fault: String, opcodes: [UInt8]?, end: RawClient.End) throws {
    let rig = try rig(fault)
    let client = rig.subscribe(trades)
    for _ in 0..<4 {
      rig.exchange.trade("KRW-BTC", price: 1_000, volume: 1, at: rig.now.wall)
      rig.settle()
    }
    rig.advance(milliseconds: 2_100)
    #expect(client.end == end)
    let frames = WireFrame.read(client.take())
    if let opcodes { #expect(frames.map(\.opcode) == opcodes) }
    if fault.hasPrefix("close") { #expect(frames[1].payload == [0x03, 0xF3]) }
  }

  @Test("one byte at a time", arguments: [false, true])
  func byteByByte(tls: Bool) throws {
    let rig = try rig("byte-by-byte", tls: tls)
    let client = firstTrade(rig)
    _ = client.take()
    rig.exchange.trade("KRW-BTC", price: 1_000, volume: 1, at: rig.now.wall)
    var counts: Set<Int> = []
    for _ in 0..<300 {
      rig.turn()
      counts.insert(client.take().count)
    }
    #expect(counts.isSubset(of: [0, 1]) && counts.contains(1))
  }

  @Test("a flood of pings, and a firehose of messages")
  func floods() throws {
    let rig = try rig("ping-flood@1=50")
    let client = firstTrade(rig)
    rig.advance(milliseconds: 2_000)
    #expect(WireFrame.read(client.take()).count { $0.opcode == 9 } >= 500)
    rig.exchange.faults = [Fault(.firehose, value: "3000")]
    rig.advance(milliseconds: 1_100)
    rig.settle()
    #expect(client.takeMessages().count >= 2_900)
  }

  @Test("a client that does not read is dropped")
  func unread() throws {
    let rig = try rig("huge-message")
    let client = rig.openSocket()
    client.send(WireFrame.client(opcode: 1, Array(trades.utf8)))
    client.step()
    for _ in 0..<10 {
      rig.exchange.turn(now: rig.now)
      rig.exchange.trade("KRW-BTC", price: 1_000, volume: 1, at: rig.now.wall)
    }
    #expect(rig.exchange.record.dropped == 1)
    #expect(rig.exchange.openSockets == 0)
  }
}
