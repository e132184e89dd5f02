/// The candles that are shown: of which market, by its index in the desk's list, and how long they are.
public struct Chart: Equatable, Sendable {
  public var market: MarketID
  public var span: ChartSpan

  public init(market: MarketID, span: ChartSpan) {
    self.market = market
    self.span = span
  }
}

/// How long the candles of a chart are.
public enum ChartSpan: String, CaseIterable, Sendable {
  case fiveSeconds = "5s"
  case minute = "1m"
  case fiveMinutes = "5m"
  case hour = "1h"
  case day = "1d"

  public var milliseconds: Int64 {
    switch self {
    case .fiveSeconds: Candle.span
    case .minute: 60_000
    case .fiveMinutes: 300_000
    case .hour: 3_600_000
    case .day: 86_400_000
    }
  }
}

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
