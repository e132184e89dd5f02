import MarketData

/// The markets of a configuration, and the places on the screen that they are shown at.
struct Markets {
  /// All that are followed, each once.
  private(set) var markets: IDArray<MarketID, Market> = []
  /// The markets that could be shown at each place, the preferred first.
  private(set) var places: IDArray<PlaceID, [MarketID]> = []

  /// Adds a place; false where these markets have one already.
  mutating func place(_ candidates: [Market]) -> Bool {
    let place = candidates.map { follow($0) }
    guard !places.contains(place) else { return false }
    places.append(place)
    return true
  }

  /// Adds it, unless it is there already.
  @discardableResult
  mutating func follow(_ market: Market) -> MarketID {
    markets.firstIndex(of: market) ?? markets.append(market)
  }

  /// The names by which a place can be chosen.
  var names: [String] {
    places.flatMap { place in
      let first = markets[place[0]]
      return (place.count > 1 ? ["\(first.base)/\(first.quote)"] : [])
        + place.map { "\(markets[$0])" }
    }
  }

  /// Whether a market has a place: the market of a holding is followed without one.
  func shows(_ market: Market) -> Bool {
    places.contains { $0.contains { markets[$0] == market } }
  }

  /// The preferred market of each place.
  var shown: [Market] { places.map { markets[$0[0]] } }
}
