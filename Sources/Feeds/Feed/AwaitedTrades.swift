import MarketData
import Timing

/// Finds trades of which a ticker has told and which the stream has not brought: they were lost.
struct AwaitedTrades {
  /// A trade comes so soon after a ticker that tells of it, where it does not come before.
  private static let withinMilliseconds: Int64 = 2_000
  /// An exchange's stamps of one trade differ by no more.
  private static let stampsDiffer: Int64 = 1_000
  /// A stream that brings no trades at all is found out so often.
  private static let everyMilliseconds: Int64 = 30_000

  /// When the newest trade of each market was made that has come, or that was known at first, by the
  /// exchange's clock.
  private var newest: [MarketID: Int64] = [:]
  /// What was told and has not come: when it was made, and by when it is lost, by the monotonic clock.
  private var told: [MarketID: (time: Int64, until: Int64)] = [:]
  private var foundAt: [MarketID: Int64] = [:]

  mutating func came(_ trade: Trade, in market: MarketID) {
    guard trade.time > newest[market] ?? .min else { return }
    newest[market] = trade.time
    if let awaited = told[market], awaited.time <= trade.time + Self.stampsDiffer {
      told[market] = nil
    }
  }

  /// A ticker tells when the last trade was made.
  mutating func told(_ time: Int64, of market: MarketID, at now: Int64) {
    guard let known = newest[market] else {
      newest[market] = time
      return
    }
    guard time > known + Self.stampsDiffer, told[market] == nil else { return }
    let soonest = foundAt[market].map { $0 + Self.everyMilliseconds } ?? .min
    told[market] = (time, max(now + Self.withinMilliseconds, soonest))
  }

  /// A market is followed no more.
  mutating func forget(_ market: MarketID) { (newest[market], told[market]) = (nil, nil) }

  /// What is missing is asked for: whatever is told next is the first.
  mutating func forget() { (newest, told) = ([:], [:]) }

  var deadline: Deadline { told.values.map { Deadline($0.until) }.min() ?? .never }

  /// The markets of which a trade was lost, and since when it may have been.
  mutating func popLost(at now: Int64) -> [(market: MarketID, since: Int64)] {
    guard deadline.isDue(at: now) else { return [] }
    var lost: [(market: MarketID, since: Int64)] = []
    for (market, awaited) in told.sorted(by: { $0.key < $1.key }) where awaited.until <= now {
      lost.append((market, newest[market] ?? awaited.time))
      (told[market], newest[market], foundAt[market]) = (nil, awaited.time, now)
    }
    return lost
  }
}
