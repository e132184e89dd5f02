/// John Bollinger's bands: the mean of the newest values, and two standard deviations to both sides.
public struct BollingerBands: Sendable {
  public struct Value: Equatable, Sendable {
    public var lower: Double
    public var middle: Double
    public var upper: Double
  }

  private static let deviations = 2.0

  private var average: SimpleAverage

  /// - Parameter period: how many values, at least 1; usually 20.
  public init(period: Int) { average = SimpleAverage(period: period) }

  /// Takes one more value.
  /// - Returns: nil until there are enough.
  public mutating func next(_ value: Double) -> Value? {
    guard let middle = average.next(value) else { return nil }
    let reach = Self.deviations * average.deviation(around: middle)
    return Value(lower: middle - reach, middle: middle, upper: middle + reach)
  }
}
