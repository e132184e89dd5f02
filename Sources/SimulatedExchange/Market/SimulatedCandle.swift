/// The trades of one stretch of time as the exchange's own candle.
public struct SimulatedCandle: Equatable {
  /// Unix milliseconds.
  public let start: Int64
  public let open: Double
  public internal(set) var high: Double
  public internal(set) var low: Double
  public internal(set) var close: Double
  public internal(set) var volume: Double
  /// Price times volume, summed.
  var turnover: Double
  /// When its last trade was, Unix milliseconds.
  var lastTradeTime: Int64

  /// Nil where nobody traded: then Upbit has no candle. `trades` are earliest first.
  init?(start: Int64, trades: [SimulatedTrade]) {
    guard let first = trades.first, let last = trades.last else { return nil }
    self.start = start
    open = first.price
    high = first.price
    low = first.price
    close = last.price
    volume = 0
    turnover = 0
    lastTradeTime = last.time
    for trade in trades {
      high = max(high, trade.price)
      low = min(low, trade.price)
      volume += trade.volume
      turnover += trade.price * trade.volume
    }
  }
}
