import MarketData
import Pixels
import State

/// Numbers as people read them, never wider than their rectangle.
public struct NumberFormatter {
  public static let unknown = "–"

  let words: Strings

  public init(words: Strings) { self.words = words }

  /// A price with its market's decimals where that fits; else with fewer, while five digits are
  /// left; else in thousands, millions… (만, 억, 조; K, M, B), or with its zeros counted. A price that
  /// fits in none of these forms is `–`. `fits` tells whether a text has room.
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
    // Four digits need no unit.
    let enough = number.magnitude > 3 ? min(full, max(0, 4 - number.magnitude)) : 0
    if let text = first(number.magnitude < 0 ? full...full : enough...full) { return text }
    if let unit = unit(of: number),
      let text = first(0...4, down: unit.exponent, unit: unit.name)
    {
      return text
    }
    return first(0...full) ?? shortest(number, most: full, fits: fits)
  }

  /// A number of a column: with four digits, and in thousands, millions… (만, 억, 조; K, M, B) where
  /// it has more of them; with three or two where that does not fit.
  /// - Parameters:
  ///   - decimals: the market's decimals, for a number that is not shortened.
  ///   - rounding: for an end of a range, so that a price in the range does not seem to lie outside.
  public func brief(
    _ price: Double?, decimals: Int, rounding: Decimal.Rounding = .nearest, fits: (String) -> Bool
  ) -> String {
    guard let price, let number = Decimal(price), !number.isZero else { return unknown(fits) }
    let most = decimalsShown(number, decimals)
    let texts = [4, 3, 2].lazy.compactMap { digits in
      text(
        number.rounded(digits - 1 - number.magnitude, rounding), digits: digits, most: most)
    }
    return texts.first(where: fits) ?? shortest(number, most: most, fits: fits)
  }

  /// A change as a percentage with its sign, from a fraction: `+1.23%`; `0.00%` has none. Thousands are
  /// rare enough to need no comma, which would hang into the line below. If there is no room the text is
  /// empty: `–` would say that the change is not known.
  public func change(_ fraction: Double?, fits: (String) -> Bool) -> String {
    guard let fraction, let number = Decimal(fraction)?.shifted(down: -2) else {
      return unknown(fits)
    }
    for decimals in [2, 1, 0] {
      let rounded = number.rounded(decimals)
      let sign = rounded.isZero ? "" : rounded.isNegative ? "−" : "+"
      guard let text = rounded.text(decimals)?.filter({ $0 != "," }) else { continue }
      if fits(sign + text + "%") { return sign + text + "%" }
    }
    return ""
  }

  /// The sizes of a column, all with the same number of decimals: three at most, or, if all are small,
  /// as many as give the largest four digits. A size that is less than the last decimal is written
  /// `<0.001`. Sizes that are too large for that are whole, and shortened.
  /// - Parameter fits: whether a text has room in the column.
  public func sizes(_ sizes: [Double], fits: (String) -> Bool) -> [String] {
    let numbers = sizes.map { Decimal($0) }
    let known = numbers.compactMap { $0 }.filter { !$0.isZero }
    let largest = known.map(\.magnitude).max() ?? 0
    let most = min(Decimal.decimalsMax, max(3, 3 - largest), known.map(\.decimals).max() ?? 0)
    func text(_ number: Decimal?, _ decimals: Int) -> String? {
      guard let number, !number.isZero else { return unknown(fits) }
      guard number.rounded(decimals).isZero else { return number.text(decimals) }
      return Decimal(1)?.shifted(down: decimals).text(decimals).map { "<" + $0 }
    }
    for decimals in stride(from: most, through: 0, by: -1) {
      let texts = numbers.compactMap { text($0, decimals) }
      if texts.count == numbers.count, texts.allSatisfy(fits) { return texts }
    }
    return numbers.map { number in
      guard let number, !number.isZero else { return unknown(fits) }
      let texts =
        [text(number, 0)] + [4, 3, 2, 1].map { self.text(number, digits: $0, most: 0) }
      return texts.compactMap { $0 }.first(where: fits)
        ?? shortest(number, most: number.decimals, fits: fits)
    }
  }

  /// A part of a whole as a percentage without a sign: with two decimals, or as many as it takes to
  /// show two digits of it, or one; nothing where it has no room.
  public func share(_ fraction: Double?, fits: (String) -> Bool) -> String {
    guard let fraction, let number = Decimal(fraction)?.shifted(down: -2) else {
      return unknown(fits)
    }
    for decimals in [1 - number.magnitude, -number.magnitude] {
      let decimals = min(max(2, decimals), 15)
      if let text = number.rounded(decimals).text(decimals), fits(text + "%") { return text + "%" }
    }
    return ""
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

  private func unit(of number: Decimal) -> Strings.Unit? {
    words.units.last { number.magnitude >= $0.exponent }
  }

  /// The number with so many digits, and with a unit from ten thousand on; many zeros are counted.
  /// - Parameters:
  ///   - most: decimals of a number without a unit, at most.
  ///   - isTrimmed: whether zeros at its end are left out.
  private func text(
    _ number: Decimal, digits: Int, most: Int, isTrimmed: Bool = false
  ) -> String? {
    // Rounded, it may have a digit more, and so a larger unit.
    let rounded = number.rounded(digits - 1 - number.magnitude)
    if rounded.magnitude < -4 {
      return countingZeros(rounded, digits: digits, most: most)
    }
    let unit = rounded.magnitude > 3 || digits < 4 ? unit(of: rounded) : nil
    let scaled = rounded.shifted(down: unit?.exponent ?? 0)
    var decimals = max(0, digits - 1 - scaled.magnitude)
    if unit == nil { decimals = min(most, decimals) }
    if isTrimmed { decimals = min(decimals, scaled.decimals) }
    guard let unit else { return number.text(decimals) }
    return number.shifted(down: unit.exponent).text(decimals).map { $0 + unit.name }
  }

  /// `0.0₅155`: five zeros follow the point.
  /// - Parameter most: decimals at most, including the zeros.
  private func countingZeros(_ number: Decimal, digits: Int, most: Int) -> String? {
    let digits = max(1, min(digits, most + number.magnitude + 1))
    return Self.countingZeros(number, decimals: digits - 1 - number.magnitude)
  }

  /// The same with exactly so many decimals; nil if the zeros are few.
  static func countingZeros(_ number: Decimal, decimals: Int) -> String? {
    let rounded = number.rounded(decimals)
    let zeros = -rounded.magnitude - 1
    // Fewer zeros are read as fast as a count of them.
    guard !rounded.isZero, zeros > 2, decimals > zeros,
      let text = rounded.shifted(down: rounded.magnitude).text(decimals - zeros - 1)
    else { return nil }
    let count = "\(zeros)".unicodeScalars.compactMap {
      Unicode.Scalar($0.value - 0x30 + 0x2080)
    }
    return "0.0" + String(String.UnicodeScalarView(count)) + text.filter { $0 != "." }
  }

  /// The shortest forms of a number, for little room.
  private func shortest(_ number: Decimal, most: Int, fits: (String) -> Bool) -> String {
    let magnitude = number.magnitude
    var texts: [String?] = []
    if magnitude < 0 {
      texts = [4, 3, 2, 1].map { countingZeros(number, digits: $0, most: most) }
      if magnitude > -4 { texts += [1, 0].map { number.text($0 - magnitude) } }
    }
    if magnitude == 3, unit(of: number) == nil {
      // A part of ten thousand is no shorter than all four digits without their comma.
      texts = [number.text(0)?.filter { $0 != "," }]
    } else if magnitude - (unit(of: number)?.exponent ?? 0) == 3,
      let unit = words.units.first(where: { $0.exponent == magnitude + 1 })
    {
      // In ten thousands there may be four digits before the point: the next unit needs fewer.
      texts = [2, 1].map { number.shifted(down: unit.exponent).text($0).map { $0 + unit.name } }
    }
    if magnitude > 15 {
      texts = [2, 1, 0].map {
        number.shifted(down: magnitude).text($0).map { "\($0)e\(magnitude)" }
      }
    }
    return texts.compactMap { $0 }.first(where: fits) ?? unknown(fits)
  }

  private func unknown(_ fits: (String) -> Bool) -> String {
    fits(Self.unknown) ? Self.unknown : ""
  }
}

extension NumberFormatter {
  /// A number that stands by itself, with four digits like one of a column, but without zeros at its
  /// end.
  public func amount(_ amount: Double?, fits: (String) -> Bool) -> String {
    guard let amount, let number = Decimal(amount) else { return Self.unknown }
    if number.isZero { return "0" }
    let sign = number.isNegative ? "−" : ""
    let texts = [4, 3, 2].lazy.compactMap {
      text(number, digits: $0, most: min(Decimal.decimalsMax, number.decimals), isTrimmed: true)
    }
    return texts.map { sign + $0 }.first(where: fits)
      ?? shortest(number, most: min(Decimal.decimalsMax, number.decimals)) { fits(sign + $0) }
  }
}

extension NumberFormatter {
  /// An amount with its mark, as long as `width` allows: `$105,269.64`, `−₩1,200`, `₩1.4억`.
  /// - Parameters:
  ///   - isGain: says with a sign whether it is gained or lost.
  ///   - isBrief: with four digits, as one of a column.
  func money(
    _ money: Money?, isGain: Bool = false, isBrief: Bool = false, in letters: Lettering, width: Int
  ) -> String {
    guard let money else { return price(nil, decimals: 0) { letters.width($0) <= width } }
    let sign = money.amount < 0 ? "−" : isGain && money.amount > 0 ? "+" : ""
    let mark = money.mark.about(in: letters) + sign + money.mark.sign(in: letters)
    if money.amount == 0 { return letters.fitted(mark + "0", width: width) }
    let fits = { (text: String) in letters.width(mark + text) <= width }
    let amount = abs(money.amount)
    let text =
      isBrief
      ? brief(amount, decimals: money.decimals, fits: fits)
      : price(amount, decimals: money.decimals, fits: fits)
    return text.isEmpty || text == Self.unknown ? text : mark + text
  }
}

extension CurrencyMark {
  private static let signs = ["KRW": "₩", "USD": "$", "EUR": "€", "JPY": "¥", "GBP": "£"]

  func text(in letters: Lettering) -> String { about(in: letters) + sign(in: letters) }

  /// The mark of an amount that is not exact; a sign of the amount comes after it.
  fileprivate func about(in letters: Lettering) -> String {
    !isRough ? "" : letters.canSpell("≈") ? "≈" : "~"
  }

  /// Its sign where the letters have one, else its code.
  fileprivate func sign(in letters: Lettering) -> String {
    guard let currency else { return "" }
    if let sign = Self.signs[currency], letters.canSpell(sign) { return sign }
    return currency + " "
  }
}

extension String {
  /// How many digits of a number are written, from the first that is not zero; counted zeros are none.
  var significantDigits: Int {
    let digits = utf8.filter { (0x30...0x39).contains($0) }
    return digits.drop { $0 == 0x30 }.count
  }
}
