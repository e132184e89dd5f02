/// What was paid on average since the first candle (VWAP): each candle's typical price, the mean of
/// its high, its low and its close, weighs as much as was traded in it.
public struct VolumeWeightedPrice: Sendable {
  private var value = 0.0
  private var volume = 0.0

  public init() {}

  /// Takes one more candle; one whose volume is not known weighs nothing.
  /// - Returns: nil until something was traded.
  public mutating func next(_ candle: Candle) -> Double? {
    let traded = candle.volume ?? 0
    if traded > 0, traded.isFinite {
      value += (candle.high + candle.low + candle.close) / 3 * traded
      volume += traded
    }
    return volume > 0 ? value / volume : nil
  }
}
