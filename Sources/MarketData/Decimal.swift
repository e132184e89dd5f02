/// A decimal number, significand × 10^exponent: exactly the digits that a `Double` is written with,
/// so that 0.285 is rounded as 0.285 and not as what is stored for it.
public struct Decimal: Equatable {
  public private(set) var isNegative = false
  public private(set) var significand: UInt64 = 0
  public private(set) var exponent = 0

  /// Nil for a value that is not finite.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    if value.magnitude < 0x1p53, let whole = UInt64(exactly: value.magnitude) {
      // Such a number is written with all its digits.
      (isNegative, significand) = (value.sign == .minus, whole)
    } else {
      read(value.description)
    }
    while significand != 0, significand.isMultiple(of: 10) {
      significand /= 10
      exponent += 1
    }
  }

  /// - Parameter digits: as a `Double` describes itself: `5.0`, `-1.25e-07`.
  private mutating func read(_ digits: String) {
    var power = 0
    var isPowerNegative = false
    var part = Part.whole
    for letter in digits.utf8 {
      switch letter {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = letter - UInt8(ascii: "0")
        if part == .power {
          power = power * 10 + Int(digit)
        } else {
          // A Double has at most 17 digits, but zeros may follow: "100000000000000.0".
          guard significand < 1_000_000_000_000_000_000 else { continue }
          significand = significand * 10 + UInt64(digit)
          if part == .fraction { exponent -= 1 }
        }
      case UInt8(ascii: "."): part = .fraction
      case UInt8(ascii: "e"): part = .power
      case UInt8(ascii: "-"):
        if part == .power { isPowerNegative = true } else { isNegative = true }
      default: break
      }
    }
    exponent += isPowerNegative ? -power : power
  }

  private enum Part {
    case whole, fraction, power
  }

  public var isZero: Bool { significand == 0 }

  /// The power of ten of its first digit: 2 for 952, -4 for 0.000952.
  public var magnitude: Int {
    var rest = significand
    var magnitude = exponent
    while rest >= 10 {
      rest /= 10
      magnitude += 1
    }
    return magnitude
  }

  /// How many digits it has after the point.
  public var decimals: Int { max(0, -exponent) }

  /// At most so many of them are shown, however many an exchange writes.
  public static let decimalsMax = 12

  /// Divided by 10^power.
  public func shifted(down power: Int) -> Decimal {
    var copy = self
    copy.exponent -= power
    return copy
  }

  /// How a number that lies between two is rounded.
  public enum Rounding: Sendable {
    /// Halves go away from zero.
    case nearest
    case towardZero, awayFromZero
  }

  /// With so many digits after the point at most.
  public func rounded(_ decimals: Int, _ rounding: Rounding = .nearest) -> Decimal {
    let surplus = -decimals - exponent
    guard surplus > 0 else { return self }
    var copy = self
    copy.exponent = -decimals
    // In tenths of the last digit; what it has below them is cut off.
    let tenths = surplus > 19 ? 0 : significand / Self.powers[surplus - 1]
    let isExact = surplus < 19 && significand.isMultiple(of: Self.powers[surplus])
    switch rounding {
    case .nearest: copy.significand = (tenths + 5) / 10
    case .towardZero: copy.significand = tenths / 10
    case .awayFromZero: copy.significand = tenths / 10 + (isExact || isZero ? 0 : 1)
    }
    if copy.isZero { copy.isNegative = false }
    return copy
  }

  /// Rounded to exactly `decimals` digits after the point, in groups of three, without a sign;
  /// nil where that takes more than 18 digits.
  public func text(_ decimals: Int) -> String? {
    let rounded = rounded(decimals)
    let zeros = rounded.isZero ? 0 : rounded.exponent + decimals
    guard decimals <= 18, zeros <= 18, rounded.isZero || rounded.magnitude + decimals < 18 else {
      return nil
    }
    var rest = rounded.significand * Self.powers[zeros]
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 40) { buffer in
      // From the last digit to the first.
      var start = 40
      func put(_ letter: UInt8) {
        start -= 1
        buffer[start] = letter
      }
      var digit = -decimals
      repeat {
        if digit == 0, decimals > 0 { put(UInt8(ascii: ".")) }
        if digit > 0, digit % 3 == 0 { put(UInt8(ascii: ",")) }
        put(UInt8(ascii: "0") + UInt8(rest % 10))
        rest /= 10
        digit += 1
      } while rest > 0 || digit <= 0
      return String(decoding: UnsafeBufferPointer(rebasing: buffer[start...]), as: UTF8.self)
    }
  }

  private static let powers: [UInt64] = (0..<19).reduce(into: [1]) { powers, _ in
    powers.append(powers[powers.count - 1] * 10)
  }
}
