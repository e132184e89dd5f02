/// When something is due by the monotonic clock; it may be never.
///
/// The `min` of several deadlines is the first of them; the `max` is when all of them are due.
@frozen
public struct Deadline: Comparable, Hashable, Sendable {
  /// Monotonic milliseconds; the largest number there is stands for never.
  public let monotonic: Int64

  /// - Parameter monotonic: milliseconds by the monotonic clock.
  @inlinable
  public init(_ monotonic: Int64) { self.monotonic = monotonic }

  /// Nothing is due.
  @inlinable
  public static var never: Deadline { Deadline(.max) }
  /// Already due, whatever the time is.
  @inlinable
  public static var immediately: Deadline { Deadline(.min) }

  /// The next time of a task that is done about every `period` milliseconds: the next multiple of
  /// the period by the monotonic clock. All tasks that use it are done in the same turn, and wake
  /// the board only once.
  /// - Parameter isPaced: whether it is at least about a period from now; a turn may be a little early.
  @inlinable
  public static func shared(
    every period: Int64, after now: Int64, isPaced: Bool = false
  ) -> Deadline {
    let least = isPaced ? period - period / 20 : 1
    return Deadline((now + least + period - 1) / period * period)
  }

  @inlinable
  public var isNever: Bool { self == .never }

  @inlinable
  public func isDue(at now: Int64) -> Bool { monotonic <= now && !isNever }

  /// How long poll(2) is to wait for it.
  /// - Parameter longest: the longest wait, in milliseconds; by default the longest that poll(2) takes.
  /// - Returns: milliseconds; 0 where it is due.
  @inlinable
  public func milliseconds(
    from now: Int64, atMost longest: Int64 = Int64(Int32.max)
  ) -> Int64 {
    if monotonic <= now { return 0 }
    let (wait, isTooLong) = monotonic.subtractingReportingOverflow(now)
    return isTooLong ? longest : min(wait, longest)
  }

  /// Makes it due no later than another deadline.
  @inlinable
  public mutating func advance(to other: Deadline) { self = min(self, other) }

  @inlinable
  public static func < (a: Deadline, b: Deadline) -> Bool { a.monotonic < b.monotonic }
}
