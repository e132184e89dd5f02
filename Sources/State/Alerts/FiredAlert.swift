import MarketData

/// An alert that has just come to the front for the first time.
public struct FiredAlert: Equatable, Sendable {
  /// Which of the configuration's rules it is.
  public var rule: Int
  public var condition: AlertRule.Condition
  public var market: Market
  /// The exchange's name on the screen, and the digits after the point of the market's prices.
  public var exchangeTitle: String
  public var decimals: Int
  /// When it fired, Unix milliseconds.
  public var since: Int64
  public var price: Double?
  /// The per cent that the price moved, or the day's new high or low; nil for other conditions.
  public var figure: Double?
}
