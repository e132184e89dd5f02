import Testing
import Timing

@Suite("When something is due")
struct DeadlineTests {
  @Test("it is due from its time on, and never stays never", arguments: [Int64.min, 0, .max])
  func due(now: Int64) {
    #expect(Deadline(now).isDue(at: now) == (now < .max))
    #expect(Deadline.immediately.isDue(at: now))
    #expect(!Deadline.never.isDue(at: now))
  }

  @Test("the least comes first, and never comes last")
  func order() {
    #expect(min(Deadline.never, Deadline(5), Deadline(7)) == Deadline(5))
    #expect(max(Deadline(5), .never).isNever)
    var deadline = Deadline.never
    deadline.advance(to: Deadline(7))
    deadline.advance(to: Deadline(9))
    #expect(deadline == Deadline(7))
  }

  @Test(
    "a wait is never negative, and never longer than what is allowed",
    arguments: [
      (Deadline(1_500), 500), (Deadline(1_000), 0), (Deadline(0), 0), (.immediately, 0),
      (Deadline(9_000), 2_000), (.never, 2_000),
    ] as [(Deadline, Int64)])
  func wait(deadline: Deadline, milliseconds: Int64) {
    #expect(deadline.milliseconds(from: 1_000, atMost: 2_000) == milliseconds)
    #expect(Deadline.never.milliseconds(from: -5) == Int64(Int32.max))
  }

  @Test(
    "what is done once a second is done at whole seconds, and where it is paced a second later",
    arguments: [
      (0, 1_000, 1_000), (400, 1_000, 2_000), (999, 1_000, 2_000), (1_000, 2_000, 2_000),
      (1_002, 2_000, 2_000), (1_049, 2_000, 2_000), (1_051, 2_000, 3_000),
    ] as [(Int64, Int64, Int64)])
  func shared(now: Int64, next: Int64, paced: Int64) {
    #expect(Deadline.shared(every: 1_000, after: now) == Deadline(next))
    #expect(Deadline.shared(every: 1_000, after: now, isPaced: true) == Deadline(paced))
  }
}
