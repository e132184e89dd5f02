import Pixels
import State

extension CurrencyMark {
  private static let signs = ["KRW": "₩", "USD": "$", "EUR": "€", "JPY": "¥", "GBP": "£"]

  /// Its sign where the letters have one, else its code.
  func text(in letters: Lettering) -> String {
    let about = !isRough ? "" : letters.canSpell("≈") ? "≈" : "~"
    guard let currency else { return about }
    if let sign = Self.signs[currency], letters.canSpell(sign) { return about + sign }
    return about + currency + " "
  }
}
