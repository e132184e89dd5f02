/// When a source may be asked again.
struct Patience {
  /// By the monotonic clock; `.max` for never.
  private(set) var opensAt = Int64.min
  private var failures: Int64 = 0
  /// True where the source itself asked for the wait: then nobody shortens it.
  private var isOrdered = false

  private var failedAt = Int64.min / 2

  private static let capMilliseconds: Int64 = 3_600_000
  /// Nobody shortens a wait to less.
  private static let floorMilliseconds: Int64 = 5_000

  func isOpen(_ now: Int64) -> Bool { opensAt <= now }

  mutating func succeeded(nextAt: Int64) {
    opensAt = nextAt
    (failures, isOrdered) = (0, false)
  }

  /// After one more failure: a minute, two, four … an hour, or what the source asked for.
  /// - Parameter floor: milliseconds that are waited at least.
  mutating func failed(_ remedy: Refusal.Remedy, at now: Int64, floor: Int64 = 0) {
    failures = min(failures + 1, 7)
    failedAt = now
    let backoff = min(Self.capMilliseconds, 30_000 << failures)
    (opensAt, isOrdered) =
      switch remedy {
      case .later: (now + max(backoff, floor), backoff < floor)
      case .after(let wait): (now + max(wait, floor, 1_000), true)
      // In another way at once, but not in circles.
      case .otherwise: (now + Self.capMilliseconds, true)
      case .stop: (.max, true)
      }
  }

  /// The wait was for a network that is there again, or for a person who waits no more.
  mutating func retry(at now: Int64) {
    guard failures > 0, !isOrdered else { return }
    opensAt = min(opensAt, max(now, failedAt + Self.floorMilliseconds))
  }
}
