import MarketData

extension Desk {
  /// The exchanges of all markets that are shown, each once, and those that others stand in for.
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
        // The exchanges that could serve it next are not asked.
        if market == place.market { break }
      }
    }
    return found
  }
}
