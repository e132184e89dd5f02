import SimulatedExchange
import Testing

@testable import Wire

/// How long a name server may take, and who is blamed.
@Suite(.serialized) struct LookupTests {
  private static let host = "exchange.test"

  @Test(
    "a lookup that takes long is said, given up by those who wait, and goes on for the next",
    .enabled(if: NameServer.canRun, "it takes root to put a name server of its own in the way"))
  func goesOn() throws {
    // The resolver asks once and waits long: whatever is answered belongs to that one question.
    let found = NameServer.with(.silent, options: "timeout:30 attempts:1") { names in
      let bench = try WireBench(tls: false)
      func until(_ holds: (WireBench) -> Bool) -> Bool {
        bench.until {
          names.turn()
          return holds($0)
        }
      }
      var held: [Bool] = []
      bench.connect(host: Self.host)
      held.append(until { _ in names.questions > 0 })
      bench.skipped = 5_000
      held.append(until { $0.events.count == 1 })
      bench.skipped = 29_000
      bench.settle()
      held.append(bench.events.count == 1)
      bench.skipped = 31_000
      held.append(until { $0.events.count == 2 })
      bench.connect(host: Self.host)
      bench.settle()
      bench.skipped = 55_000
      names.manners = .answers
      held.append(until { $0.events.last == "opened" })
      return (held, names.questions, bench.events, bench.causes)
    }
    let (held, questions, events, causes) = try #require(found)
    #expect(held.allSatisfy { $0 }, "\(events)")
    #expect(questions == 1)
    // Whether the second wait is called slow, too, is a matter of what comes first.
    #expect(3...4 ~= events.count && causes.allSatisfy { $0 == .nameLookup })
    #expect(events[0].hasPrefix("delayed: no name server answers for exchange.test:"))
    #expect(events[1].hasPrefix("closed: no name server answers for exchange.test:"))
  }

  @Test(
    "a name server that ignores questions for IPv6 costs the connection none of its time",
    .enabled(if: NameServer.canRun, "it takes root to put a name server of its own in the way"))
  func ignoresIPv6() throws {
    let found = NameServer.with(.ignoresIPv6, options: "timeout:1 attempts:1") { names in
      let bench = try WireBench(tls: false)
      bench.connect(host: Self.host)
      var held = bench.until { _ in
        names.turn()
        return names.questions > 0
      }
      bench.skipped = 15_000
      held =
        bench.until {
          names.turn()
          return $0.events.last == "opened"
        } && held
      return (held, bench.events)
    }
    let (held, events) = try #require(found)
    #expect(held && !events.contains { $0.hasPrefix("closed") }, "\(events)")
  }

  @Test(
    "a name that nobody knows is no fault of the exchange's, for sockets and calls",
    .enabled(if: NameServer.canRun, "it takes root to put a name server of its own in the way"))
  func unknown() throws {
    let found = NameServer.with(.knowsNone, options: "timeout:30 attempts:1") { names in
      let bench = try WireBench(tls: false)
      bench.wire.connect(SocketID(0), url: "ws://\(Self.host)/", caFile: nil)
      bench.wire.get(TransferID(1), url: "http://\(Self.host)/", caFile: nil)
      let held = bench.until {
        names.turn()
        return $0.events.count == 2
      }
      return (held, bench.events, bench.causes)
    }
    let (held, events, causes) = try #require(found)
    #expect(held && events.allSatisfy { $0.contains("resolve host: exchange.test") }, "\(events)")
    let cause: Wire.Cause = Route.leadsOut ? .nameLookup : .network
    #expect(causes == [cause, cause])
  }

  @Test("a socket and a call that need the same name ask once")
  func shared() throws {
    let bench = try WireBench(tls: false)
    bench.connect()
    bench.get("/v1/market/all")
    #expect(bench.until { $0.events.count == 2 })
    #expect(Set(bench.events) == ["opened", "answered 200"])
    #expect(bench.wire.lookups.isEmpty)
  }

  @Test("a limit is ten seconds, and stretches with what the network was seen to take")
  func limits() {
    var limit = TimeLimit()
    #expect(limit.milliseconds() == 10_000 && limit.milliseconds(1_600) == 10_000)
    #expect(limit.milliseconds(4_000) == 24_000 && limit.milliseconds(8_000) == 48_000)
    #expect(limit.milliseconds(.max / 8) == 60_000)
    limit.measured(roundTrip: 8_000)
    #expect(limit.milliseconds() == 48_000)
    // A connection that was there already says nothing of the network.
    limit.measured(roundTrip: 0)
    #expect(limit.milliseconds() == 48_000)
    for _ in 0..<4 { limit.measured(roundTrip: 20) }
    #expect(limit.milliseconds() == 10_000)
  }

  @Test("an answer that lay unread while the machine slept is none")
  func unread() throws {
    let bench = try WireBench(tls: false)
    bench.get("/v1/market/all")
    for _ in 0..<20 { bench.turnWire() }
    for _ in 0..<20 { bench.turnExchange() }
    #expect(!bench.exchange.record.requests.isEmpty && bench.events.isEmpty)
    bench.skipped = 3_600_000
    #expect(bench.until { !$0.events.isEmpty })
    #expect(bench.events.first?.contains("no answer in 3600 s") == true, "\(bench.events)")
  }

  @Test("an answer that goes on has a minute, and no more")
  func goesOnSlowly() throws {
    let bench = try WireBench("rest-drip=1", tls: false)
    bench.get("/v1/market/all")
    for _ in 0..<7 {
      let heard = bench.wire.transfers.first?.body.count ?? 0
      #expect(bench.until { $0.wire.transfers.first?.body.count ?? 0 > heard })
      bench.skipped += 8_000
    }
    #expect(bench.events.isEmpty)
    bench.skipped += 8_000
    #expect(bench.until { !$0.events.isEmpty })
    #expect(bench.events.first?.contains("no answer in 6") == true, "\(bench.events)")
  }

  @Test(
    "a connection that hangs is given up after ten seconds, in words", arguments: [true, false])
  func hangs(tls: Bool) throws {
    let bench = try WireBench(tls ? "hang-on-accept" : "rest-hang", tls: tls)
    if tls { bench.connect() }
    bench.get("/v1/market/all")
    #expect(bench.until { !$0.exchange.record.requests.isEmpty || tls })
    bench.settle()
    bench.skipped = 9_000
    bench.settle()
    #expect(bench.events.isEmpty)
    bench.skipped = 12_000
    #expect(bench.until { $0.events.count == (tls ? 2 : 1) })
    #expect(bench.events.allSatisfy { $0.contains(tls ? "no connection in" : "no answer in") })
    #expect(bench.causes.allSatisfy { $0 == .other })
  }
}
