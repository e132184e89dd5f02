import MarketData
import Timing

/// What hubs have told of the markets of one source: which have a price, and which prices are not
/// current.
struct ToldMarkets {
  private var priced: Set<MarketID> = []
  /// Markets that their hub does not hear, or does not speak of, as was last reported.
  private var unheard: [MarketID: Unheard] = [:]
  /// Markets of which messages may have been missed, with the time since when; a nil time is not known.
  /// A hub repeats its messages only now and then. Such a market becomes unheard with the first message
  /// about its source that leaves it out.
  private var unsure: [MarketID: Int64?] = [:]

  var hasPrice: Bool { !priced.isEmpty }

  /// When the first unheard market becomes stale.
  func staleAt(_ staleAfter: Int64) -> Deadline {
    let since = unheard.values.lazy.filter { !$0.isStale }.compactMap(\.since).min()
    return since.map { Deadline($0 + staleAfter) } ?? .never
  }

  /// Notes that a price of a market was told.
  mutating func price(_ market: MarketID) { priced.insert(market) }

  /// Notes that a hub speaks of a market.
  /// - Parameter newest: nil where the hub hears the market.
  /// - Returns: whether that is news.
  mutating func hear(_ market: MarketID, _ newest: Unheard?) -> Bool {
    priced.insert(market)
    unsure[market] = nil
    defer { unheard[market] = newest }
    return unheard[market] != newest
  }

  /// Notes that messages may have been missed since `heard`; nil where the time is not known.
  mutating func doubt(since heard: Int64?) {
    for market in priced where unheard[market] == nil && !unsure.keys.contains(market) {
      unsure[market] = .some(heard)
    }
  }

  /// Notes that the exchange of these markets is no longer asked itself, and was last heard at `heard`;
  /// nil where the time is not known.
  mutating func leave(_ markets: [MarketID], heard: Int64?) {
    priced.formUnion(markets)
    unsure = [:]
    doubt(since: heard)
  }

  /// Notes that a message about their source leaves these markets out.
  /// - Returns: the markets whose state has changed.
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

  /// - Returns: the markets that no longer count as unheard.
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
