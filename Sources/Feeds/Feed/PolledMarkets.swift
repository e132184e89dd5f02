import MarketData
import Timing

/// The markets that only polls bring: each is as old as what was told of it last, whatever the stream
/// says of others.
struct PolledMarkets {
  /// When each market was last told of, by the monotonic clock; until then, when its exchange spoke last.
  private var toldAt: [MarketID: Int64] = [:]
  /// Markets that nobody has told of for too long.
  private var unheard: Set<MarketID> = []
  /// When the next market may become unheard; what is told of it meanwhile makes that later.
  private(set) var deadline = Deadline.never

  /// These markets are polled from now on, and no others. Another market that was unheard, and that
  /// the stream is to bring now, stays unheard until it is told of.
  /// - Parameters:
  ///   - streamed: those that the stream is to bring.
  ///   - since: when the new ones among them count as last told of.
  /// - Returns: those that count as unheard no more.
  mutating func poll(
    _ markets: Set<MarketID>, streamed: Set<MarketID>, since: Int64, _ waits: Feed.Waits
  ) -> [MarketID] {
    guard !markets.isEmpty || !unheard.isEmpty || !toldAt.isEmpty else { return [] }
    toldAt = toldAt.filter { markets.contains($0.key) }
    for market in markets where toldAt[market] == nil { toldAt[market] = since }
    let left = unheard.subtracting(markets).subtracting(streamed)
    unheard.subtract(left)
    deadline =
      markets.isEmpty
      ? .never : min(deadline, Deadline(since + waits.staleAfterMilliseconds))
    return left.sorted()
  }

  /// The stream is heard again, and brings these.
  /// - Returns: those that count as unheard no more.
  mutating func hear(_ markets: Set<MarketID>) -> [MarketID] {
    let heard = unheard.intersection(markets)
    unheard.subtract(heard)
    return heard.sorted()
  }

  /// Markets that the stream is to bring and has not told of yet.
  var awaited: [MarketID] { unheard.filter(isAwaited) }
  func isAwaited(_ market: MarketID) -> Bool {
    unheard.contains(market) && toldAt[market] == nil
  }

  /// A price of a market was told.
  /// - Returns: whether it counts as unheard no more.
  mutating func told(_ market: MarketID, _ waits: Feed.Waits, at now: Int64) -> Bool {
    if toldAt[market] != nil { toldAt[market] = now }
    guard !unheard.isEmpty, unheard.remove(market) != nil else { return false }
    if toldAt[market] != nil {
      deadline.advance(to: Deadline(now + waits.staleAfterMilliseconds))
    }
    return true
  }

  /// - Returns: those that are unheard from now on, and since when.
  mutating func findUnheard(
    _ waits: Feed.Waits, at now: Int64
  ) -> [(market: MarketID, since: Int64)] {
    guard deadline.isDue(at: now) else { return [] }
    deadline = .never
    var found: [(market: MarketID, since: Int64)] = []
    for (market, since) in toldAt where !unheard.contains(market) {
      let staleAt = Deadline(since + waits.staleAfterMilliseconds)
      guard staleAt.isDue(at: now) else {
        deadline.advance(to: staleAt)
        continue
      }
      unheard.insert(market)
      found.append((market, since))
    }
    return found.sorted { $0.market < $1.market }
  }
}
