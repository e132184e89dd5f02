/// What may be drawn beside candles.
public enum Indicator: String, CaseIterable, Sendable {
  case none, sma, ema, bollinger, rsi, macd, vwap

  /// How many candles it looks back on where nobody says it; nil where that cannot be chosen.
  public var usualPeriod: Int? {
    switch self {
    case .sma, .ema, .bollinger: 20
    case .rsi: 14
    case .none, .macd, .vwap: nil
    }
  }

  /// Its lines, each with a value for every candle: nil until enough is known, and at a gap, which
  /// is passed over. `bollinger` has the middle, the lower and the upper band; `macd` its line and
  /// its signal; the others have one line.
  /// - Parameters:
  ///   - candles: oldest first.
  ///   - period: nil for the usual one.
  public func lines(of candles: [Candle?], period: Int? = nil) -> [[Double?]] {
    let period = period ?? usualPeriod ?? 1
    switch self {
    case .none: return []
    case .sma:
      var average = SimpleAverage(period: period)
      return lines(candles, 1) { [average.next($0.close)] }
    case .ema:
      var average = ExponentialAverage(period: period)
      return lines(candles, 1) { [average.next($0.close)] }
    case .bollinger:
      var bands = BollingerBands(period: period)
      return lines(candles, 3) {
        let value = bands.next($0.close)
        return [value?.middle, value?.lower, value?.upper]
      }
    case .rsi:
      var strength = RelativeStrength(period: period)
      return lines(candles, 1) { [strength.next($0.close)] }
    case .macd:
      var convergence = Convergence()
      return lines(candles, 2) {
        let value = convergence.next($0.close)
        return [value?.line, value?.signal]
      }
    case .vwap:
      var price = VolumeWeightedPrice()
      return lines(candles, 1) { [price.next($0)] }
    }
  }

  private func lines(
    _ candles: [Candle?], _ count: Int, _ next: (Candle) -> [Double?]
  ) -> [[Double?]] {
    var lines = Array(repeating: [Double?](), count: count)
    for candle in candles {
      let values = candle.flatMap { $0.isFinite ? next($0) : nil }
      for line in 0..<count {
        lines[line].append(values.flatMap { $0[line] }.flatMap { $0.isFinite ? $0 : nil })
      }
    }
    return lines
  }
}

extension Candle {
  fileprivate var isFinite: Bool { high.isFinite && low.isFinite && close.isFinite }
}
