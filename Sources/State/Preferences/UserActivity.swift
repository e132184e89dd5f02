/// When the user was last there, and what that holds back: going home, showing the next market by
/// itself, and taking the hint away. All times are monotonic milliseconds.
public struct UserActivity: Equatable, Sendable {
  /// How long rotating waits after the user was there, and how long a hint stays.
  private static let rotationPauseMilliseconds: Int64 = 60_000
  private static let hintMilliseconds: Int64 = 2_000

  /// Since when the user has not been there; nil before the first look at the clock.
  public private(set) var idleSince: Int64?
  private var rotatedAt: Int64?
  private var rotationPausedUntil = Int64.min
  private var hintUntil: Int64?

  public init() {}

  /// The user was there.
  mutating func touch(at now: Int64) {
    idleSince = now
    rotationPausedUntil = now + Self.rotationPauseMilliseconds
    hintUntil = now + Self.hintMilliseconds
  }

  /// Time has passed.
  mutating func advance(to now: Int64) {
    idleSince = idleSince ?? now
    rotatedAt = rotatedAt ?? now
    if let at = hintUntil, at <= now { hintUntil = nil }
  }

  /// Begins to count anew, as while an alert is in front: what was chosen before it is there again
  /// after it.
  mutating func hold(at now: Int64) { (idleSince, rotatedAt) = (now, now) }

  /// The next market was shown by itself.
  mutating func rotated(at now: Int64) { rotatedAt = now }

  func isHintShown(at now: Int64) -> Bool { hintUntil.map { now < $0 } ?? false }

  /// When the home page comes back, after so many seconds without the user.
  func homeAt(after seconds: Int, now: Int64) -> Int64 {
    (idleSince ?? now) + Int64(seconds) * 1_000
  }

  /// When the next market is shown by itself, every so many seconds.
  func rotateAt(every seconds: Int, now: Int64) -> Int64 {
    max((rotatedAt ?? now) + Int64(seconds) * 1_000, rotationPausedUntil)
  }

  /// When the hint goes away.
  var hintEndsAt: Int64? { hintUntil }
}
