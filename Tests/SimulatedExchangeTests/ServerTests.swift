import Testing

@testable import SimulatedExchange

struct ServerTests {
  @Test("a half's paths work below its name, and the first one's without it")
  func paths() throws {
    let rig = try Rig()
    let plain = rig.get("/v1/ticker?markets=KRW-BTC")
    #expect(plain.status == 200)
    #expect(rig.get("/upbit/v1/ticker?markets=KRW-BTC").body == plain.body)
    #expect(rig.get("/nobody/v1/ticker?markets=KRW-BTC").status == 404)
    let client = rig.openSocket(path: "/upbit/websocket/v1")
    rig.say(#"[{"ticket":"t"},{"type":"trade","codes":["KRW-BTC"]}]"#, on: client)
    #expect(client.takeMessages().count == 1)
  }

  @Test("the table names what is simulated", arguments: [false, true])
  func table(tls: Bool) throws {
    let rig = try Rig(tls: tls)
    let (s, authority) = tls ? ("s", "ca_file = \"/ca.pem\"\n") : ("", "")
    #expect(
      rig.exchange.table(caFile: "/ca.pem") == """
        [exchange.upbit]
        websocket = "ws\(s)://localhost:\(rig.exchange.port)/upbit/websocket/v1"
        rest = "http\(s)://localhost:\(rig.exchange.port)/upbit/v1"
        \(authority)
        """)
    let both = try Rig(tls: tls) { $0.sources = ["upbit", "frankfurter"] }
    #expect(
      both.exchange.table(caFile: "/ca.pem").hasSuffix(
        """
        \(authority)
        [rates.frankfurter]
        rest = "http\(s)://localhost:\(both.exchange.port)/frankfurter"
        \(authority)
        """))
  }

  @Test("a half that does not exist is refused with those that do")
  func unknown() {
    #expect(throws: SimulatedServer.Failure.self) { try Rig { $0.sources = ["nobody"] } }
    #expect(throws: FaultError.source("nobody")) { try Fault(argument: "nobody:text") }
  }

  @Test("a fault may be aimed at one half, unless it comes before anybody is called")
  func aim() throws {
    let fault = try Fault(argument: "upbit:field@1-2%3*4=a:1")
    #expect(fault.source == "upbit" && fault.kind == .field && fault.value == "a:1")
    #expect(throws: FaultError.aimed("upbit:refuse-port")) {
      try Fault(argument: "upbit:refuse-port")
    }
    let plan = FaultPlan(faults: [fault], seed: 1)
    plan.elapsed = 1_000
    #expect(plan.current(.field) == nil && plan.aimed(at: "other").current(.field) == nil)
    #expect(plan.aimed(at: "upbit").current(.field) != nil)
    let clocks = try Rig(faults: ["clock@10=-7000", "bithumb:clock=5000"]) {
      $0.sources = ["upbit", "bithumb"]
    }
    #expect(clocks.exchange.clockOffset(of: "bithumb") == 5_000)
    #expect(clocks.exchange.wall == clocks.now.wall)
    let rig = try Rig(faults: ["coingecko:rest-status=403"]) {
      $0.sources = ["upbit", "coingecko"]
    }
    #expect(rig.get("/v1/market/all").status == 200)
    #expect(rig.get("/coingecko/api/v3/ping").status == 403)
  }
}
