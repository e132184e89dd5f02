import MarketData

/// Where the markets of the holdings stand in the list of markets. It is looked up once, since it is
/// needed in every turn.
public struct HoldingPositions: Equatable, Sendable {
  /// In the order of the holdings; nil for those whose market is not known.
  public private(set) var markets: [MarketID?] = []
  /// The known ones by their exchange.
  public private(set) var byExchange: [String: Set<MarketID>] = [:]

  init(_ holdings: [Holding], among markets: IDArray<MarketID, MarketState>) {
    let known = Dictionary(
      markets.indices.map { (markets[$0].market, $0) }, uniquingKeysWith: { first, _ in first })
    for holding in holdings {
      let market = known[holding.market]
      self.markets.append(market)
      if let market { byExchange[holding.market.exchange, default: []].insert(market) }
    }
  }
}

/// How much of a currency the user holds.
public struct Holding: Equatable, Sendable {
  /// Where its price comes from.
  public var market: Market
  /// In the market's base, finite and above 0.
  public var amount: Double
  /// What one cost, in the market's quote; nil where that is not said.
  public var averagePrice: Double?

  public init(market: Market, amount: Double, averagePrice: Double? = nil) {
    (self.market, self.amount, self.averagePrice) = (market, amount, averagePrice)
  }
}
