import MarketData

extension KoreanExchange {
  /// `[{"market":"KRW-BTC","candle_date_time_utc":"2026-11-20T04:12:33","opening_price":…}]`,
  /// newest first. A candle that makes no sense, or is another market's, spoils the answer: without it
  /// the rest would claim that nothing was traded then.
  public func readCandles(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String, span: Int64
  ) -> [Candle]? {
    let candles = JSONScanner.readValues(bytes) { scanner -> Candle? in
      var isOurs = true
      var start: Int64?
      var open: Double?
      var high: Double?
      var low: Double?
      var close: Double?
      var volume: Double?
      while let key = scanner.nextKey() {
        if key == "market" {
          if let market = scanner.string()?.string { isOurs = market == code }
        } else if key == "candle_date_time_utc" {
          start = scanner.string().flatMap { CivilTime($0.raw.buffer) }.map { $0.unix * 1_000 }
        } else if key == "opening_price" {
          open = scanner.number()?.double
        } else if key == "high_price" {
          high = scanner.number()?.double
        } else if key == "low_price" {
          low = scanner.number()?.double
        } else if key == "trade_price" {
          close = scanner.number()?.double
        } else if key == "candle_acc_trade_volume" {
          volume = scanner.number()?.double
        } else {
          scanner.skip()
        }
      }
      guard isOurs else { return nil }
      return Candle(
        toldStart: start, open: open, high: high, low: low, close: close, volume: volume)
    }
    return candles.flatMap { Candle.inOrder($0) }
  }
}
