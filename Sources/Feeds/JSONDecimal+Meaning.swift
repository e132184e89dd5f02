extension JSONDecimal {
  /// Itself where it can be a price: finite and above 0.
  var price: Double? { double.price }

  /// Nearly itself where it can be a sum of what was traded: finite and not below 0.
  var sum: Double? {
    let value = nearly
    return value.isFinite && value >= 0 ? value : nil
  }
}

extension Double {
  /// Finite and above 0, as every price is.
  var isPrice: Bool { isFinite && self > 0 }

  /// Itself where it can be a price, or an amount that is not nothing.
  var price: Double? { isPrice ? self : nil }
}
