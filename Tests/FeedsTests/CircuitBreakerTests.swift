import MarketData
import Testing
import Timing

@testable import Feeds

@Suite struct CircuitBreakerTests {
  @Test(
    "a wait that comes with an error is kept, and is no refusal of the caller",
    arguments: [404, 500, 503])
  func waits(status: Int) {
    var breaker = CircuitBreaker()
    let isRejection = breaker.failed(status: status, retryAfterSeconds: 120, at: 1_000)
    #expect(!isRejection && breaker.resumesAt == Deadline(121_000) && breaker.slowdown == 1)
    // Nobody means more than a day, and a shorter wait does not end a longer one.
    _ = breaker.failed(status: status, retryAfterSeconds: .max, at: 1_000)
    _ = breaker.failed(status: status, retryAfterSeconds: 1, at: 1_000)
    #expect(breaker.resumesAt == Deadline(86_401_000))
  }

  @Test("an error that concerns one call, or an answer with a wait, holds nobody back")
  func noWait() {
    var breaker = CircuitBreaker()
    _ = breaker.failed(status: 404, retryAfterSeconds: nil, at: 1_000)
    _ = breaker.failed(status: 400, retryAfterSeconds: -1, at: 1_000)
    _ = breaker.failed(status: 304, retryAfterSeconds: 60, at: 1_000)
    #expect(breaker.resumesAt.isDue(at: 0))
  }

  @Test("a host that cannot answer is asked more and more seldom, until it answers")
  func maintenance() {
    var breaker = CircuitBreaker()
    var now: Int64 = 0
    let waits = (0..<6).map { _ -> Int64 in
      let isRejection = breaker.failed(status: 503, retryAfterSeconds: nil, at: now)
      // What was under way with it fails, too.
      _ = breaker.failed(status: 500, retryAfterSeconds: -1, at: now)
      #expect(!isRejection && breaker.slowdown == 1)
      defer { now = breaker.resumesAt.monotonic }
      return breaker.resumesAt.monotonic - now
    }
    #expect(waits == [1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
    breaker.succeeded(callsLeft: nil, at: now)
    _ = breaker.failed(status: 502, retryAfterSeconds: nil, at: now)
    #expect(breaker.resumesAt == Deadline(now + 1_000))
  }

  @Test("answers to what was under way when a ban began are of the same ban")
  func oneBan() {
    var breaker = CircuitBreaker()
    _ = breaker.failed(status: 418, retryAfterSeconds: nil, at: 0)
    _ = breaker.failed(status: 418, retryAfterSeconds: nil, at: 100)
    #expect(breaker.resumesAt == Deadline(60_100))
    _ = breaker.failed(status: 418, retryAfterSeconds: nil, at: 60_100)
    #expect(breaker.resumesAt == Deadline(180_100))
    breaker.forgetBans()
    _ = breaker.failed(status: 418, retryAfterSeconds: nil, at: 180_100)
    #expect(breaker.resumesAt == Deadline(240_100))
    // Nor is one shorter because a lesser refusal came before it.
    var other = CircuitBreaker()
    _ = other.failed(status: 429, retryAfterSeconds: 10, at: 0)
    _ = other.failed(status: 418, retryAfterSeconds: nil, at: 0)
    #expect(other.resumesAt == Deadline(60_000))
  }

  @Test("answers to what was under way when a limit was reached are of the same refusal")
  func oneRefusal() {
    var breaker = CircuitBreaker()
    // A wait that the host has announced is no refusal yet.
    breaker.succeeded(callsLeft: 0, at: 0)
    for (now, resumesAt, slowdown) in [
      (0, 1_000, 2), (100, 1_100, 2), (1_099, 2_099, 2), (2_099, 4_099, 4), (2_100, 4_100, 4),
      (4_100, 8_100, 8),
    ] as [(Int64, Int64, Int64)] {
      let isRejection = breaker.failed(status: 429, retryAfterSeconds: nil, at: now)
      #expect(isRejection && breaker.resumesAt == Deadline(resumesAt))
      #expect(breaker.slowdown == slowdown)
    }
    // Nor does another wait hide one.
    breaker.succeeded(callsLeft: 0, at: 8_100)
    _ = breaker.failed(status: 429, retryAfterSeconds: nil, at: 8_120)
    #expect(breaker.slowdown == 16)
  }
}
