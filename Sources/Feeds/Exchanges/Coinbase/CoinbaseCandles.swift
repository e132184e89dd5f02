import MarketData

extension Coinbase: ChartCandleSource {
  /// A call gives at most this many candles, and is refused if it asks for more.
  private static let candlesPerCall = 300

  public var candleSpans: [Int64] { [60_000, 300_000, 3_600_000, 86_400_000] }

  /// Both ends are named, or neither counts; the end is the start of the last candle.
  public func candlesPath(code: String, span: Int64, before end: Int64, count: Int) -> String {
    let last = (end - 1) / span * span
    let first = last - Int64(min(count, Self.candlesPerCall) - 1) * span
    let (start, end) = (CivilTime(unix: first / 1_000).text, CivilTime(unix: last / 1_000).text)
    return CallPath(
      "/products/\(code)/candles?granularity=\(span / 1_000)&start=\(start)Z&end=\(end)Z"
    ).text
  }

  /// `[[1795147920,103799,105901.11,104300.5,104810.01,12.5],…]`: time in seconds, low, high, open,
  /// close, volume; newest first, and none for a span without trades.
  public func readCandles(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String, span: Int64
  ) -> [Candle]? {
    var scanner = JSONScanner(bytes)
    guard scanner.kind == .array else { return nil }
    let candles = Candle.read(&scanner, numbers: 6) {
      Candle(seconds: $0[0], open: $0[3], high: $0[2], low: $0[1], close: $0[4], volume: $0[5])
    }
    guard scanner.isComplete else { return nil }
    return candles.flatMap(Candle.inOrder)
  }
}
