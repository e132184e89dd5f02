/// Numbers as people read them, never wider than their place.
struct Numerals {
  static let unknown = "–"

  let words: Words

  /// A price with its market's decimals where that fits; else with fewer, while those that are left
  /// say enough; else in thousands, millions… (만, 억, 조); and what cannot be said at all is `–`.
  /// `fits` tells whether a text has room.
  func price(_ price: Double?, decimals: Int, fits: (String) -> Bool) -> String {
    guard let price, let number = Decimal(price), !number.isZero else { return unknown(fits) }
    let sign = number.isNegative ? "−" : ""
    func first(_ decimals: some Sequence<Int>, down power: Int = 0, unit: String = "") -> String? {
      for decimals in decimals {
        guard let text = number.shifted(down: power).text(decimals) else { continue }
        if fits(sign + text + unit) { return sign + text + unit }
      }
      return nil
    }
    let full = decimalsShown(number, decimals)
    let enough = min(full, max(0, (number.magnitude < 0 ? 2 : 4) - number.magnitude))
    if let text = first((enough...full).reversed()) { return text }
    let units = words.units.filter { number.magnitude >= $0.exponent }
    let larger = words.units.dropFirst(units.count).prefix(units.isEmpty ? 0 : 1)
    for unit in units.suffix(1) + larger {
      if let text = first((0...4).reversed(), down: unit.exponent, unit: unit.name) { return text }
    }
    if number.magnitude >= 0, let text = first((0...enough).reversed()) { return text }
    let power = number.magnitude
    return first((0...2).reversed(), down: power, unit: "e\(power)") ?? unknown(fits)
  }

  /// A change as a percentage with its sign, from a fraction: `+1.23%`; `0.00%` has none.
  func change(_ fraction: Double?, fits: (String) -> Bool) -> String {
    guard let fraction, let number = Decimal(fraction)?.shifted(down: -2) else {
      return unknown(fits)
    }
    for decimals in [2, 1, 0] {
      let rounded = number.rounded(decimals)
      let sign = rounded.isZero ? "" : rounded.isNegative ? "−" : "+"
      if let text = rounded.text(decimals), fits(sign + text + "%") { return sign + text + "%" }
    }
    return unknown(fits)
  }

  /// A length of time in its largest whole unit: `12 s`, `3 min`, `2 h`, `4 d`.
  func age(_ seconds: Int) -> String {
    switch max(0, seconds) {
    case let seconds where seconds < 60: "\(seconds)\(words.seconds)"
    case let seconds where seconds < 3_600: "\(seconds / 60)\(words.minutes)"
    case let seconds where seconds < 172_800: "\(seconds / 3_600)\(words.hours)"
    case let seconds: "\(seconds / 86_400)\(words.days)"
    }
  }

  /// The market's decimals, or as many as a lower price needs to show three digits of itself.
  private func decimalsShown(_ number: Decimal, _ decimals: Int) -> Int {
    let decimals = max(0, min(decimals, 18))
    guard number.rounded(decimals).isZero else { return decimals }
    return min(18, max(decimals, min(-number.exponent, 2 - number.magnitude)))
  }

  private func unknown(_ fits: (String) -> Bool) -> String {
    fits(Self.unknown) ? Self.unknown : ""
  }
}
