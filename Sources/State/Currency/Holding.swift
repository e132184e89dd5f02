import MarketData

/// How much of something somebody has.
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
