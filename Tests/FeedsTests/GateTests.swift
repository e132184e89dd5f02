import Testing

@testable import Feeds

@Suite struct GateTests {
  @Test(
    "a wait that comes with an error is kept, and is no refusal of the caller",
    arguments: [404, 500, 503])
  func waits(status: Int) {
    var gate = Gate()
    let isRefusal = gate.refused(status: status, retryAfterSeconds: 120, at: 1_000)
    #expect(!isRefusal && gate.opensAt == 121_000 && gate.slowness == 1)
    // Nobody means more than a day, and a shorter wait does not end a longer one.
    _ = gate.refused(status: status, retryAfterSeconds: .max, at: 1_000)
    _ = gate.refused(status: status, retryAfterSeconds: 1, at: 1_000)
    #expect(gate.opensAt == 86_401_000)
  }

  @Test("an error without a wait, or an answer with one, holds nobody back")
  func noWait() {
    var gate = Gate()
    _ = gate.refused(status: 503, retryAfterSeconds: nil, at: 1_000)
    _ = gate.refused(status: 503, retryAfterSeconds: -1, at: 1_000)
    _ = gate.refused(status: 304, retryAfterSeconds: 60, at: 1_000)
    #expect(gate.isOpen(0))
  }
}
