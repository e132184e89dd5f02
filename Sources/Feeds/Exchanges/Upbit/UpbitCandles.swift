import MarketData

extension Upbit: ChartCandleSource {
  /// A call gives at most this many candles, of any span.
  private static let candlesPerCall = 200

  public var candleSpans: [Int64] { [1_000, 60_000, 300_000, 3_600_000, 86_400_000] }

  public func candlesPath(code: String, span: Int64, before end: Int64, count: Int) -> String {
    let kind =
      switch span {
      case 86_400_000: "days"
      case 60_000...: "minutes/\(span / 60_000)"
      default: "seconds"
      }
    let (count, to) = (min(count, Self.candlesPerCall), CivilTime(unix: end / 1_000).text)
    return CallPath("/candles/\(encoded: kind)?market=\(code)&count=\(count)&to=\(to)Z").text
  }
}

extension Upbit: HistorySource {
  /// Candles of a second. `to` is exclusive.
  public func historyPath(code: String, range: Range<Int64>) -> String {
    candlesPath(
      code: code, span: 1_000, before: range.upperBound, count: Self.secondsAsked(in: range))
  }

  /// Seconds without a trade have no candle: an answer that is not full covers the whole range.
  public func readHistory(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String, range: Range<Int64>
  ) -> HistoryPage? {
    guard let candles = readCandles(bytes, of: code, span: 1_000) else { return nil }
    // Where candles are missing, the answer has older ones in their place.
    guard let oldest = candles.first?.start else { return .silent }
    guard oldest < range.upperBound else {
      return HistoryPage(candles: [], knownFrom: range.upperBound)
    }
    return HistoryPage(
      candles: candles, knownFrom: candles.count < Self.secondsAsked(in: range) ? nil : oldest)
  }

  private static func secondsAsked(in range: Range<Int64>) -> Int {
    min(candlesPerCall, max(1, Int((range.upperBound - range.lowerBound) / 1_000)))
  }
}
