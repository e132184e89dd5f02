import MarketData

/// Data that belongs to no exchange: rates of currencies, what CoinGecko tells, and which services are
/// heard.
public struct ReferenceData: Equatable, Sendable {
  /// Official rates, those of the preferred source first.
  public private(set) var rates: [ExchangeRates] = []
  public private(set) var trending: Trending?
  /// By the names that exchanges use for coins: `BTC`.
  private var facts: [String: CoinFacts] = [:]
  /// When CoinGecko told what is trending, by our monotonic clock.
  public private(set) var trendingHeard: Int64?
  /// Services that cannot be heard, by their names on the screen.
  public private(set) var outages: [String: Outage] = [:]

  /// Services that stay connected and are heard, by their names on the screen.
  public private(set) var heard: Set<String> = []

  /// Why a service is not heard, and since when by our monotonic clock.
  public struct Outage: Equatable, Sendable {
    public var failureReason: FailureReason
    public var since: Int64
  }

  /// Older facts say nothing of today. CoinGecko is asked each minute for the facts that are shown.
  private static let factsLastMilliseconds: Int64 = 3_600_000

  public init() {}

  /// - Parameter base: `BTC`.
  public func facts(of base: String, at now: Int64) -> CoinFacts? {
    facts[base].flatMap { now - $0.heard <= Self.factsLastMilliseconds ? $0 : nil }
  }

  mutating func apply(_ update: Update, at now: Int64) {
    switch update {
    case .rates(let rates): self.rates = rates
    case .trending(let trending, let heard): (self.trending, trendingHeard) = (trending, heard)
    case .facts(let facts): self.facts = facts
    case .serviceFailure(let service, let failureReason):
      // The reason may change; the start of the outage does not.
      let since = outages[service]?.since ?? now
      outages[service] = failureReason.map { Outage(failureReason: $0, since: since) }
    case .serviceHeard(let service, let isHeard):
      if isHeard { heard.insert(service) } else { heard.remove(service) }
    default: break
    }
  }
}
