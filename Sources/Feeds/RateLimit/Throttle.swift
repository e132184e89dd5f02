import Timing

/// Lets something begin at most once in so many milliseconds. What is asked for too soon is put off
/// and done once, however often it was asked for.
struct Throttle {
  private let milliseconds: Int64
  /// The earliest time for the next one.
  private(set) var allowsAt = Deadline.immediately
  /// When what was asked for may begin.
  private(set) var deadline = Deadline.never

  init(milliseconds: Int64) { self.milliseconds = milliseconds }

  mutating func ask(at now: Int64) {
    if deadline.isNever { deadline = max(Deadline(now), allowsAt) }
  }

  mutating func begin(at now: Int64) {
    allowsAt = Deadline(now + milliseconds)
    deadline = .never
  }
}
