/// A mean in which each value weighs less than the next (EMA). It begins with the simple mean of
/// its first values, as J. Welles Wilder's and StockCharts' tables do.
public struct ExponentialAverage: Sendable {
  private var first: SimpleAverage
  private let weight: Double
  private var mean: Double?

  /// - Parameter period: at least 1; the newest value weighs 2 / (period + 1).
  public init(period: Int) {
    self.init(period: period, weight: 2 / Double(max(1, period) + 1))
  }

  /// Wilder's smoothing, in which the newest value weighs 1 / period ("New Concepts in Technical
  /// Trading Systems", 1978).
  public static func wilder(period: Int) -> ExponentialAverage {
    ExponentialAverage(period: period, weight: 1 / Double(max(1, period)))
  }

  private init(period: Int, weight: Double) {
    first = SimpleAverage(period: period)
    self.weight = weight
  }

  /// Takes one more value.
  /// - Returns: nil until there are enough.
  public mutating func next(_ value: Double) -> Double? {
    mean = mean.map { $0 + weight * (value - $0) } ?? first.next(value)
    return mean
  }
}
