import MarketData
import Timing

/// Finds trades of which a ticker has told and which the stream has not brought: they were lost.
struct AwaitedTrades {
  /// How long the stream may take to bring a trade that a ticker has told of, where the trade has not
  /// come before the ticker.
  private static let withinMilliseconds: Int64 = 2_000
  /// Lost trades of a market are found at most this often: its stream may bring no trades at all.
  private static let everyMilliseconds: Int64 = 30_000

  private struct Awaited {
    /// By the exchange's clock: when the trade was made, and when the newest one that has come was made.
    var time: Int64
    var newest: Int64
    /// By the monotonic clock: when the trade counts as lost.
    var until: Int64
  }

  /// When the newest trade of each market was made, of those that have come or that were known at first.
  private var newest: [MarketID: Int64] = [:]
  private var awaited: [MarketID: Awaited] = [:]
  private var foundAt: [MarketID: Int64] = [:]

  mutating func came(_ trade: Trade, in market: MarketID) {
    newest[market] = max(newest[market] ?? .min, trade.time)
    if awaited[market]?.time == trade.time { awaited[market] = nil }
  }

  /// A ticker tells when the last trade was made.
  mutating func told(_ time: Int64, of market: MarketID, at now: Int64) {
    guard let known = newest[market] else {
      newest[market] = time
      return
    }
    guard time > known, awaited[market] == nil else { return }
    let soonest = foundAt[market].map { $0 + Self.everyMilliseconds } ?? .min
    awaited[market] = Awaited(
      time: time, newest: known, until: max(now + Self.withinMilliseconds, soonest))
  }

  /// A market is followed no more.
  mutating func forget(_ market: MarketID) { (newest[market], awaited[market]) = (nil, nil) }

  /// Everything that is missing is asked for: the next trade that a ticker tells of counts as the first.
  mutating func forget() { (newest, awaited) = ([:], [:]) }

  var deadline: Deadline { awaited.values.reduce(.never) { min($0, Deadline($1.until)) } }

  /// The markets that have lost a trade, and since when they may have lost others, too.
  mutating func popLost(at now: Int64) -> [(market: MarketID, since: Int64)] {
    guard deadline.isDue(at: now) else { return [] }
    let lost = awaited.filter { $0.value.until <= now }.sorted { $0.key < $1.key }
    for (market, trade) in lost {
      newest[market] = max(newest[market] ?? .min, trade.time)
      (awaited[market], foundAt[market]) = (nil, now)
    }
    return lost.map { ($0, $1.newest) }
  }
}
