import MarketData

/// What markets and places are called in a file that outlives the configuration.
struct StateNames {
  /// All there are, and those that could be shown at each place: the preferred first.
  var markets: [Market]
  var places: [[Int]]

  init(_ config: Config) {
    markets = config.markets
    places = config.places
  }

  /// `upbit:KRW-BTC`; `BTC/KRW` where several exchanges could speak.
  func name(ofPlace place: Int) -> String {
    let market = markets[places[place][0]]
    return places[place].count == 1 ? "\(market)" : "\(market.base)/\(market.quote)"
  }

  /// The place that is called so, or else one where that market could be shown.
  func place(_ name: String) -> Int? {
    places.indices.first { self.name(ofPlace: $0) == name }
      ?? places.firstIndex { $0.contains { "\(markets[$0])" == name } }
  }

  func market(_ name: String) -> Market? { markets.first { $0.description == name } }
}
