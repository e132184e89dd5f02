import MarketData
import Timing

/// The markets whose whole ring a follower asks for: new ones, and those of which it has missed more
/// than a hub repeats.
struct RingRequests {
  /// After a new connection, the followers spread their requests over this time: rings are large.
  private static let spreadMilliseconds: Int64 = 15_000

  private var wanted: Set<MarketID> = []
  /// When the rings are asked for; never where they are asked for already.
  private var asksAt = Deadline.never
  private var askedAt = Int64.longAgo

  /// When `advance` is wanted.
  var deadline: Deadline { asksAt }

  /// Whether the ring of a market is asked for now.
  func asks(for market: MarketID) -> Bool { asksAt.isNever && wanted.contains(market) }

  /// Takes all markets that are followed from now on.
  mutating func follow(_ followed: [MarketID], new: [MarketID], at now: Int64) {
    wanted = wanted.union(new).intersection(followed)
    (asksAt, askedAt) = (.never, now)
  }

  /// Asks for the rings of these, too.
  /// - Parameters:
  ///   - isSpread: whether to ask at another time than the other boards.
  ///   - time: when the hub has what was missed.
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

  /// Takes a ring, which is asked for no more where it holds enough. A ring that the broker has kept for
  /// longer lacks candles that no hub repeats, and a hub that has just started does not have all candles
  /// yet: another ring comes.
  /// - Parameter clock: what the clock of the market's source shows.
  /// - Returns: whether the ring was wanted.
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
