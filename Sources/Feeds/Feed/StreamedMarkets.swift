import MarketData

/// Of which markets the stream tells. One that it carries and that is not traded is quiet; of one that
/// it leaves out without a word nobody knows.
struct StreamedMarkets {
  /// Markets that it was asked for and has not told of yet.
  private var untold: Set<MarketID> = []
  /// What that was, and what the stream does not carry, when news was taken last.
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

  /// - Returns: what is to be said of markets, where it is news: whether the stream is heard of them.
  mutating func news(uncarried: Set<MarketID>) -> [(market: MarketID, isStreamed: Bool)] {
    // Each turn asks: sets that nobody has changed are the same storage.
    guard untold != said.untold || uncarried != said.uncarried else { return [] }
    let before = said.uncarried.union(said.untold)
    let unheard = uncarried.union(untold)
    said = (untold, uncarried)
    return unheard.symmetricDifference(before).sorted().map { ($0, !unheard.contains($0)) }
  }
}
