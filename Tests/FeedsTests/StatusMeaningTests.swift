import MarketData
import Testing
import Timing

@testable import Feeds

@Suite("What an HTTP status means")
struct StatusMeaningTests {
  @Test("a blocked address waits 15 minutes, whatever it asked for", arguments: [403, 451])
  func blocked(status: Int) {
    var breaker = CircuitBreaker()
    let isRejection = breaker.failed(status: status, retryAfterSeconds: 7, at: 1_000)
    #expect(isRejection && breaker.resumesAt == Deadline(901_000))
    #expect(Rejection.status(status).remedy == .after(900_000))
    #expect(Rejection.status(status).failureReason == .blocked)
    #expect(TransportFailure(reason: "", status: status).failureReason == .blocked)
  }

  @Test(
    "calls, handshakes and sources that are no exchanges mean the same by a status",
    arguments: [
      (400, .refused), (401, .keyRefused), (404, .refused), (408, .unreachable), (418, .blocked),
      (422, .refused), (429, .limitReached), (500, .maintenance), (599, .maintenance),
    ] as [(Int, FailureReason)])
  func failureReason(status: Int, failureReason: FailureReason) {
    #expect(StatusMeaning(status: status).failureReason == failureReason)
    #expect(Rejection.status(status).failureReason == failureReason)
    #expect(TransportFailure(reason: "", status: status).failureReason == failureReason)
  }

  @Test("what is no error means nothing", arguments: [-1, 101, 200, 304, 600, 999])
  func fine(status: Int) {
    #expect(StatusMeaning(status: status).failureReason == nil)
    var breaker = CircuitBreaker()
    let isRejection = breaker.failed(status: status, retryAfterSeconds: nil, at: 0)
    #expect(!isRejection && breaker.resumesAt.isDue(at: 0))
  }
}
