/// What the clock of a source shows, as hubs tell it. Each message is late by the time it was on its
/// way, and never early: the highest difference of the source's clock and ours is the best. It falls
/// slowly, since clocks drift apart and hubs get to know the clocks of exchanges better; messages that
/// wait somewhere for minutes stay late. The first one after a silence may have waited all the while.
struct HubClock {
  private static let windowMilliseconds: Int64 = 30_000
  private static let fallMilliseconds: Int64 = 1_000
  private var windowEnds: Int64?
  /// The index of the hub whose message was the last to reach `offset`; nil before any did.
  private(set) var hub: Int?
  /// The highest difference of this window, and the one left from the windows before.
  private var (newest, older) = (Int64?.none, Int64?.none)
  /// By how much `older` falls when this window ends: a second, and one more for each silent window.
  private var fall = Self.fallMilliseconds

  init(offset: Int64? = nil) { newest = offset }

  /// The source's Unix milliseconds less our monotonic ones.
  var offset: Int64? { [newest, older].compactMap { $0 }.max() }

  /// By how many milliseconds a message took longer than the fastest; nil where `offset` is nil.
  func delay(of clock: Int64, at now: Int64) -> Int64? { offset.map { max(0, $0 + now - clock) } }

  /// - Parameters:
  ///   - hub: the index of the hub that tells the clock.
  ///   - delay: how late the message is by the other clocks in it, which counts where this clock was not
  ///     told before.
  /// - Returns: how much longer the message was on its way than the fastest.
  mutating func accept(_ clock: Int64, of hub: Int, lateBy delay: Int64, at now: Int64) -> Int64 {
    let shown = offset == nil ? clock + delay : clock
    if windowEnds.map({ now >= $0 }) ?? true {
      older = older.map { $0 - fall }
      (older, newest) = (offset, nil)
      let silent = windowEnds.map { (now - $0) / Self.windowMilliseconds } ?? 0
      fall = (1 + silent) * Self.fallMilliseconds
      windowEnds = now + Self.windowMilliseconds
    }
    newest = max(newest ?? .min, shown - now)
    if shown - now == offset { self.hub = hub }
    return offset! + now - clock
  }
}
