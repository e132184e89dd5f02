import MarketData

extension Kraken: ChartCandleSource {
  public var candleSpans: [Int64] { [60_000, 300_000, 3_600_000, 86_400_000] }

  /// `since` is exclusive; candles after `end` come as well.
  public func candlesPath(code: String, span: Int64, before end: Int64, count: Int) -> String {
    let since = (end - Int64(count) * span) / 1_000 - 1
    return CallPath(
      "/public/OHLC?assetVersion=1&pair=\(code)&interval=\(span / 60_000)&since=\(since)"
    ).text
  }

  /// `{"BTC/USD":[[1795147920,"104300.5","105901.1","103799.0","104810.0","104700.1","12.5",320],…]`:
  /// time in seconds, open, high, low, close, average, volume, number of trades; oldest first.
  public func readCandles(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String, span: Int64
  ) -> [Candle]? {
    let names = KrakenAnswer.names(of: [code])
    var candles: [Candle]?
    let answer = KrakenAnswer(bytes) { key, scanner in
      guard names[key.string] != nil, scanner.kind == .array else { return scanner.skip() }
      candles = Candle.read(&scanner, numbers: 7) {
        Candle(seconds: $0[0], open: $0[1], high: $0[2], low: $0[3], close: $0[4], volume: $0[6])
      }
    }
    guard let answer, answer.error == nil else { return nil }
    return candles.flatMap(Candle.inOrder)
  }
}
