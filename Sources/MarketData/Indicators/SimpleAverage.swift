/// The mean of the newest values (SMA), and how far they stand around it.
public struct SimpleAverage: Sendable {
  private let period: Int
  private var newest: [Double] = []

  /// - Parameter period: how many values, at least 1.
  public init(period: Int) { self.period = max(1, period) }

  /// Takes one more value.
  /// - Returns: nil until there are enough.
  public mutating func next(_ value: Double) -> Double? {
    if newest.count == period { newest.removeFirst() }
    newest.append(value)
    // Added anew each time: a running sum would keep the errors of all that ever left it.
    return newest.count == period ? newest.reduce(0, +) / Double(period) : nil
  }

  /// Their standard deviation as a whole population, whose mean is known.
  func deviation(around mean: Double) -> Double {
    let squares = newest.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(newest.count)).squareRoot()
  }
}
