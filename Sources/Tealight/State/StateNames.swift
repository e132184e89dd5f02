import Configuration
import Feeds
import MarketData

/// The names of markets and places in a file that outlives the configuration.
struct StateNames {
  /// All markets, and those that may be shown at each place, the preferred one first.
  var markets: IDArray<MarketID, Market>
  var places: IDArray<PlaceID, [MarketID]>

  private let exchanges = Catalogue().exchanges + [Catalogue.publishedMarkets]

  init(_ config: Config) { (markets, places) = (config.markets, config.places) }

  /// `upbit:KRW-BTC`; `BTC/KRW` where several exchanges may serve the place.
  func name(of place: PlaceID) -> String {
    let market = markets[places[place][0]]
    return places[place].count == 1 ? "\(market)" : "\(market.base)/\(market.quote)"
  }

  /// The place with this name, or else one where that market may be shown: a place that several
  /// exchanges could serve may have only one by now.
  func place(_ name: String) -> PlaceID? {
    places.indices.first { self.name(of: $0) == name }
      ?? places.firstIndex { $0.contains { "\(markets[$0])" == name } }
      ?? places.firstIndex { $0.contains { "\(markets[$0].base)/\(markets[$0].quote)" == name } }
  }

  /// Any market of the exchanges: a favourite need not be configured.
  func market(_ name: String) -> Market? {
    if let known = markets.first(where: { $0.description == name }) { return known }
    let parts = name.split(separator: ":", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    return exchanges.first { $0.name == parts[0] }?.market(code: String(parts[1]))
  }
}
