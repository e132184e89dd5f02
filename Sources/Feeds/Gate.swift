/// Whether a limit group may be called: the exchange's own word, and the stops it imposes.
public struct Gate: Sendable {
  /// Nothing may be sent before this, by the monotonic clock.
  public private(set) var opensAt = Int64.min
  /// How many times slower than usual, after refusals: 1, 2, 4 … 16.
  public private(set) var slowness: Int64 = 1
  private var refusals: Int64 = 0
  private var bans: Int64 = 0
  private var lastRefusal = Int64.min / 2

  private static let quietMilliseconds: Int64 = 60_000
  /// Whoever asks for more than a day means never, or nothing.
  private static let waitSecondsMax: Int64 = 86_400

  public init() {}

  public func isOpen(_ now: Int64) -> Bool { now >= opensAt }

  /// - Parameter callsLeft: in the current second, where the exchange says so.
  public mutating func answered(callsLeft: Int?, at now: Int64) {
    if let callsLeft, callsLeft <= 0 { opensAt = max(opensAt, now + 1_000) }
    guard now - lastRefusal > Self.quietMilliseconds, refusals > 0 || bans > 0 || slowness > 1
    else { return }
    lastRefusal = now
    (refusals, bans) = (0, 0)
    slowness = max(1, slowness / 2)
  }

  /// Takes an HTTP status of 400 or more. Whatever it is, the wait that comes with it is kept.
  /// - Returns: true where it was a refusal of the caller, not of the call.
  public mutating func refused(status: Int, retryAfterSeconds: Int64?, at now: Int64) -> Bool {
    let asked = retryAfterSeconds.flatMap { $0 < 0 ? nil : min($0, Self.waitSecondsMax) * 1_000 }
    let wait: Int64
    switch status {
    case 429:
      refusals = min(refusals + 1, 7)
      slowness = min(slowness * 2, 16)
      wait = asked ?? min(60_000, 500 << refusals)
    case 418:
      bans = min(bans + 1, 7)
      wait = max(min(3_600_000, 30_000 << bans), asked ?? 0)
    case 403, 451: wait = 900_000
    default:
      if status >= 400, let asked { opensAt = max(opensAt, now + asked) }
      return false
    }
    lastRefusal = now
    opensAt = max(opensAt, now + wait)
    return true
  }
}
