import MarketData

/// Which price stands on which row. Its ends lie on round prices, so that it moves only when the
/// visible candles leave it or come much closer.
struct PriceScale: Equatable {
  private let low: Double
  private let high: Double
  private let rowsPerPrice: Double
  private let lastRow: Double

  /// A market that moves less than this fraction is a calm line.
  private static let calm = 0.0005

  /// Nil where there is no candle.
  /// - Parameter lines: drawn over the candles. The scale grows for them only so far that the candles
  ///   keep most of it.
  init?(
    _ candles: some Sequence<Candle?>, lines: [ArraySlice<Double?>] = [], decimals: Int, height: Int
  ) {
    var low = Double.infinity
    var high = -Double.infinity
    for case let candle? in candles {
      low = min(low, candle.low)
      high = max(high, candle.high)
    }
    guard low <= high else { return nil }
    let reach = (high - low) / 4
    let drawn = lines.joined().compactMap { $0 }
    if let lowest = drawn.min(), let highest = drawn.max() {
      (low, high) = (min(low, max(lowest, low - reach)), max(high, min(highest, high + reach)))
    }
    let middle = low / 2 + high / 2
    var tick = 4.0
    for _ in 0..<max(0, min(decimals, 18)) { tick /= 10 }
    let span = max(high - low, middle * Self.calm, tick)
    let step = RoundStep(atLeast: span / 16).value
    let margin = max(0, (span - (high - low)) / 2)
    let lowest = ((low - margin) / step).rounded(.down) * step
    // Prices are never below zero; what an indicator shows may be.
    let bottom = low < 0 ? lowest : max(0, lowest)
    let top = max(((high + margin) / step).rounded(.up) * step, bottom + step)
    self.low = bottom
    self.high = top
    lastRow = Double(height - 1)
    rowsPerPrice = lastRow / (top - bottom)
  }

  /// Rows from the top.
  func row(_ price: Double) -> Int {
    let up = (price - low) * rowsPerPrice
    guard up.isFinite else { return Int(lastRow / 2) }
    return Int(lastRow - max(0, min(lastRow, up)) + 0.5)
  }

  /// Whether a price lies on the scale.
  func holds(_ price: Double) -> Bool { price >= low && price <= high }

  /// Round prices from the lowest up.
  /// - Parameter rows: how far they stand apart at least.
  /// - Returns: none where there is no room for them.
  func marks(apart rows: Int, atMost count: Int = 4) -> (step: RoundStep, prices: [Double]) {
    let step = RoundStep(
      atLeast: max(Double(rows) / rowsPerPrice, (high - low) / (Double(count) - 0.1)))
    guard step.value.isFinite, step.value > 0 else { return (step, []) }
    let first = (low / step.value).rounded(.up)
    let prices = (0...count).map { (first + Double($0)) * step.value }
    return (step, prices.filter { $0 <= high && $0.isFinite })
  }
}
