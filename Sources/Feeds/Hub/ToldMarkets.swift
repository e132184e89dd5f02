import MarketData
import Timing

/// What hubs have told of the markets of one source: which have a price, and of which it is not of now.
struct ToldMarkets {
  private var priced: Set<MarketID> = []
  /// Markets that their hub does not hear, or does not speak of, as it was said.
  private var unheard: [MarketID: Unheard] = [:]
  /// Since when nobody has listened, by the market: what was said meanwhile is not known, and a hub
  /// repeats it only now and then. They become unheard with the first word of their source that leaves
  /// them out.
  private var unsure: [MarketID: Int64?] = [:]

  var hasPrice: Bool { !priced.isEmpty }

  /// When the first of those that are unheard becomes stale.
  func staleAt(_ staleAfter: Int64) -> Deadline {
    let since = unheard.values.lazy.filter { !$0.isStale }.compactMap(\.since).min()
    return since.map { Deadline($0 + staleAfter) } ?? .never
  }

  /// A price of it was told.
  mutating func price(_ market: MarketID) { priced.insert(market) }

  /// A hub speaks of it.
  /// - Parameter newest: nil where it hears it.
  /// - Returns: whether that is news.
  mutating func hear(_ market: MarketID, _ newest: Unheard?) -> Bool {
    priced.insert(market)
    unsure[market] = nil
    defer { unheard[market] = newest }
    return unheard[market] != newest
  }

  /// Nobody listens, or listened, since that time; nil where it is not known.
  mutating func doubt(since heard: Int64?) {
    for market in priced where unheard[market] == nil && !unsure.keys.contains(market) {
      unsure[market] = .some(heard)
    }
  }

  /// They are asked themselves no more, and were heard last at that time; nil where it is not known.
  mutating func leave(_ markets: [MarketID], heard: Int64?) {
    priced.formUnion(markets)
    unsure = [:]
    doubt(since: heard)
  }

  /// Their source goes on, and leaves these out.
  /// - Returns: those whose state is another.
  mutating func leaveOut(
    _ markets: some Sequence<MarketID>, _ staleAfter: Int64, at now: Int64
  ) -> [(MarketID, Unheard)] {
    guard !unsure.isEmpty || !unheard.isEmpty else { return [] }
    defer { unsure = [:] }
    return markets.compactMap { market in
      let before = unheard[market]
      guard before?.isStale != true, let since = before.map(\.since) ?? unsure[market] else {
        return nil
      }
      let isStale = since.map { now - $0 >= staleAfter } ?? true
      let newest = Unheard(since: since, isStale: isStale)
      unheard[market] = newest
      return newest == before ? nil : (market, newest)
    }
  }

  /// - Returns: those that count as unheard no more.
  mutating func forgetUnheard() -> [MarketID] {
    defer { unheard = [:] }
    return unheard.keys.sorted()
  }

  mutating func forget(allBut markets: [MarketID]) {
    priced.formIntersection(markets)
    unheard = unheard.filter { markets.contains($0.key) }
    unsure = unsure.filter { markets.contains($0.key) }
  }
}
