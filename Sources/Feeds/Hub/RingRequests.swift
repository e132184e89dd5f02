import MarketData
import Timing

/// The markets of which a follower asks for the whole ring: new ones, and those of which it has missed more
/// than a hub repeats.
struct RingRequests {
  /// After another connection followers ask within so long: rings are large.
  private static let spreadMilliseconds: Int64 = 15_000

  private var wanted: Set<MarketID> = []
  /// When they are asked for; never where they are already.
  private var asksAt = Deadline.never
  private var askedAt = Int64.longAgo

  /// When `advance` is wanted.
  var deadline: Deadline { asksAt }

  /// Whether the ring of a market is asked for now.
  func asks(for market: MarketID) -> Bool { asksAt.isNever && wanted.contains(market) }

  /// These are followed, and no others.
  mutating func follow(_ followed: [MarketID], new: [MarketID], at now: Int64) {
    wanted = wanted.union(new).intersection(followed)
    (asksAt, askedAt) = (.never, now)
  }

  /// Asks for the rings of these, too.
  /// - Parameters:
  ///   - isSpread: not with all other boards at the same time.
  ///   - time: when the hub has what is missed.
  mutating func ask(
    for markets: [MarketID], isSpread: Bool, from time: Int64, using random: inout SplitMix
  ) {
    let isNew = !wanted.isSuperset(of: markets)
    wanted.formUnion(markets)
    askedAt = time
    if !isSpread {
      asksAt = .never
    } else if isNew {
      asksAt = Deadline(time + Int64.random(in: 0..<Self.spreadMilliseconds, using: &random))
    }
  }

  mutating func advance(to now: Int64) { if asksAt.isDue(at: now) { asksAt = .never } }

  /// A ring was told. It is asked for no more where it says enough: one that the broker has kept for longer
  /// leaves out what nobody repeats, and a hub that has just begun does not have all yet: another one comes.
  /// - Parameter clock: what the clock of the market's source shows.
  /// - Returns: whether it was wanted.
  mutating func take(
    _ ring: HubCandles, of market: MarketID, clock: Int64, at now: Int64
  ) -> Bool {
    guard wanted.contains(market) else { return false }
    let isFull = ring.candles.count >= CandleRing.capacity - 1
    let isLast = now - askedAt >= HubSchedule.ringRoundMilliseconds
    if ring.end >= clock - HubSchedule.recentMilliseconds, isFull || isLast {
      wanted.remove(market)
    }
    return true
  }
}
