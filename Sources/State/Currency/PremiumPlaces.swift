import MarketData

/// The places whose prices make premiums. They are found anew only where the places or their markets
/// change, because premiums are looked at each second.
struct PremiumPlaces: Sendable {
  /// Where the two prices of one base are; each list is in the order of the places and never empty.
  struct Pair: Sendable {
    /// `BTC`.
    let base: String
    /// Where it is shown in won.
    let won: [PlaceID]
    /// Where it is shown in dollars or in a dollar coin.
    let dollars: [PlaceID]
  }

  /// For each base that is shown both in won and in dollars, in the order of the first places in won.
  let pairs: [Pair]
  /// The places of dollar coins that are shown in a currency.
  let coins: [PlaceID]

  init(_ places: IDArray<PlaceID, Desk.Place>, of markets: IDArray<MarketID, MarketState>) {
    func market(_ place: PlaceID) -> Market { markets[places[place].market].market }
    coins = places.indices.filter {
      Dollars.coins.contains(market($0).base) && !Dollars.coins.contains(market($0).quote)
    }
    let won = places.indices.filter { market($0).quote == "KRW" }
    let dollars = places.indices.filter { Dollars.all.contains(market($0).quote) }
    let wonGroups = Dictionary(grouping: won) { market($0).base }
    let dollarGroups = Dictionary(grouping: dollars) { market($0).base }
    pairs = won.compactMap { place in
      let base = market(place).base
      guard let won = wonGroups[base], won[0] == place, let dollars = dollarGroups[base]
      else { return nil }
      return Pair(base: base, won: won, dollars: dollars)
    }
  }

  /// Nil where a base is not shown in both.
  subscript(base: String) -> Pair? { pairs.first { $0.base == base } }
}
