/// Counts calls by group and address in windows of time, and blocks an address that goes on after
/// it was refused.
struct RateLimits {
  enum Verdict: Equatable {
    /// So many calls are left in this second.
    case allowed(left: Int)
    case tooMany
    /// Blocked for so many more seconds.
    case blocked(Int64)
  }

  private struct Key: Hashable {
    let group: String
    let peer: String
  }

  private struct Window {
    var index: Int64
    var calls: Int
  }

  private struct Offence {
    var refusals = 0
    var lastRefusal: Int64 = 0
    var blockSeconds: Int64
    var blockedUntil: Int64 = 0
  }

  private var windows: [Key: Window] = [:]
  private var offences: [String: Offence] = [:]
  private let blockSeconds: Int64

  /// After so many refusals with less than ten seconds between them the address is blocked.
  private static let refusalsForgiven = 10
  private static let addressLimit = 1_000

  /// - Parameter blockSeconds: how long the first block is.
  init(blockSeconds: Int64 = 60) { self.blockSeconds = blockSeconds }

  /// One call at `now` (monotonic milliseconds); `limit` of them are allowed in each window.
  mutating func admit(
    _ group: String, peer: String, limit: Int, windowMilliseconds: Int64 = 1_000, now: Int64
  ) -> Verdict {
    if let blockedUntil = offences[peer]?.blockedUntil, now < blockedUntil {
      return .blocked((blockedUntil - now + 999) / 1_000)
    }
    if windows.count > Self.addressLimit { windows = [:] }
    let index = now / windowMilliseconds
    let key = Key(group: group, peer: peer)
    var window = windows[key] ?? Window(index: index, calls: 0)
    if window.index != index { window = Window(index: index, calls: 0) }
    window.calls += 1
    windows[key] = window
    return window.calls <= limit ? .allowed(left: limit - window.calls) : refuse(peer, now)
  }

  private mutating func refuse(_ peer: String, _ now: Int64) -> Verdict {
    if offences.count > Self.addressLimit { offences = [:] }
    var offence = offences[peer] ?? Offence(blockSeconds: blockSeconds)
    if now - offence.lastRefusal > 10_000 { offence.refusals = 0 }
    offence.refusals += 1
    offence.lastRefusal = now
    defer { offences[peer] = offence }
    guard offence.refusals > Self.refusalsForgiven else { return .tooMany }
    offence.blockedUntil = now + offence.blockSeconds * 1_000
    offence.blockSeconds = min(3_600, offence.blockSeconds * 2)
    offence.refusals = 0
    return .blocked((offence.blockedUntil - now) / 1_000)
  }
}
