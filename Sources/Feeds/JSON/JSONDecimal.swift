/// A number as its JSON text has it: `mantissa` × 10^`exponent`, as long as it fits.
struct JSONDecimal {
  var isNegative = false
  var mantissa: UInt64 = 0
  var exponent = 0
  /// False where digits had to be left out of the mantissa.
  var isExact = true
  let text: JSONBytes

  /// The nearest double; infinite where there is none.
  var double: Double {
    var (mantissa, exponent) = (mantissa, exponent)
    // Zeros at the end say nothing, and what is left is often exact: 149234000.00000000.
    while mantissa >= 1 << 53, exponent < 0, mantissa % 10 == 0 {
      (mantissa, exponent) = (mantissa / 10, exponent + 1)
    }
    // Clinger's fast path: both parts are exact doubles, so one operation rounds once.
    if isExact, mantissa < 1 << 53, -22...22 ~= exponent {
      let magnitude = Double(mantissa)
      let value =
        exponent < 0 ? magnitude / powersOfTen[-exponent] : magnitude * powersOfTen[exponent]
      return isNegative ? -value : value
    }
    return Double(String(decoding: text.buffer, as: UTF8.self)) ?? .infinity
  }

  /// Nearly that number, rounded twice: for sums, where the last digits do not matter.
  var nearly: Double {
    guard -22...22 ~= exponent else { return double }
    let magnitude = Double(mantissa)
    let value =
      exponent < 0 ? magnitude / powersOfTen[-exponent] : magnitude * powersOfTen[exponent]
    return isNegative ? -value : value
  }

  /// The whole number it is, in whatever form; nil where it has a fraction or does not fit.
  var integer: Int64? {
    guard isExact else { return nil }
    var (value, power) = (mantissa, exponent)
    if value == 0 { return 0 }
    while power < 0, value % 10 == 0 { (value, power) = (value / 10, power + 1) }
    while power > 0 {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      (value, power) = (product, power - 1)
    }
    guard power == 0, value <= UInt64(Int64.max) else { return nil }
    return isNegative ? -Int64(value) : Int64(value)
  }

  /// Digits after the decimal point that it needs, trailing zeros left out.
  var decimals: Int {
    var (value, power) = (mantissa, exponent)
    while power < 0, value % 10 == 0, value != 0 { (value, power) = (value / 10, power + 1) }
    return value == 0 ? 0 : max(0, -power)
  }
}

extension JSONDecimal {
  /// Itself where it can be a price: finite and above 0.
  var price: Double? { double.price }

  /// Itself where it can be the amount of a trade: finite and not below 0.
  @inline(__always) var amount: Double? { double.amount }

  /// Nearly itself where it can be a sum of what was traded: finite and not below 0.
  var sum: Double? { nearly.amount }
}

extension Double {
  /// Finite and above 0, as every price is.
  var isPrice: Bool { isFinite && self > 0 }

  /// Itself where it can be a price, or an amount that is not nothing.
  var price: Double? { isPrice ? self : nil }

  /// Finite and not below 0, as every amount is.
  @inline(__always) var isAmount: Bool { isFinite && self >= 0 }

  /// Itself where it can be an amount.
  @inline(__always) var amount: Double? { isAmount ? self : nil }
}

private let wholePowersOfTen: [UInt64] = [
  1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000,
]

private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]

extension JSONScanner {
  /// The number that comes next, or the one inside a string (`"148737000.0"`), as some exchanges
  /// send them; nil where something else comes, which is skipped.
  @inline(__always)
  mutating func number() -> JSONDecimal? {
    switch kind {
    case .number: return decimal()
    case .string:
      // Digits up to the closing quote are read where they stand.
      let start = position
      position += 1
      if position < bytes.count, bytes[position] &- UInt8(ascii: "0") <= 9, let value = decimal(),
        position < bytes.count, bytes[position] == UInt8(ascii: "\"")
      {
        position += 1
        return value
      }
      restart(at: start)
      guard let text = string(), !text.isEscaped else { return nil }
      var inner = JSONScanner(text.raw.buffer)
      guard inner.kind == .number, inner.position == 0, let value = inner.decimal(),
        inner.position == text.raw.count
      else { return nil }
      return value
    default:
      skip()
      return nil
    }
  }

  /// RFC 8259 section 6: no leading zeros, no bare point, no plus sign in front.
  @inline(__always)
  mutating func decimal() -> JSONDecimal? {
    let start = position
    var isNegative = false
    if bytes[position] == UInt8(ascii: "-") {
      isNegative = true
      position += 1
    }
    var mantissa: UInt64 = 0
    var dropped = 0
    let whole = position
    digits(&mantissa, &dropped)
    guard position > whole, bytes[whole] != UInt8(ascii: "0") || position == whole + 1 else {
      fail()
      return nil
    }
    var exponent = dropped
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      let fraction = position
      var left = 0
      digits(&mantissa, &left)
      guard position > fraction else {
        fail()
        return nil
      }
      exponent -= position - fraction - left
      dropped += left
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      guard let power = power() else { return nil }
      exponent += power
    }
    return JSONDecimal(
      isNegative: isNegative, mantissa: mantissa, exponent: exponent, isExact: dropped == 0,
      text: bytes[start..<position])
  }

  /// Passes over a number, checked like one that is read.
  @inline(__always)
  mutating func skipNumber() {
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    let whole = position
    skipDigits()
    guard position > whole, bytes[whole] != UInt8(ascii: "0") || position == whole + 1 else {
      return fail()
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      let fraction = position
      skipDigits()
      guard position > fraction else { return fail() }
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") { _ = power() }
  }

  @inline(__always)
  private mutating func skipDigits() {
    var cursor = position  // A local stays in a register.
    defer { position = cursor }
    while cursor + 8 <= bytes.count {
      let strange = JSONBytes.notDigits(bytes.word(at: cursor))
      if strange != 0 {
        cursor += strange.trailingZeroBitCount >> 3
        return
      }
      cursor += 8
    }
    while cursor < bytes.count, bytes[cursor] &- UInt8(ascii: "0") <= 9 { cursor += 1 }
  }

  /// Appends digits to the mantissa; those that no longer fit are counted in `dropped`.
  @inline(__always)
  private mutating func digits(_ mantissa: inout UInt64, _ dropped: inout Int) {
    var cursor = position
    var value = mantissa
    // Up to eight at once while they surely fit: 10^10 and eight digits more are below 10^18.
    while cursor + 8 <= bytes.count, value < 10_000_000_000, dropped == 0 {
      let word = bytes.word(at: cursor)
      let strange = JSONBytes.notDigits(word)
      guard strange != 0 else {
        value = value &* 100_000_000 &+ JSONBytes.number(ofDigits: word)
        cursor += 8
        continue
      }
      let count = strange.trailingZeroBitCount >> 3
      if count > 0 {
        // The zero bytes in front of the digits count as nothing.
        let digits = word << UInt64(64 - count * 8)
        value = value &* wholePowersOfTen[count] &+ JSONBytes.number(ofDigits: digits)
      }
      mantissa = value
      position = cursor + count
      return
    }
    while cursor < bytes.count {
      let digit = bytes[cursor] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      if value < 1_000_000_000_000_000_000, dropped == 0 {
        value = value &* 10 &+ UInt64(digit)
      } else {
        dropped += 1
      }
      cursor += 1
    }
    mantissa = value
    position = cursor
  }

  private mutating func power() -> Int? {
    position += 1
    var isNegative = false
    if position < bytes.count,
      bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+")
    {
      isNegative = bytes[position] == UInt8(ascii: "-")
      position += 1
    }
    let start = position
    var value = 0
    while position < bytes.count {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      if value < 100_000 { value = value * 10 + Int(digit) }
      position += 1
    }
    guard position > start else {
      fail()
      return nil
    }
    return isNegative ? -value : value
  }
}
