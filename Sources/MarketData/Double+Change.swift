extension Double {
  /// A change, a share or a premium as a fraction, rounded as it is shown: to 0.0001, which is 0.01 %.
  /// What is shown as 0.00 % has no colour and no arrow.
  public var roundedChange: Double { (self * 10_000).rounded() / 10_000 }
}
