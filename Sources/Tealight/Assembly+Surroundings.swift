import Configuration
import Feeds

extension Assembly {
  /// The feeds of what is known beyond any exchange.
  func surroundings(seed: UInt64, _ switchboard: inout Switchboard) -> SurroundingFeeds {
    let rates = config.rates ?? Config.Rates()
    let sources = rates.sources.compactMap { Catalogue.rateSource($0, appID: rates.appID) }
    let gecko = CoinGecko(key: config.gecko.key?.text)
    return SurroundingFeeds(
      rates: RateFeed(sources: sources, seed: seed),
      rateEndpoints: sources.map {
        endpoint($0.rest, $0.headers, rates.endpoints[$0.name])
      },
      currencies: sources.isEmpty ? [] : rates.currencies, gecko: GeckoFeed(gecko),
      geckoEndpoint: endpoint(CoinGecko.rest, gecko.headers, config.gecko.endpoints),
      ratesID: switchboard.add(), geckoID: switchboard.add())
  }

  private func endpoint(
    _ rest: String, _ headers: [Header], _ configured: Config.Endpoints?
  ) -> SurroundingFeeds.Endpoint {
    SurroundingFeeds.Endpoint(
      rest: configured?.rest ?? rest, headers: headers, caFile: configured?.caFile)
  }
}
