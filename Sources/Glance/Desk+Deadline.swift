import MarketData
import State

// When the screen changes although nothing was said.
extension Desk {
  /// When, by the monotonic clock, the scene of the page on the screen may be another.
  public var screenDeadline: Int64 {
    var soonest = deadline
    let state = markets[shown]
    let asleepAt = state.asleepAt(clock: clock(of: shown), at: now.monotonic)
    if let asleepAt, asleepAt > now.monotonic { soonest = min(soonest, asleepAt) }
    if let until = state.heldBackUntil(at: now.monotonic) { soonest = min(soonest, until) }
    if age(isShownWhenLive: false) != nil { soonest = min(soonest, nextAge) }
    if let at = PageCatalog[page].deadline(of: self) { soonest = min(soonest, at) }
    return soonest
  }

  private static let turnMilliseconds: Int64 = 8_000

  /// How often the lines of a list gave way to the next ones since the user was there.
  var turn: Int {
    Int(max(0, now.monotonic - (activity.idleSince ?? now.monotonic)) / Self.turnMilliseconds)
  }

  /// When they do so again.
  var nextTurnAt: Int64? {
    activity.idleSince.map { $0 + Int64(turn + 1) * Self.turnMilliseconds }
  }
}
