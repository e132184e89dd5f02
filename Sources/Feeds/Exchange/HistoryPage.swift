import MarketData

/// What an answer says of a stretch of a market's history.
public struct HistoryPage: Equatable, Sendable {
  /// Oldest first; their span divides `Candle.span`. Times without one had no trade.
  public var candles: [Candle]
  /// From here on (Unix ms) all that was traded is known; nil: from the stretch's beginning.
  public var knownFrom: Int64?
  /// Up to here (Unix ms); nil: up to the stretch's end. What lies after it is to be asked for anew.
  public var knownUntil: Int64?
  /// Where nothing is known, since more was traded in the last second than an answer holds: what
  /// lies before this time may still be asked for.
  public var resumesBefore: Int64?
  /// The id of the trade that the next page ends before, where the exchange gives pages by ids.
  public var cursor: Int64?

  /// It has no trade where there usually are some: believed when a second answer says the same.
  public var needsConfirmation = false

  /// An answer without a trade, where there must be some: it is asked for once more, later.
  public static let silent = HistoryPage(candles: [], knownFrom: .max)

  public init(
    candles: [Candle], knownFrom: Int64? = nil, knownUntil: Int64? = nil,
    resumesBefore: Int64? = nil
  ) {
    self.candles = candles
    self.knownFrom = knownFrom
    self.knownUntil = knownUntil
    self.resumesBefore = resumesBefore
  }
}
