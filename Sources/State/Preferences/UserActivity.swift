import Timing

/// When the user was last there, and what that holds back: going home, showing the next market by
/// itself, and taking the hint away. All times are monotonic milliseconds.
public struct UserActivity: Equatable, Sendable {
  /// How long rotating waits after the user was there, and how long a hint stays.
  private static let rotationPauseMilliseconds: Int64 = 60_000
  private static let hintMilliseconds: Int64 = 2_000

  /// Since when the user has not been there; nil before the first look at the clock.
  public private(set) var idleSince: Int64?
  private var rotatedAt: Int64?
  private var rotationPausedUntil = Deadline.immediately
  /// When the hint goes away.
  private(set) var hintEndsAt = Deadline.never

  public init() {}

  /// The user was there.
  mutating func touch(at now: Int64) {
    idleSince = now
    rotationPausedUntil = Deadline(now + Self.rotationPauseMilliseconds)
    hintEndsAt = Deadline(now + Self.hintMilliseconds)
  }

  /// Time has passed.
  mutating func advance(to now: Int64) {
    idleSince = idleSince ?? now
    rotatedAt = rotatedAt ?? now
    if hintEndsAt.isDue(at: now) { hintEndsAt = .never }
  }

  /// Starts both counts anew: while an alert is in front, so that the page and the market before it
  /// are there again after it, and where another time between markets is chosen.
  mutating func hold(at now: Int64) { (idleSince, rotatedAt) = (now, now) }

  /// The next market was shown by itself.
  mutating func rotated(at now: Int64) { rotatedAt = now }

  /// Whether a market was shown by itself since the user was there last.
  public var hasRotated: Bool { (rotatedAt ?? 0) > (idleSince ?? 0) }

  func isHintShown(at now: Int64) -> Bool {
    !hintEndsAt.isNever && !hintEndsAt.isDue(at: now)
  }

  /// When the home page comes back, after so many seconds without the user.
  func homeAt(after seconds: Int, now: Int64) -> Deadline {
    Deadline((idleSince ?? now) + Int64(seconds) * 1_000)
  }

  /// When the next market is shown by itself, every so many seconds.
  func rotateAt(every seconds: Int, now: Int64) -> Deadline {
    max(Deadline((rotatedAt ?? now) + Int64(seconds) * 1_000), rotationPausedUntil)
  }
}
