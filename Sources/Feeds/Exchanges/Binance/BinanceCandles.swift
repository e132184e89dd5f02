import MarketData

extension Binance: HistorySource {
  /// A call gives at most this many candles.
  private static let candlesPerCall: Int64 = 1_000

  /// Candles of a second.
  public func historyPath(code: String, range: Range<Int64>) -> String {
    let start = Self.knownFrom(range)
    return Self.path(code, "1s", count: (range.upperBound - start) / 1_000)
      + "&startTime=\(start)&endTime=\(range.upperBound - 1)"
  }

  private static func knownFrom(_ range: Range<Int64>) -> Int64 {
    max(range.lowerBound, range.upperBound - candlesPerCall * 1_000)
  }

  public func readHistory(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String, range: Range<Int64>
  ) -> HistoryPage? {
    guard let rows = Self.readRows(bytes, span: 1_000) else { return nil }
    // Seconds without a trade have a row, too.
    guard !rows.isEmpty else { return .silent }
    let start = Self.knownFrom(range)
    return HistoryPage(
      candles: rows.filter { $0.volume != 0 && range.contains($0.start) },
      knownFrom: start > range.lowerBound ? start : nil)
  }
}

extension Binance: ChartCandleSource {
  public var candleSpans: [Int64] {
    [1_000, 60_000, 300_000, 900_000, 3_600_000, 14_400_000, 86_400_000]
  }

  public func candlesPath(code: String, span: Int64, before end: Int64, count: Int) -> String {
    let interval =
      switch span {
      case 86_400_000...: "\(span / 86_400_000)d"
      case 3_600_000...: "\(span / 3_600_000)h"
      case 60_000...: "\(span / 60_000)m"
      default: "\(span / 1_000)s"
      }
    return Self.path(code, interval, count: Int64(count)) + "&endTime=\(end - 1)"
  }

  private static func path(_ code: String, _ interval: String, count: Int64) -> String {
    let count = min(max(count, 1), candlesPerCall)
    return CallPath("/klines?symbol=\(code)&interval=\(interval)&limit=\(count)").text
  }

  /// Times without a trade are left out.
  public func readCandles(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String, span: Int64
  ) -> [Candle]? {
    Self.readRows(bytes, span: span)?.filter { $0.volume != 0 }
  }

  /// `[[1795147952000,"open","high","low","close","volume",1795147952999,…],…]`. A row that makes
  /// no sense spoils the answer: without it the rest would claim that nothing was traded then.
  private static func readRows(_ bytes: UnsafeBufferPointer<UInt8>, span: Int64) -> [Candle]? {
    var scanner = JSONScanner(bytes)
    guard scanner.kind == .array else { return nil }
    var candles: [Candle] = []
    scanner.enter(.array)
    while scanner.nextElement() {
      guard scanner.kind == .array, let candle = readRow(&scanner, span: span) else { return nil }
      candles.append(candle)
    }
    guard scanner.isComplete else { return nil }
    return Candle.inOrder(candles)
  }

  private static func readRow(_ scanner: inout JSONScanner, span: Int64) -> Candle? {
    var start: Int64?
    var numbers: [Double] = []
    scanner.enter(.array)
    while scanner.nextElement() {
      if start == nil {
        guard let time = scanner.number()?.integer else { return nil }
        start = time
      } else if numbers.count < 5 {
        guard let number = scanner.number()?.double else { return nil }
        numbers.append(number)
      } else {
        scanner.skip()
      }
    }
    guard numbers.count == 5,
      let candle = Candle(
        toldStart: start, open: numbers[0], high: numbers[1], low: numbers[2], close: numbers[3],
        volume: numbers[4]), candle.start % span == 0
    else { return nil }
    return candle
  }
}
