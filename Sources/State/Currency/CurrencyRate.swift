/// What one unit of a currency is worth in another.
public struct CurrencyRate: Equatable, Sendable {
  public var value: Double
  /// Who says so, as on the screen: `ECB`, or `Upbit, ECB` where it takes two of them.
  public var source: String
  /// When it was so, Unix milliseconds.
  public var time: Int64
  /// Whether it is stale, takes a dollar coin for a dollar, or holds the kimchi premium.
  public var isRough: Bool

  /// The rate of two conversions: by this rate, and then by another.
  func followed(by next: CurrencyRate) -> CurrencyRate? {
    let value = self.value * next.value
    guard value.isFinite, value > 0 else { return nil }
    return CurrencyRate(
      value: value, source: source == next.source ? source : "\(source), \(next.source)",
      time: min(time, next.time), isRough: isRough || next.isRough)
  }
}

/// What stands before an amount, so that won are not taken for dollars.
public struct CurrencyMark: Equatable, Sendable {
  /// `USD`; nil where the name of the market says it.
  public var currency: String?
  /// Whether the amount is only roughly right, because its rate is.
  public var isRough = false

  public init(_ currency: String? = nil, isRough: Bool = false) {
    (self.currency, self.isRough) = (currency, isRough)
  }
}
