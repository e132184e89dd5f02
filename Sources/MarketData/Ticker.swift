/// An exchange's snapshot of one market. What it did not say is nil.
public struct Ticker: Equatable, Sendable {
  /// The last trade's price, in the market's quote.
  public var price: Double
  /// When that trade was, Unix milliseconds by the exchange's clock.
  public var tradeTime: Int64?
  /// The price that the day's change is counted from, in the market's quote.
  public var baselinePrice: Double?
  /// The day's first price, in the market's quote.
  public var dayOpen: Double?
  /// The day's lowest price, in the market's quote.
  public var dayLow: Double?
  /// The day's highest price, in the market's quote.
  public var dayHigh: Double?
  /// What was traded within 24 hours or since the day's baseline, as the exchange counts: in the
  /// market's base.
  public var volume: Double?
  /// The value of what was traded in the same time, in the market's quote.
  public var turnover: Double?
  /// The best offer of buyers, a price in the market's quote.
  public var bid: Double?
  /// The best offer of sellers, a price in the market's quote.
  public var ask: Double?
  /// The lowest price within 52 weeks, in the market's quote.
  public var yearLow: Double?
  /// The highest price within 52 weeks, in the market's quote.
  public var yearHigh: Double?
  /// Digits after the decimal point in the exchange's own text of the price.
  public var decimals: Int
  /// When the market ends, where that is announced.
  public var delistsOn: CivilDay?
  /// Whether it says when the market ends, or that this is not announced, or not any more.
  public var tellsDelisting: Bool
  /// Whether values that it leaves out are no longer known, rather than unchanged.
  public var isWhole = false
  /// False once the exchange says that the market is no longer traded.
  public var isListed: Bool

  public init(
    price: Double, tradeTime: Int64? = nil, baselinePrice: Double? = nil,
    dayOpen: Double? = nil, dayLow: Double? = nil, dayHigh: Double? = nil, volume: Double? = nil,
    turnover: Double? = nil, bid: Double? = nil, ask: Double? = nil, yearLow: Double? = nil,
    yearHigh: Double? = nil,
    decimals: Int = 0, delistsOn: CivilDay? = nil, isListed: Bool = true
  ) {
    self.price = price
    self.tradeTime = tradeTime
    self.baselinePrice = baselinePrice
    self.dayOpen = dayOpen
    self.dayLow = dayLow
    self.dayHigh = dayHigh
    self.volume = volume
    self.turnover = turnover
    self.bid = bid
    self.ask = ask
    self.yearLow = yearLow
    self.yearHigh = yearHigh
    self.decimals = decimals
    self.delistsOn = delistsOn
    tellsDelisting = delistsOn != nil
    self.isListed = isListed
  }

  /// The fraction that the price has moved since the baseline; nil where that is not known.
  public var change: Double? {
    guard let baselinePrice else { return nil }
    let change = (price - baselinePrice) / baselinePrice
    return change.isFinite ? change : nil
  }

  /// What was traded in the market's quote: where only the volume is told, its value at this price.
  public var tradedValue: Double? { turnover ?? volume.map { $0 * price } }
}
