/// The relative strength index (RSI) of J. Welles Wilder: how much of all movement went up, in
/// percent, with his smoothing ("New Concepts in Technical Trading Systems", 1978).
public struct RelativeStrength: Sendable {
  private var gains: ExponentialAverage
  private var losses: ExponentialAverage
  private var last: Double?

  /// - Parameter period: how many changes, at least 1; usually 14.
  public init(period: Int) {
    gains = .wilder(period: period)
    losses = gains
  }

  /// Takes one more value.
  /// - Returns: 0…100; 50 where nothing moved; nil until there are enough.
  public mutating func next(_ value: Double) -> Double? {
    defer { last = value }
    guard let last else { return nil }
    let (gain, loss) = (gains.next(max(0, value - last)), losses.next(max(0, last - value)))
    guard let gain, let loss else { return nil }
    return gain + loss == 0 ? 50 : 100 * gain / (gain + loss)
  }
}
