import MarketData
import Pixels
import State

/// Numbers as people read them, never wider than their rectangle.
public struct NumberFormatter {
  public static let unknown = "–"

  let words: Strings

  public init(words: Strings) { self.words = words }

  /// A price with its market's decimals where that fits; else with fewer, while five digits are
  /// left; else in thousands, millions… (만, 억, 조; K, M, B where those are too wide); else as a power
  /// of ten. Three digits are always right, and what cannot be said so is `–`. `fits` tells whether a
  /// text has room.
  public func price(_ price: Double?, decimals: Int, fits: (String) -> Bool) -> String {
    guard let price, let number = Decimal(price), !number.isZero else { return unknown(fits) }
    func first(_ decimals: ClosedRange<Int>, down power: Int = 0, unit: String = "") -> String? {
      let number = number.shifted(down: power)
      for decimals in decimals.reversed() {
        let rounded = number.rounded(decimals)
        guard rounded == number || rounded.magnitude + decimals >= 2 else { return nil }
        guard let digits = rounded.text(decimals) else { continue }
        let text = unit.isEmpty ? digits : digits + unit
        if fits(text) { return text }
      }
      return nil
    }
    let full = decimalsShown(number, decimals)
    let enough = min(full, max(0, 4 - max(0, number.magnitude)))
    if let text = first(number.magnitude < 0 ? full...full : enough...full) { return text }
    func shortened(_ units: [Strings.Unit]) -> String? {
      units.last { number.magnitude >= $0.exponent }
        .flatMap { first(0...4, down: $0.exponent, unit: $0.name) }
    }
    if let text = shortened(words.units) { return text }
    let power = number.magnitude
    return first(0...full) ?? shortened(Strings.english.units)
      ?? first(0...2, down: power, unit: "e\(power)") ?? unknown(fits)
  }

  /// A change as a percentage with its sign, from a fraction: `+1.23%`; `0.00%` has none.
  public func change(_ fraction: Double?, fits: (String) -> Bool) -> String {
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

  /// How much of something there is: five digits at most and no more than three after the point;
  /// shortened like a price, and with one digit where it is very little. Where that does not fit,
  /// two digits of it with a unit or one, or what it is less than: `12K`, `<0.001`.
  public func size(_ size: Double?, fits: (String) -> Bool) -> String {
    guard let size, let number = Decimal(size), !number.isZero else { return unknown(fits) }
    let magnitude = number.magnitude
    let choices =
      magnitude < 0
      ? [max(3, min(number.decimals, 2 - magnitude)), -magnitude]
      : [3, 2, 1, 0].filter { magnitude + $0 < 5 }
    for decimals in choices {
      if let text = number.rounded(decimals).text(decimals), fits(text) { return text }
    }
    let text = price(size, decimals: 3, fits: fits)
    return text != Self.unknown && !text.isEmpty ? text : roughly(number, fits: fits) ?? text
  }

  private func roughly(_ number: Decimal, fits: (String) -> Bool) -> String? {
    let magnitude = number.magnitude
    if magnitude < 0 {
      let limits = ["<0.001", "<0.01", "<0.1"]
      return limits.dropFirst(max(0, 4 + magnitude)).first(where: fits)
    }
    for digits in [2, 1] {
      let number = number.rounded(digits - 1 - magnitude)
      for units in [words.units, Strings.english.units] {
        guard let unit = units.last(where: { number.magnitude >= $0.exponent }) else { continue }
        let scaled = number.shifted(down: unit.exponent)
        let text = scaled.text(max(0, digits - 1 - scaled.magnitude)).map { $0 + unit.name }
        if let text, fits(text) { return text }
      }
    }
    return nil
  }

  /// A part of a whole as a percentage without a sign: with two decimals, or as many as it takes to
  /// show two digits of it, or one.
  public func share(_ fraction: Double?, fits: (String) -> Bool) -> String {
    guard let fraction, let number = Decimal(fraction)?.shifted(down: -2) else {
      return unknown(fits)
    }
    for decimals in [1 - number.magnitude, -number.magnitude] {
      let decimals = min(max(2, decimals), 15)
      if let text = number.rounded(decimals).text(decimals), fits(text + "%") { return text + "%" }
    }
    return unknown(fits)
  }

  /// A length of time in its largest whole unit: `12 s`, `3 min`, `2 h`, `4 d`.
  public func age(_ seconds: Int) -> String {
    switch max(0, seconds) {
    case let seconds where seconds < 60: "\(seconds)\(words.seconds)"
    case let seconds where seconds < 3_600: "\(seconds / 60)\(words.minutes)"
    case let seconds where seconds < 172_800: "\(seconds / 3_600)\(words.hours)"
    case let seconds: "\(seconds / 86_400)\(words.days)"
    }
  }

  /// The market's decimals, or as many as a lower price needs to show three digits of itself.
  private func decimalsShown(_ number: Decimal, _ decimals: Int) -> Int {
    min(18, max(0, decimals, min(-number.exponent, 2 - number.magnitude)))
  }

  private func unknown(_ fits: (String) -> Bool) -> String {
    fits(Self.unknown) ? Self.unknown : ""
  }
}

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

extension NumberFormatter {
  /// An amount with its mark, as long as it may be: `$105,269.64`, `−₩1,200`, `₩1.4억`.
  /// - Parameter isGain: says with a sign whether it is gained or lost.
  func money(
    _ money: Money?, isGain: Bool = false, in letters: Lettering, width: Int
  ) -> String {
    guard let money else { return price(nil, decimals: 0) { letters.width($0) <= width } }
    let sign = money.amount < 0 ? "−" : isGain && money.amount > 0 ? "+" : ""
    let mark = sign + money.mark.text(in: letters)
    if money.amount == 0 { return letters.fitted(mark + "0", width: width) }
    let text = price(abs(money.amount), decimals: money.decimals) {
      letters.width(mark + $0) <= width
    }
    return text.isEmpty || text == Self.unknown ? text : mark + text
  }
}

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
