import MarketData

/// Where the markets of the holdings stand in the desk's list.
struct Held: Equatable, Sendable {
  /// In the order of the holdings; nil for those that are not on the desk.
  private(set) var places: [Int?] = []
  /// By their exchange.
  private(set) var markets: [String: Set<Int>] = [:]

  init(_ holdings: [Holding], among known: [MarketState]) {
    let index = Dictionary(
      known.indices.map { (known[$0].market, $0) }, uniquingKeysWith: { first, _ in first })
    for holding in holdings {
      let place = index[holding.market]
      places.append(place)
      if let place { markets[holding.market.exchange, default: []].insert(place) }
    }
  }
}
