import MarketData

/// An amount as it is shown: in which currency, and how exactly.
public struct Money: Equatable, Sendable {
  /// Finite.
  public var amount: Double
  /// Digits after the decimal point.
  public var decimals: Int
  public var mark = CurrencyMark()

  public init(_ amount: Double, decimals: Int, mark: CurrencyMark = CurrencyMark()) {
    (self.amount, self.decimals, self.mark) = (amount, decimals, mark)
  }

  /// Currencies that are counted in whole units, ISO 4217.
  private static let undivided: Set = [
    "KRW", "JPY", "VND", "IDR", "CLP", "ISK", "PYG", "UGX", "RWF", "XAF", "XOF", "XPF",
  ]
  private static let fine: Set = ["BTC", "ETH", "BNB"]

  /// Digits after the point that sums of a currency are written with.
  public static func decimals(of currency: String) -> Int {
    undivided.contains(currency) ? 0 : fine.contains(currency) ? 6 : 2
  }

  /// Digits after the point of a price that no exchange gives a tick for.
  /// - Parameter digits: how many of it are shown at least.
  public static func decimals(of currency: String, near price: Double?, digits: Int = 4) -> Int {
    let usual = decimals(of: currency)
    guard let number = price.flatMap({ Decimal($0) }), !number.isZero else { return usual }
    return max(usual, min(Decimal.decimalsMax, digits - 1 - number.magnitude))
  }
}
