/// A step of 1, 2 or 5 × 10^exponent, as scales are marked in.
struct RoundStep: Equatable {
  let value: Double
  let exponent: Int

  /// The smallest step that is at least so much; 1 if that is not a positive number.
  init(atLeast least: Double) {
    guard least.isFinite, least > 0 else {
      (value, exponent) = (1, 0)
      return
    }
    var power = 1.0
    var exponent = 0
    while power > least {
      power /= 10
      exponent -= 1
    }
    while power * 10 <= least {
      power *= 10
      exponent += 1
    }
    switch least {
    case ...power: (value, self.exponent) = (power, exponent)
    case ...(2 * power): (value, self.exponent) = (2 * power, exponent)
    case ...(5 * power): (value, self.exponent) = (5 * power, exponent)
    default: (value, self.exponent) = (10 * power, exponent + 1)
    }
  }
}
