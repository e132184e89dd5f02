import MarketData

extension Feed {
  /// Goes on as another feed of the same exchange would begin, without losing what it has: by the
  /// other's limits, and with the other's markets besides its own.
  public mutating func adopt(_ other: Feed, at now: Moment) {
    limits = other.limits
    let known = Set(markets.map(\.index))
    let newcomers = other.markets.filter { !known.contains($0.index) }
    guard !newcomers.isEmpty else { return }
    markets += newcomers
    table = MarketTable(markets.map { ($0.code, $0.index) })
    listed.formUnion(newcomers.map(\.index))
    guard endpoint.marketList != nil else { return }
    // A list that is under way may have been asked for without them.
    calls = calls.filter { $0.value.group != .list }
    listCalls = []
    listAt = opening(.list, now.monotonic)
  }
}
