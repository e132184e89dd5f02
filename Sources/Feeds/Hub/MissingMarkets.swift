import MarketData
import Timing

/// The followed markets that no hub has.
struct MissingMarkets {
  /// How long a market counts as new on the board.
  private static let newMilliseconds: Int64 = 10_000

  /// Since when each market is followed: a hub that is asked for a market has it a moment later.
  private var followedSince: [MarketID: Int64] = [:]
  /// The markets that were named as missing.
  private var told: Set<MarketID> = []

  /// When the next wait for a hub to have a market ends.
  func deadline(at now: Int64) -> Deadline {
    let ends = followedSince.values.lazy.map { $0 + HubSchedule.patienceMilliseconds }
    return ends.filter { now < $0 }.min().map { Deadline($0) } ?? .never
  }

  /// Takes all markets that are followed from now on.
  mutating func follow(_ followed: [MarketID], at now: Int64) {
    let since = followed.map { ($0, followedSince[$0] ?? now) }
    followedSince = Dictionary(since, uniquingKeysWith: { first, _ in first })
    told.formIntersection(followed)
  }

  /// Whether a market is followed only since a moment ago: no hub has lost it, and no fleet lacks it.
  func isNew(_ market: MarketID, at now: Int64) -> Bool {
    followedSince[market].map { now - $0 < Self.newMilliseconds } ?? false
  }

  /// Says whether no hub has a market.
  /// - Returns: whether that is news. A market that may yet come is not missing.
  mutating func tell(_ market: MarketID, isMissing: Bool, at now: Int64) -> Bool {
    let since = followedSince[market]!
    if isMissing, now - since < HubSchedule.patienceMilliseconds { return false }
    return isMissing ? told.insert(market).inserted : told.remove(market) != nil
  }

  /// Forgets these markets: they are asked for elsewhere.
  mutating func forget(_ markets: [MarketID]) { told.subtract(markets) }
}
