/// An exchange's snapshot of one market. What it did not say is nil.
public struct Ticker: Equatable, Sendable {
  /// The last trade's price, in the market's quote.
  public var price: Double
  /// When that trade was, Unix milliseconds by the exchange's clock.
  public var tradeTime: Int64?
  /// The price that the day's change is counted from.
  public var baselinePrice: Double?
  /// The day's lowest and highest price.
  public var dayLow: Double?
  public var dayHigh: Double?
  /// Digits after the decimal point in the exchange's own text of the price.
  public var decimals: Int
  /// False once the exchange says that the market is no longer traded.
  public var isListed: Bool

  public init(
    price: Double, tradeTime: Int64? = nil, baselinePrice: Double? = nil,
    dayLow: Double? = nil, dayHigh: Double? = nil, decimals: Int = 0, isListed: Bool = true
  ) {
    self.price = price
    self.tradeTime = tradeTime
    self.baselinePrice = baselinePrice
    self.dayLow = dayLow
    self.dayHigh = dayHigh
    self.decimals = decimals
    self.isListed = isListed
  }
}
