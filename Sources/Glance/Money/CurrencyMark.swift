import Pixels

/// What stands before an amount, so that nobody takes won for dollars.
public struct CurrencyMark: Equatable, Sendable {
  /// `USD`; nil where the name of the market says it.
  public var currency: String?
  /// The amount is but about right, as its rate is.
  public var isRough = false

  public init(_ currency: String? = nil, isRough: Bool = false) {
    (self.currency, self.isRough) = (currency, isRough)
  }

  private static let signs = ["KRW": "₩", "USD": "$", "EUR": "€", "JPY": "¥", "GBP": "£"]

  /// Its sign where the letters have one, else its code.
  func text(in letters: Lettering) -> String {
    let about = !isRough ? "" : letters.canSpell("≈") ? "≈" : "~"
    guard let currency else { return about }
    if let sign = Self.signs[currency], letters.canSpell(sign) { return about + sign }
    return about + currency + " "
  }
}
