import MarketData
import State
import Timing

// When the screen changes without an update.
extension Desk {
  /// When, by the monotonic clock, the scene of the page on the screen may change by itself.
  public var screenDeadline: Deadline {
    var soonest = deadline
    let shown = shown
    // Looked up first, so that the market's state is not copied.
    let clock = clock(of: shown)
    let asleepAt = markets[shown].asleepAt(clock: clock, at: now.monotonic)
    if !asleepAt.isDue(at: now.monotonic) { soonest.advance(to: asleepAt) }
    soonest.advance(to: markets[shown].heldBackUntil(at: now.monotonic))
    if age(isShownWhenLive: false) != nil { soonest.advance(to: nextAge) }
    soonest.advance(to: PageCatalog[page].deadline(of: self))
    return soonest
  }

  /// How long the lines of a list are shown before the next ones replace them.
  static let lineStepMilliseconds: Int64 = 8_000

  /// How often the lines of a list were replaced by the next ones since the user was last active.
  var lineStep: Int {
    Int(max(0, now.monotonic - (activity.idleSince ?? now.monotonic)) / Self.lineStepMilliseconds)
  }

  /// When the lines are replaced next.
  var nextLineStepAt: Deadline {
    activity.idleSince.map { Deadline($0 + Int64(lineStep + 1) * Self.lineStepMilliseconds) }
      ?? .never
  }
}
