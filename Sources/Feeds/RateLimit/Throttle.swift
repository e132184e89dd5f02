import Timing

/// Lets an action begin at most once in `milliseconds`. An action that is asked for too soon is put
/// off and done once, however often it was asked for.
struct Throttle {
  private let milliseconds: Int64
  /// The earliest time for the next action.
  private(set) var allowsAt = Deadline.immediately
  /// When the action that was asked for may begin.
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
