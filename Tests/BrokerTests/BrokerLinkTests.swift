import Broker
import Testing

@Suite("A broker's link is kept up by rules and nothing else")
struct BrokerLinkTests {
  private var link = BrokerLink(seed: 1)

  @Test("the first connection is made at once, with MQTT 5")
  mutating func first() {
    #expect(link.popDue(at: 0) == .five)
    #expect(link.popDue(at: 100_000) == nil, "one at a time")
  }

  @Test("a broker that does not know MQTT 5 is asked with 3.1.1 at once")
  mutating func olderVersion() {
    for cause in [BrokerFailure.Cause.version, .malformed, .lost] {
      link = BrokerLink(seed: 1)
      _ = link.popDue(at: 0)
      link.closed(BrokerFailure(cause), at: 40)
      #expect(link.popDue(at: 40) == .three, "\(cause)")
      link.closed(BrokerFailure(cause), at: 80)
      #expect(link.popDue(at: 80) == nil, "\(cause)")
    }
  }

  @Test("a broker that knows MQTT 5 is asked with 3.1.1 only where it says that it does not")
  mutating func knownVersion() {
    _ = link.popDue(at: 0)
    link.connected(at: 0)
    link.closed(BrokerFailure(.lost), at: 100_000)
    #expect(link.popDue(at: link.deadline.monotonic) == .five)
    link.closed(BrokerFailure(.lost), at: 110_000)
    #expect(link.popDue(at: link.deadline.monotonic) == .five)
    link.closed(BrokerFailure(.version), at: 120_000)
    #expect(link.popDue(at: 120_000) == .three)
  }

  @Test("what worked is used again after a loss, and 5 is tried again after a refusal")
  mutating func versionAgain() {
    _ = link.popDue(at: 0)
    link.closed(BrokerFailure(.version), at: 1)
    _ = link.popDue(at: 1)
    link.connected(at: 2)
    link.closed(BrokerFailure(.lost), at: 100_000)
    #expect(link.popDue(at: link.deadline.monotonic) == .three)
    link.closed(BrokerFailure(.unreachable), at: 200_000)
    #expect(link.popDue(at: link.deadline.monotonic) == .five)
  }

  @Test("waits are spread between one second and a minute, and begin anew after a good minute")
  mutating func waits() {
    var now: Int64 = 0
    var waits: [Int64] = []
    for _ in 0..<200 {
      _ = link.popDue(at: now)
      link.closed(BrokerFailure(.unreachable), at: now)
      waits.append(link.deadline.monotonic - now)
      now = link.deadline.monotonic
    }
    #expect(waits.allSatisfy { 1_000...60_000 ~= $0 })
    #expect(waits[0] <= 2_000)
    #expect(Set(waits).count > 150)
    _ = link.popDue(at: now)
    link.connected(at: now)
    now += 60_000
    link.closed(BrokerFailure(.lost), at: now)
    #expect(link.deadline.monotonic - now <= 2_000)
  }

  @Test("two boards of one name give up after three takeovers, and try again ten minutes later")
  mutating func takeovers() {
    var now: Int64 = 0
    for round in 1...3 {
      now = max(now, link.deadline.monotonic)
      #expect(link.popDue(at: now) != nil)
      link.connected(at: now)
      now += 500
      // Of MQTT 3.1.1, where nothing is said.
      link.closed(BrokerFailure(.lost), at: now)
      #expect(link.failure?.cause == (round < 3 ? .lost : .takenOver))
    }
    #expect(601_000...660_000 ~= link.deadline.monotonic - now, "not both at once")
    now = link.deadline.monotonic
    _ = link.popDue(at: now)
    link.connected(at: now)
    #expect(link.failure == nil)
    link.closed(BrokerFailure(.lost), at: now + 61_000)
    #expect(link.failure?.cause == .lost, "a good minute ends the count")
  }

  @Test("a connect that fails, or a connection that holds for ten seconds, is no takeover")
  mutating func noTakeovers() {
    var now: Int64 = 0
    // How long each holds; nil where the broker cannot be reached.
    for held: Int64? in [500, 500, nil, 500, 500, 10_000, 500, 500, nil] {
      now = max(now, link.deadline.monotonic)
      #expect(link.popDue(at: now) != nil)
      if let held {
        link.connected(at: now)
        now += held
      }
      link.closed(BrokerFailure(held == nil ? .unreachable : .lost), at: now)
      #expect(link.failure?.cause != .takenOver)
    }
  }

  @Test("a broker that says nothing for thirty seconds is called silent")
  mutating func silent() {
    _ = link.popDue(at: 1_000)
    #expect(link.deadline.monotonic == 31_000)
    link.advance(to: 30_999)
    #expect(link.failure == nil)
    link.advance(to: 31_000)
    #expect(link.failure?.cause == .silent)
    #expect(link.deadline.isNever)
    link.connected(at: 32_000)
    #expect(link.failure == nil)
  }

  @Test("whoever asks has it tried now")
  mutating func retry() {
    _ = link.popDue(at: 0)
    link.closed(BrokerFailure(.unreachable), at: 0)
    link.retry(at: 10)
    #expect(link.popDue(at: 10) != nil)
    link.retry(at: 20)
    #expect(link.popDue(at: 20) == nil, "it connects already")
  }

  @Test("once there is a network again, failures without it make no wait longer")
  mutating func network() {
    for now: Int64 in stride(from: 0, to: 600_000, by: 60_000) {
      _ = link.popDue(at: now)
      link.closed(BrokerFailure(.unreachable), at: now)
    }
    link.networkReturned(at: 600_000)
    #expect(link.popDue(at: 600_000) != nil)
    link.closed(BrokerFailure(.unreachable), at: 600_000)
    #expect(link.deadline.monotonic <= 602_000)
  }
}
