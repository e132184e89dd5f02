/// One of the markets of an exchange in which most is traded. What it did not say is nil.
public struct RankedMarket: Equatable, Sendable {
  /// The market that is ranked.
  public var market: Market
  /// What people call its base.
  public var names: MarketNames
  /// The last trade's price, in the market's quote.
  public var price: Double
  /// Digits after the decimal point of the price.
  public var decimals: Int
  /// The fraction that the price has moved since the exchange's baseline.
  public var change: Double?
  /// The value of what was traded lately, in the market's quote.
  public var turnover: Double?

  public init(
    market: Market, names: MarketNames, price: Double, decimals: Int = 0, change: Double? = nil,
    turnover: Double? = nil
  ) {
    (self.market, self.names, self.price, self.decimals) = (market, names, price, decimals)
    (self.change, self.turnover) = (change, turnover)
  }
}

/// Which markets are to be ranked: the first so many of all that an exchange trades for a currency.
public struct RankingWish: Hashable, Sendable {
  /// The exchange's name in the configuration: `upbit`.
  public var exchange: String
  /// The currency, in capitals: `KRW`.
  public var quote: String
  /// How many markets, the first of all.
  public var count: Int

  public init(exchange: String, quote: String, count: Int) {
    (self.exchange, self.quote, self.count) = (exchange, quote, count)
  }
}
