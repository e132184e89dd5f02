/// How much more is paid in won than in dollars: the kimchi premium.
public struct Premium: Equatable, Sendable {
  /// The premium by one rate.
  public struct Part: Equatable, Sendable {
    /// 0.03 where the won price is 3 % higher.
    public var fraction: Double
    /// Won for one dollar, or for one dollar coin.
    public var rate: Double
    /// Whose rate it is: `ECB`, `Upbit`.
    public var source: String
    /// Milliseconds since the rate was so.
    public var rateAge: Int64
    public var isRateStale: Bool
    /// Milliseconds since the oldest of the two prices and the rate.
    public var age: Int64
    /// True where one of the three is stale.
    public var isStale: Bool
  }

  public var won: Quotation
  public var dollar: Quotation
  /// By the official rate of won and dollar. A price in a dollar coin is taken as dollars here, as
  /// is usual: `dollar.currency` says which it is.
  public var official: Part?
  /// By what the dollar price's own coin costs in won; nil where the price is in no coin.
  public var byCoin: Part?

  /// - Parameters:
  ///   - won: a price in KRW.
  ///   - dollar: the same thing's price in USD or in a dollar coin.
  ///   - rates: official rates of currencies, best first.
  ///   - coins: what dollar coins cost, best first.
  ///   - wall: Unix milliseconds by the board's clock.
  /// - Returns: nil where the prices are in no such currencies.
  public init?(
    won: Quotation, dollar: Quotation, rates: [ExchangeRates], coins: [ExchangeRates],
    at wall: Int64
  ) {
    guard won.currency == "KRW", Dollars.all.contains(dollar.currency) else { return nil }
    self.won = won
    self.dollar = dollar
    official = Self.part(won, dollar, in: "USD", by: rates, at: wall)
    byCoin =
      dollar.currency == "USD"
      ? nil : Self.part(won, dollar, in: dollar.currency, by: coins, at: wall)
  }

  private static func part(
    _ won: Quotation, _ dollar: Quotation, in currency: String, by rates: [ExchangeRates],
    at wall: Int64
  ) -> Part? {
    guard let rates = rates.best(from: currency, to: "KRW", at: wall),
      let rate = rates.rate(from: currency, to: "KRW")
    else { return nil }
    let fraction = won.price / (dollar.price * rate) - 1
    guard fraction.isFinite else { return nil }
    let age = rates.age(at: wall)
    let isRateStale = rates.isStale(at: wall)
    return Part(
      fraction: fraction, rate: rate, source: rates.source, rateAge: age, isRateStale: isRateStale,
      age: max(age, won.age, dollar.age),
      isStale: won.isStale || dollar.isStale || isRateStale)
  }
}

/// A price, where it is paid, and how old it is.
public struct Quotation: Equatable, Sendable {
  /// Finite and above 0.
  public var price: Double
  /// What it is in: `KRW`, `USDT`.
  public var currency: String
  /// The exchange's name on the screen.
  public var source: String
  /// Milliseconds since the exchange last spoke.
  public var age: Int64
  public var isStale: Bool

  public init(price: Double, currency: String, source: String, age: Int64, isStale: Bool) {
    self.price = price
    self.currency = currency
    self.source = source
    self.age = age
    self.isStale = isStale
  }
}
