import MarketData

/// Which price stands on which row. Its ends lie on round prices, so that it moves only when the
/// visible candles leave it or come much closer.
struct PriceScale {
  private let low: Double
  private let rowsPerPrice: Double
  private let lastRow: Double

  /// A market that moves less than this fraction is a calm line.
  private static let calm = 0.0005

  /// Nil where there is no candle.
  init?(_ candles: some Sequence<Candle?>, decimals: Int, height: Int) {
    var low = Double.infinity
    var high = -Double.infinity
    for case let candle? in candles {
      low = min(low, candle.low)
      high = max(high, candle.high)
    }
    guard low <= high else { return nil }
    let middle = low / 2 + high / 2
    var tick = 4.0
    for _ in 0..<max(0, min(decimals, 18)) { tick /= 10 }
    let span = max(high - low, middle * Self.calm, tick)
    let step = Self.round(span / 8)
    let margin = max(0, (span - (high - low)) / 2)
    let bottom = ((low - margin) / step).rounded(.down) * step
    let top = max(((high + margin) / step).rounded(.up) * step, bottom + step)
    self.low = bottom
    lastRow = Double(height - 1)
    rowsPerPrice = lastRow / (top - bottom)
  }

  /// Rows from the top.
  func row(_ price: Double) -> Int {
    let up = (price - low) * rowsPerPrice
    guard up.isFinite else { return Int(lastRow / 2) }
    return Int(lastRow - max(0, min(lastRow, up)) + 0.5)
  }

  /// The next of 1, 2, 5 × 10^n.
  private static func round(_ value: Double) -> Double {
    guard value.isFinite, value > 0 else { return 1 }
    var power = 1.0
    while power > value { power /= 10 }
    while power * 10 <= value { power *= 10 }
    return value <= power
      ? power : value <= 2 * power ? 2 * power : value <= 5 * power ? 5 * power : 10 * power
  }
}
