/// What may be drawn beside candles.
public enum Indicator: String, CaseIterable, Sendable {
  case none, sma, ema, bollinger, rsi, macd, vwap

  /// How many candles it looks back on, unless another number is chosen; nil where that cannot be
  /// chosen.
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
      var average = SMA(period: period)
      return lines(candles, 1) { [average.next($0.close)] }
    case .ema:
      var average = EMA(period: period)
      return lines(candles, 1) { [average.next($0.close)] }
    case .bollinger:
      var bands = BollingerBands(period: period)
      return lines(candles, 3) {
        let value = bands.next($0.close)
        return [value?.middle, value?.lower, value?.upper]
      }
    case .rsi:
      var index = RSI(period: period)
      return lines(candles, 1) { [index.next($0.close)] }
    case .macd:
      var macd = MACD()
      return lines(candles, 2) {
        let value = macd.next($0.close)
        return [value?.line, value?.signal]
      }
    case .vwap:
      var average = VWAP()
      return lines(candles, 1) { [average.next($0)] }
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

/// The mean of the newest values (SMA), and how far they stand around it.
public struct SMA: Sendable {
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

/// A mean in which each value weighs less than the next (EMA). It begins with the simple mean of
/// its first values, as J. Welles Wilder's and StockCharts' tables do.
public struct EMA: Sendable {
  private var first: SMA
  private let weight: Double
  private var mean: Double?

  /// - Parameter period: at least 1; the newest value weighs 2 / (period + 1).
  public init(period: Int) {
    self.init(period: period, weight: 2 / Double(max(1, period) + 1))
  }

  /// Wilder's smoothing, in which the newest value weighs 1 / period ("New Concepts in Technical
  /// Trading Systems", 1978).
  public static func wilder(period: Int) -> EMA {
    EMA(period: period, weight: 1 / Double(max(1, period)))
  }

  private init(period: Int, weight: Double) {
    first = SMA(period: period)
    self.weight = weight
  }

  /// Takes one more value.
  /// - Returns: nil until there are enough.
  public mutating func next(_ value: Double) -> Double? {
    mean = mean.map { $0 + weight * (value - $0) } ?? first.next(value)
    return mean
  }
}

/// John Bollinger's bands: the mean of the newest values, and two standard deviations to both
/// sides.
public struct BollingerBands: Sendable {
  public struct Value: Equatable, Sendable {
    public var lower: Double
    public var middle: Double
    public var upper: Double
  }

  private static let deviations = 2.0

  private var average: SMA

  /// - Parameter period: how many values, at least 1; usually 20.
  public init(period: Int) { average = SMA(period: period) }

  /// Takes one more value.
  /// - Returns: nil until there are enough.
  public mutating func next(_ value: Double) -> Value? {
    guard let middle = average.next(value) else { return nil }
    let reach = Self.deviations * average.deviation(around: middle)
    return Value(lower: middle - reach, middle: middle, upper: middle + reach)
  }
}

/// The relative strength index (RSI) of J. Welles Wilder: how much of all movement went up, in
/// percent, with his smoothing ("New Concepts in Technical Trading Systems", 1978).
public struct RSI: Sendable {
  private var gains: EMA
  private var losses: EMA
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

/// Gerald Appel's convergence and divergence of moving averages (MACD): how far the exponential
/// mean of 12 values is above that of 26, and the exponential mean of nine such distances.
public struct MACD: Sendable {
  public struct Value: Equatable, Sendable {
    public var line: Double
    /// Nil until there are enough lines.
    public var signal: Double?

    /// How far the line is above its signal.
    public var histogram: Double? { signal.map { line - $0 } }
  }

  private var fast = EMA(period: 12)
  private var slow = EMA(period: 26)
  private var signal = EMA(period: 9)

  public init() {}

  /// Takes one more value.
  /// - Returns: nil until there are enough.
  public mutating func next(_ value: Double) -> Value? {
    let (fast, slow) = (fast.next(value), slow.next(value))
    guard let fast, let slow else { return nil }
    // Means of 12 and of 26 equal values are rounded differently: that difference is no distance.
    let line = abs(fast - slow) < abs(slow) * 1e-12 ? 0 : fast - slow
    return Value(line: line, signal: signal.next(line))
  }
}

/// What was paid on average since the first candle (VWAP): each candle's typical price, the mean of
/// its high, its low and its close, weighs as much as was traded in it.
public struct VWAP: Sendable {
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
