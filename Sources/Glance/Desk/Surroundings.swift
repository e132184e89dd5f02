import MarketData

/// What is known beyond any exchange: rates of currencies, and what CoinGecko says.
public struct Surroundings: Equatable, Sendable {
  /// Official rates, those of the preferred source first.
  public private(set) var rates: [ExchangeRates] = []
  public private(set) var trending: Trending?
  /// By what coins are called on exchanges: `BTC`.
  public private(set) var facts: [String: CoinFacts] = [:]
  /// When CoinGecko said so, by our monotonic clock.
  public private(set) var trendingHeard: Int64?
  public private(set) var factsHeard: Int64?

  public init() {}

  mutating func take(_ update: Update) {
    switch update {
    case .rates(let rates): self.rates = rates
    case .trending(let trending, let heard): (self.trending, trendingHeard) = (trending, heard)
    case .facts(let facts, let heard): (self.facts, factsHeard) = (facts, heard)
    default: break
    }
  }
}
