/// What stands before an amount, so that nobody takes won for dollars.
public struct CurrencyMark: Equatable, Sendable {
  /// `USD`; nil where the name of the market says it.
  public var currency: String?
  /// The amount is but about right, as its rate is.
  public var isRough = false

  public init(_ currency: String? = nil, isRough: Bool = false) {
    (self.currency, self.isRough) = (currency, isRough)
  }
}
