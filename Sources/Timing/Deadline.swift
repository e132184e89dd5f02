/// When something is due by the monotonic clock, or that it never is.
///
/// `min` of several is what comes first, and `max` of several is when all of them allow it.
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
  /// It has been due since before anything happened.
  @inlinable
  public static var immediately: Deadline { Deadline(.min) }

  /// When what is done about every `period` milliseconds is done again: at the next whole number of
  /// them by the monotonic clock. What keeps to it is done in the same turn as everything else that
  /// does, and wakes the board once.
  /// - Parameter isPaced: at least a period from now, as nearly as a turn keeps its time.
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
  /// - Parameter longest: at most so many milliseconds; as many as poll(2) can where nothing is
  ///   said.
  /// - Returns: milliseconds; 0 where it is due.
  @inlinable
  public func milliseconds(
    from now: Int64, atMost longest: Int64 = Int64(Int32.max)
  ) -> Int64 {
    if monotonic <= now { return 0 }
    let (wait, isTooLong) = monotonic.subtractingReportingOverflow(now)
    return isTooLong ? longest : min(wait, longest)
  }

  /// Makes it due no later than that.
  @inlinable
  public mutating func advance(to other: Deadline) { self = min(self, other) }

  @inlinable
  public static func < (a: Deadline, b: Deadline) -> Bool { a.monotonic < b.monotonic }
}
