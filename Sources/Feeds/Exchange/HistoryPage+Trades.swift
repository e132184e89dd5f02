import MarketData

extension HistoryPage {
  /// Makes one-second candles from trades, for an exchange that keeps no candles that short.
  ///
  /// - Parameters:
  ///   - trades: oldest first; those outside `range` are left out.
  ///   - knownFrom: from here on no trade is missing (Unix ms).
  init(_ trades: [Trade], in range: Range<Int64>, knownFrom: Int64) {
    // The second that the page begins in may have begun on the page before.
    let from = knownFrom <= range.lowerBound ? nil : (knownFrom + 999) / 1_000 * 1_000
    let known = max(from ?? .min, range.lowerBound)
    let told = trades.filter { $0.time >= known && $0.time < range.upperBound }
    self.init(
      candles: told.inOrder.seconds, knownFrom: from.map { min($0, range.upperBound) })
  }
}

extension [Trade] {
  /// The trades by time, the oldest first. Trades of the same time are in the order of the exchange's
  /// ids if all trades have one, and otherwise stay in their order.
  var inOrder: [Trade] {
    let areIdentified = allSatisfy { $0.id != nil }
    func key(_ item: (offset: Int, element: Trade)) -> (Int64, Int64, Int) {
      (item.element.time, areIdentified ? item.element.id! : 0, item.offset)
    }
    return enumerated().sorted { key($0) < key($1) }.map(\.element)
  }

  /// The one-second candles that the trades make; the trades must be in order.
  var seconds: [Candle] {
    var candles: [Candle] = []
    for trade in self {
      let start = trade.time - trade.time % 1_000
      guard var candle = candles.last, candle.start == start else {
        candles.append(
          Candle(
            start: start, open: trade.price, high: trade.price, low: trade.price,
            close: trade.price, volume: trade.volume, source: .trades))
        continue
      }
      candle.high = Swift.max(candle.high, trade.price)
      candle.low = Swift.min(candle.low, trade.price)
      candle.close = trade.price
      candle.volume = candle.volume.map { $0 + trade.volume }
      candles[candles.count - 1] = candle
    }
    return candles
  }
}

extension Trade {
  /// A trade from a list of trades, its time in Unix milliseconds; nil where a part is missing or makes
  /// no sense. Parsers of streams, which run all the time, check price and amount in the same way, but
  /// leave the time to `FeedClock`.
  init?(
    id: Int64?, toldPrice price: Double?, volume: Double?, time: Int64?, isBuy: Bool?
  ) {
    guard let price, price.isPrice, let volume, volume.isAmount, let time,
      ExchangeClock.era.contains(time)
    else { return nil }
    self.init(id: id, price: price, volume: volume, time: time, isBuy: isBuy)
  }
}
