import Glibc

/// The spellings that servers give to numbers.
enum DecimalText {
  /// A price: plain from a millionth up, with one decimal at least; `6E-8` below.
  static func price(_ value: Double) -> String {
    spell(value, plainFrom: -6, wholeDecimals: 1, scientificPoint: false)
  }

  /// A volume or a sum, as Java spells a Double: `9.101E-5` below a thousandth.
  static func amount(_ value: Double) -> String {
    spell(value, plainFrom: -3, wholeDecimals: 1, scientificPoint: true)
  }

  /// So many decimals at least, eight in Upbit's REST, and never an exponent.
  static func padded(_ value: Double, decimals: Int = 8) -> String {
    spell(value, plainFrom: -40, wholeDecimals: decimals, scientificPoint: false)
  }

  /// The fewest digits of the value rounded to so many decimals: `1412.65`, `1`, `9.04e-07`.
  static func short(_ value: Double, decimals: Int) -> String {
    let scale = pow(10, Double(decimals))
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() && abs(rounded) < 1e15
      ? String(Int64(rounded)) : rounded.description
  }

  /// The same, rounded to so many digits in all.
  static func short(_ value: Double, significant digits: Int) -> String {
    guard value != 0, value.isFinite else { return "0" }
    let decimals = digits - 1 - Int(floor(log10(abs(value))))
    return decimals >= 0 ? short(value, decimals: decimals) : String(Int64(value.rounded()))
  }

  /// `plainFrom`: the smallest power of ten that is still written without an exponent.
  private static func spell(
    _ value: Double, plainFrom: Int, wholeDecimals: Int, scientificPoint: Bool
  ) -> String {
    guard value != 0, value.isFinite else {
      return "0." + String(repeating: "0", count: wholeDecimals)
    }
    // Swift spells these in the same way, with one decimal at least.
    if 1e-3..<1e15 ~= value.magnitude {
      let text = value.description
      let decimals = text.utf8.reversed().prefix { $0 != UInt8(ascii: ".") }.count
      return text + String(repeating: "0", count: max(0, wholeDecimals - decimals))
    }
    let (digits, power) = significand(of: value.magnitude)
    let sign = value < 0 ? "-" : ""
    guard power >= plainFrom else {
      let rest = String(decoding: digits.dropFirst(), as: UTF8.self)
      let fraction = rest.isEmpty ? (scientificPoint ? ".0" : "") : "." + rest
      return sign + String(UnicodeScalar(digits[0])) + fraction + "E" + String(power)
    }
    var whole = digits.prefix(max(0, power + 1))
    var fraction = Array(repeating: UInt8(ascii: "0"), count: max(0, -power - 1))
    fraction += digits.dropFirst(whole.count)
    while whole.count <= power { whole.append(UInt8(ascii: "0")) }
    if whole.isEmpty { whole = [UInt8(ascii: "0")] }
    while fraction.count < wholeDecimals { fraction.append(UInt8(ascii: "0")) }
    return sign + String(decoding: whole, as: UTF8.self) + "."
      + String(decoding: fraction, as: UTF8.self)
  }

  /// The fewest digits that name the value, and the power of ten of the first of them.
  private static func significand(of value: Double) -> (digits: [UInt8], power: Int) {
    var digits: [UInt8] = []
    var point: Int?
    var exponent = 0
    var text = value.description.utf8[...]
    if let mark = text.firstIndex(of: UInt8(ascii: "e")) {
      exponent = Int(String(decoding: text[text.index(after: mark)...], as: UTF8.self)) ?? 0
      text = text[..<mark]
    }
    for byte in text {
      if byte == UInt8(ascii: ".") { point = digits.count } else { digits.append(byte) }
    }
    var power = (point ?? digits.count) - 1 + exponent
    while digits.count > 1, digits[0] == UInt8(ascii: "0") {
      digits.removeFirst()
      power -= 1
    }
    while digits.count > 1, digits[digits.count - 1] == UInt8(ascii: "0") { digits.removeLast() }
    return (digits, power)
  }

  /// Eight decimals, as exchanges keep their sums.
  static func rounded(_ value: Double) -> Double {
    value < 1e7 ? (value * 1e8).rounded() / 1e8 : value
  }
}
