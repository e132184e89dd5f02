import MarketData

/// How the prices on a scale are written: all in one form, so that they can be compared at a glance.
struct ScaleForm {
  /// Prices are divided by 10^power, and the unit says so.
  private let power: Int
  let unit: String
  private let decimals: Int

  /// The narrowest form of a price with so many of its digits, and no more decimals than its market
  /// has.
  /// - Parameter units: what powers of ten are called, the smallest first.
  init(
    _ price: Double, digits: Int, decimals: Int, units: [Strings.Unit], width: (String) -> Int
  ) {
    let magnitude = Decimal(price)?.magnitude ?? 0
    let exponent = max(magnitude - digits + 1, -decimals)
    var forms = [(0, "")] + units.reversed().map { ($0.exponent, $0.name) }
    if magnitude > 15 { forms.append((magnitude, "e\(magnitude)")) }
    let all = forms.filter { $0.0 <= max(0, magnitude) }.map {
      ScaleForm(power: $0, unit: $1, decimals: min(18, max(0, $0 - exponent)))
    }
    // Of forms that are equally wide the first is taken: a number without a unit before one with a unit.
    let known = all.filter { $0.text(price) != NumberFormatter.unknown }
    self = known.min { width($0.text(price)) < width($1.text(price)) } ?? all[0]
  }

  private init(power: Int, unit: String, decimals: Int) {
    (self.power, self.unit, self.decimals) = (power, unit, decimals)
  }

  func text(_ price: Double) -> String { text(price, decimals) }

  /// A round price, without more decimals than the scale's step has.
  func text(_ price: Double, step: RoundStep) -> String {
    text(price, min(18, max(0, power - step.exponent)))
  }

  private func text(_ price: Double, _ decimals: Int) -> String {
    guard let number = Decimal(price)?.shifted(down: power) else { return NumberFormatter.unknown }
    // Zeros after the point are counted in the same cases as in lists.
    let counted =
      number.magnitude < -4 ? NumberFormatter.countingZeros(number, decimals: decimals) : nil
    return counted ?? number.text(decimals).map { $0 + unit } ?? NumberFormatter.unknown
  }
}
