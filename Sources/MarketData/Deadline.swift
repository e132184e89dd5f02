/// When something is due by the monotonic clock, or that it never is.
///
/// `min` of several is what comes first, and `max` of several is when all of them allow it.
public struct Deadline: Comparable, Hashable, Sendable {
  /// Monotonic milliseconds; the largest number there is stands for never.
  public let monotonic: Int64

  /// - Parameter monotonic: milliseconds by the monotonic clock.
  public init(_ monotonic: Int64) { self.monotonic = monotonic }

  /// Nothing is due.
  public static var never: Deadline { Deadline(.max) }
  /// It has been due since before anything happened.
  public static var immediately: Deadline { Deadline(.min) }

  public var isNever: Bool { self == .never }

  public func isDue(at now: Int64) -> Bool { monotonic <= now && !isNever }

  /// Makes it due no later than that.
  public mutating func advance(to other: Deadline) { self = min(self, other) }

  public static func < (a: Deadline, b: Deadline) -> Bool { a.monotonic < b.monotonic }
}
