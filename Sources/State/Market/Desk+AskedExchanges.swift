import MarketData

extension Desk {
  /// Each exchange that is asked, once: those of the shown markets, and those that these stand in for.
  public var askedExchanges: [(name: String, title: String)] {
    var found: [(name: String, title: String)] = []
    for place in places {
      for market in place.candidates {
        let state = markets[market]
        let name = state.market.source
        let isAsked = state.isListed || market == place.market
        if isAsked, !found.contains(where: { $0.name == name }) {
          found.append((name, state.exchangeTitle))
        }
        // The candidates after the shown one are asked only where it is not heard: they are left out.
        if market == place.market { break }
      }
    }
    return found
  }
}
