import MarketData
import State
import Timing

// When the screen changes although nothing was said.
extension Desk {
  /// When, by the monotonic clock, the scene of the page on the screen may be another.
  public var screenDeadline: Deadline {
    var soonest = deadline
    let shown = shown
    // Looked up first: no state is copied meanwhile.
    let clock = clock(of: shown)
    let asleepAt = markets[shown].asleepAt(clock: clock, at: now.monotonic)
    if !asleepAt.isDue(at: now.monotonic) { soonest.advance(to: asleepAt) }
    soonest.advance(to: markets[shown].heldBackUntil(at: now.monotonic))
    if age(isShownWhenLive: false) != nil { soonest.advance(to: nextAge) }
    soonest.advance(to: PageCatalog[page].deadline(of: self))
    return soonest
  }

  /// So long lines of a list stand before the next ones take their place.
  static let lineStepMilliseconds: Int64 = 8_000

  /// How often the lines of a list gave way to the next ones since the user was there.
  var lineStep: Int {
    Int(max(0, now.monotonic - (activity.idleSince ?? now.monotonic)) / Self.lineStepMilliseconds)
  }

  /// When they do so again.
  var nextLineStepAt: Deadline {
    activity.idleSince.map { Deadline($0 + Int64(lineStep + 1) * Self.lineStepMilliseconds) }
      ?? .never
  }
}
