import Timing

/// Whether a group of calls to a host may be made. It keeps the waits that the host asks for, and
/// those after rejections and after calls that the host could not answer.
public struct CircuitBreaker: Sendable {
  /// No call may be made before this.
  public private(set) var resumesAt = Deadline.immediately
  /// How many times slower than usual calls are to be made, after rejections: 1, 2, 4 … 16.
  public private(set) var slowdown: Int64 = 1
  private var rejections: Int64 = 0
  private var bans: Int64 = 0
  /// Calls in a row that the host could not answer.
  private var failures: Int64 = 0
  private var lastRejection = Int64.longAgo
  /// The end of the wait after the newest rejections, whatever else makes calls wait.
  private var rejectedUntil = Deadline.immediately

  private static let quietMilliseconds: Int64 = 60_000
  /// A longer Retry-After is cut to a day.
  private static let waitSecondsMax: Int64 = 86_400

  public init() {}

  /// Takes an answer that was no error.
  /// - Parameter callsLeft: in the current second, where the host says so.
  public mutating func succeeded(callsLeft: Int?, at now: Int64) {
    if let callsLeft, callsLeft <= 0 { wait(until: now + 1_000) }
    failures = 0
    guard now - lastRejection > Self.quietMilliseconds, rejections > 0 || bans > 0 || slowdown > 1
    else { return }
    lastRejection = now
    (rejections, bans) = (0, 0)
    slowdown = max(1, slowdown / 2)
  }

  /// Takes an HTTP status of 400 or more. Whatever it is, the wait that comes with it is kept.
  /// - Returns: true where it refuses the caller, and not only this call.
  public mutating func failed(status: Int, retryAfterSeconds: Int64?, at now: Int64) -> Bool {
    let asked = retryAfterSeconds.flatMap { $0 < 0 ? nil : min($0, Self.waitSecondsMax) * 1_000 }
    let wait: Int64
    switch StatusMeaning(status: status) {
    case .limitReached:
      // Calls that were under way when the limit was reached are refused as well.
      if rejectedUntil.isDue(at: now) {
        rejections = min(rejections + 1, 7)
        slowdown = min(slowdown * 2, 16)
      }
      wait = asked ?? min(60_000, 500 << rejections)
      rejectedUntil = max(rejectedUntil, Deadline(now + wait))
    case .banned:
      // Calls that were under way when the ban began are answered by the same ban.
      if bans == 0 || resumesAt.isDue(at: now) { bans = min(bans + 1, 7) }
      wait = max(min(3_600_000, 30_000 << bans), asked ?? 0)
    case .blocked: wait = StatusMeaning.blockedMilliseconds
    case .maintenance:
      // Many calls that were under way fail together.
      if resumesAt.isDue(at: now) { failures = min(failures + 1, 5) }
      self.wait(until: now + (asked ?? min(15_000, 500 << failures)))
      return false
    default:
      if status >= 400, let asked { self.wait(until: now + asked) }
      return false
    }
    lastRejection = now
    self.wait(until: now + wait)
    return true
  }

  /// Counts the next ban as the first again.
  public mutating func forgetBans() { bans = 0 }

  private mutating func wait(until time: Int64) { resumesAt = max(resumesAt, Deadline(time)) }
}
