/// The candles of one span that an exchange keeps, as they were at one time.
public struct CandleHistory: Equatable, Sendable {
  /// How many are kept.
  public static let capacity = 240

  public let span: ChartSpan
  /// Oldest first; a time between two of them without one had no trade. Days begin when the
  /// exchange's do.
  public let candles: [Candle]
  /// When it was asked, Unix milliseconds by its clock: the candle of that time was still forming.
  public let time: Int64

  /// Keeps the newest `capacity` of the candles.
  public init(span: ChartSpan, candles: [Candle], time: Int64) {
    self.span = span
    self.candles = candles.suffix(Self.capacity)
    self.time = time
  }
}
