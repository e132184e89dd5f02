import Timing

/// When a source may be asked again.
struct RetrySchedule {
  /// Never where the source is asked no more.
  private(set) var deadline = Deadline.immediately
  private var failures: Int64 = 0
  /// True where the source itself asked for the wait: then nothing shortens it.
  private var isOrdered = false
  private var failedAt = Int64.longAgo

  private static let capMilliseconds: Int64 = 3_600_000
  /// No wait is shortened to less than this.
  private static let floorMilliseconds: Int64 = 5_000

  mutating func succeeded(nextAt: Int64) {
    deadline = Deadline(nextAt)
    (failures, isOrdered) = (0, false)
  }

  /// After one more failure: a minute, two, four … an hour, or what the source asked for.
  /// - Parameter floor: milliseconds that are waited at least.
  mutating func failed(_ remedy: Rejection.Remedy, at now: Int64, floor: Int64 = 0) {
    failures = min(failures + 1, 7)
    failedAt = now
    let backoff = min(Self.capMilliseconds, 30_000 << failures)
    (deadline, isOrdered) =
      switch remedy {
      case .later: (Deadline(now + max(backoff, floor)), backoff < floor)
      case .after(let wait): (Deadline(now + max(wait, floor, 1_000)), true)
      // No other way is left: the caller has tried them all, and must not go in circles.
      case .otherwise: (Deadline(now + Self.capMilliseconds), true)
      case .stop: (.never, true)
      }
  }

  /// Ends the wait: the network is back, or the user has asked to try now. Where this attempt is too
  /// early, the next wait is a short one again: a network that comes and goes makes no wait longer.
  mutating func retry(at now: Int64) {
    guard failures > 0, !isOrdered else { return }
    deadline.advance(to: Deadline(max(now, failedAt + Self.floorMilliseconds)))
    failures = 0
  }
}
