import MarketData

/// Of which markets the stream tells. One that it carries and that is not traded is quiet; of one that
/// it leaves out without a word nobody knows.
struct StreamedMarkets {
  /// Those that it was asked for and has not told of yet.
  private var untold: Set<MarketID> = []
  /// Those that it is not heard of, as was said last.
  private var said: Set<MarketID> = []

  /// The stream is to tell of these markets, besides the others.
  mutating func expect(_ markets: [MarketID]) { untold.formUnion(markets) }
  /// Another stream: it is to tell of these markets.
  mutating func restart(_ markets: [MarketID]) { untold = Set(markets) }
  /// It has told of a market, or is not to do so any more.
  mutating func forget(_ market: MarketID) { untold.remove(market) }

  func isUntold(_ market: MarketID) -> Bool { untold.contains(market) }

  /// - Returns: those that it has left out until now: it does not count as carrying them.
  mutating func popLeftOut() -> [MarketID] {
    defer { untold = [] }
    return untold.sorted()
  }

  /// - Returns: what is to be said of markets, where it is news: whether the stream is heard of them.
  mutating func news(uncarried: Set<MarketID>) -> [(market: MarketID, isStreamed: Bool)] {
    guard !untold.isEmpty || !uncarried.isEmpty || !said.isEmpty else { return [] }
    let unheard = uncarried.union(untold)
    defer { said = unheard }
    return unheard.symmetricDifference(said).sorted().map { ($0, !unheard.contains($0)) }
  }
}
