/// The trades of one bucket of time: five seconds, aligned to the Unix epoch.
public struct Candle: Equatable, Sendable {
  /// How many milliseconds a candle spans.
  public static let span: Int64 = 5_000
  /// So many milliseconds after a candle's end an exchange has all of its trades in it.
  public static let settlingMilliseconds: Int64 = 1_500

  /// Where its prices come from.
  public enum Source: String, Sendable {
    /// The trade stream, the exchange's history, or a flat candle between trades.
    case trades
    /// Prices polled now and then: highs and lows between them are not known.
    case samples
    /// Trades, or a flat candle: but in part of its time the exchange was not heard, and history
    /// did not fill it.
    case partial
  }

  /// Unix milliseconds by the exchange's clock, a multiple of `span`.
  public var start: Int64
  /// The first price, in the market's quote.
  public var open: Double
  /// The highest price, in the market's quote.
  public var high: Double
  /// The lowest price, in the market's quote.
  public var low: Double
  /// The last price, in the market's quote.
  public var close: Double
  /// What was traded, in the market's base; nil where only prices were sampled.
  public var volume: Double?
  /// Where its prices come from.
  public var source: Source

  public init(
    start: Int64, open: Double, high: Double, low: Double, close: Double, volume: Double?,
    source: Source
  ) {
    self.start = start
    self.open = open
    self.high = high
    self.low = low
    self.close = close
    self.volume = volume
    self.source = source
  }

  /// The fraction from open to close.
  public var move: Double { (close - open) / open }

  /// A candle in which the price stood still.
  public static func flat(at price: Double, start: Int64, source: Source = .trades) -> Candle {
    Candle(
      start: start, open: price, high: price, low: price, close: price,
      volume: source == .samples ? nil : 0, source: source)
  }

  /// The start of the bucket that `time` (Unix milliseconds) falls into.
  public static func bucket(of time: Int64) -> Int64 {
    time - ((time % span) + span) % span
  }
}
