import MarketData

/// Of which markets the stream tells. A market that it carries and that is not traded is quiet; of
/// a market that it leaves out without a word nothing is known.
struct StreamedMarkets {
  /// Markets that it was asked for and has not told of yet.
  private var untold: Set<MarketID> = []
  /// What was untold, and what the stream did not carry, when news was last taken.
  private var said: (untold: Set<MarketID>, uncarried: Set<MarketID>) = ([], [])

  /// The stream is to tell of these markets, besides the others.
  mutating func expect(_ markets: [MarketID]) { untold.formUnion(markets) }
  /// Another stream: it is to tell of these markets.
  mutating func restart(_ markets: [MarketID]) { untold = Set(markets) }
  /// It has told of a market, or is not to do so any more.
  mutating func forget(_ market: MarketID) { if !untold.isEmpty { untold.remove(market) } }

  func isUntold(_ market: MarketID) -> Bool { untold.contains(market) }

  /// - Returns: those that it has left out until now: it does not count as carrying them.
  mutating func popLeftOut() -> [MarketID] {
    defer { untold = [] }
    return untold.sorted()
  }

  /// - Returns: the markets for which it has changed whether the stream is heard of them.
  mutating func news(uncarried: Set<MarketID>) -> [(market: MarketID, isStreamed: Bool)] {
    // Each turn asks, and that is cheap: sets that nobody has changed share their storage.
    guard untold != said.untold || uncarried != said.uncarried else { return [] }
    let before = said.uncarried.union(said.untold)
    let unheard = uncarried.union(untold)
    said = (untold, uncarried)
    return unheard.symmetricDifference(before).sorted().map { ($0, !unheard.contains($0)) }
  }
}
