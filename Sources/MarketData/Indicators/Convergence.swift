/// Gerald Appel's convergence and divergence of moving averages (MACD): how far the exponential mean
/// of 12 values is above that of 26, and the exponential mean of nine such distances.
public struct Convergence: Sendable {
  public struct Value: Equatable, Sendable {
    public var line: Double
    /// Nil until there are enough lines.
    public var signal: Double?

    /// How far the line is above its signal.
    public var histogram: Double? { signal.map { line - $0 } }
  }

  private var fast = ExponentialAverage(period: 12)
  private var slow = ExponentialAverage(period: 26)
  private var signal = ExponentialAverage(period: 9)

  public init() {}

  /// Takes one more value.
  /// - Returns: nil until there are enough.
  public mutating func next(_ value: Double) -> Value? {
    let (fast, slow) = (fast.next(value), slow.next(value))
    guard let fast, let slow else { return nil }
    return Value(line: fast - slow, signal: signal.next(fast - slow))
  }
}
