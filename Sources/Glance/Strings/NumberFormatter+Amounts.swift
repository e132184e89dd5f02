import MarketData

extension NumberFormatter {
  /// An amount in thousands, millions… (만, 억, 조) with four digits, or with three or two where that
  /// does not fit; what is less has no unit.
  public func amount(_ amount: Double?, fits: (String) -> Bool) -> String {
    guard let amount, let number = Decimal(amount) else { return Self.unknown }
    if number.isZero { return "0" }
    let sign = number.isNegative ? "−" : ""
    let unit = words.units.last { number.magnitude >= $0.exponent }
    let scaled = number.shifted(down: unit?.exponent ?? 0)
    for digits in [4, 3, 2] {
      func decimals(_ number: Decimal) -> Int { max(0, digits - 1 - number.magnitude) }
      // Rounded, it may have a digit more; digits that it does not have are no loss.
      let rounded = scaled.rounded(decimals(scaled))
      let most = unit == nil ? max(0, min(8, -scaled.exponent)) : 3
      guard let text = rounded.text(min(most, decimals(rounded))) else { continue }
      let shown = sign + text + (unit?.name ?? "")
      if rounded.magnitude >= -8, fits(shown) { return shown }
    }
    let power = number.magnitude
    let short = number.shifted(down: power).rounded(0).text(0).map { "\(sign)\($0)e\(power)" }
    return short.flatMap { fits($0) ? $0 : nil } ?? Self.unknown
  }
}
