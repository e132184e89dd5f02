import MarketData

/// By which names a market can be chosen.
extension Desk {
  /// The names of the places, and of the other markets in the ranked list.
  public var marketNames: [String] {
    var names = places.flatMap { self.names(of: $0) }
    if settings.ranking != nil { names += list.ranked.map { "\($0.market)" } }
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// The name of the place on the screen.
  public var marketName: String { names(of: places[place])[0] }

  /// The place that is called so, or else one where that market could be shown.
  func place(named name: String) -> PlaceID? {
    places.firstIndex { names(of: $0)[0] == name }
      ?? places.firstIndex { names(of: $0).contains(name) }
  }

  /// `upbit:KRW-BTC`; where several exchanges could serve it `BTC/KRW`, and each of theirs.
  func names(of place: Place) -> [String] {
    let shown = markets[place.market].market
    let pair = place.isShared ? ["\(shown.base)/\(shown.quote)"] : []
    return pair + place.candidates.map { "\(markets[$0].market)" }
  }

  /// The markets that become favourites together: all candidates of a place that several could serve.
  func favouriteGroup(of market: Market) -> Set<Market> {
    let place = places.first { $0.isShared && markets[$0.market].market == market }
    return place.map { Set($0.candidates.map { markets[$0].market }) } ?? [market]
  }

  /// Whether the user has marked it. Each row of a list asks this, so the places are searched only
  /// where one of the few favourites has the same pair.
  public func isFavourite(_ market: Market) -> Bool {
    let favourites = preferences.favourites
    if favourites.contains(market) { return true }
    return favourites.contains { $0.base == market.base && $0.quote == market.quote }
      && !favourites.isDisjoint(with: favouriteGroup(of: market))
  }
}
