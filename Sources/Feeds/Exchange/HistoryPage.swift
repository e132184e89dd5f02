import MarketData

/// What an answer says of a stretch of a market's history.
public struct HistoryPage: Equatable, Sendable {
  /// Oldest first; their span divides `Candle.span`. Times without a candle had no trade.
  public var candles: [Candle]
  /// From here on (Unix ms) all that was traded is known; nil: from the stretch's beginning.
  public var knownFrom: Int64?
  /// All is known up to here (Unix ms); nil: up to the stretch's end. The time after it must be asked
  /// for again.
  public var knownUntil: Int64?
  /// Set where nothing is known because the last second has more trades than an answer holds: the
  /// stretch before this time may still be asked for.
  public var resumesBefore: Int64?
  /// The id of the trade before which the next page ends, where the exchange gives pages by ids.
  public var cursor: Int64?

  /// The page has no trade where there usually are some: it is believed when a second answer says the
  /// same.
  public var needsConfirmation = false

  /// An answer without a trade, where there must be some: the stretch is asked for once more, later.
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
