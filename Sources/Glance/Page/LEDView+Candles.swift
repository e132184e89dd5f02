import MarketData
import Pixels

extension LEDView {
  /// Candles from their low to their high; what is not known is dark.
  static func bars(of candles: some Collection<Candle?>, isOld: Bool) -> [Bar] {
    let known = candles.compactMap { $0 }
    let low = known.reduce(Double.infinity) { min($0, $1.low) }
    let high = known.reduce(-Double.infinity) { max($0, $1.high) }
    func height(_ price: Double) -> Double { low < high ? (price - low) / (high - low) : 0.5 }
    return candles.map { candle in
      guard let candle else { return Bar(.paper, to: 0) }
      return Bar(
        ColourRole(change: candle.close - candle.open, isOld: isOld), from: height(candle.low),
        to: height(candle.high))
    }
  }
}
