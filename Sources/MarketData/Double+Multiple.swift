extension Double {
  /// Whether it is a whole number of units.
  public func isMultiple(of unit: Double) -> Bool {
    // A remainder would say it, too, but costs a hundred times as much.
    Int(exactly: self / unit) != nil
  }
}
