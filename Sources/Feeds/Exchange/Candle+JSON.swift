import MarketData

extension Candle {
  /// A candle as an exchange tells it, its start in Unix milliseconds; nil where a part is missing
  /// or its numbers contradict each other.
  init?(
    toldStart start: Int64?, open: Double?, high: Double?, low: Double?, close: Double?,
    volume: Double?
  ) {
    guard let start, ExchangeClock.era.contains(start), let open, let high, let low, let close,
      let volume, low.isPrice, high.isPrice, low <= min(open, close), high >= max(open, close),
      volume.isAmount
    else { return nil }
    self.init(
      start: start, open: open, high: high, low: low, close: close, volume: volume, source: .trades)
  }

  /// The same, its start in Unix seconds.
  init?(seconds: Double, open: Double, high: Double, low: Double, close: Double, volume: Double) {
    let times = ExchangeClock.era
    guard seconds >= Double(times.lowerBound / 1_000), seconds < Double(times.upperBound / 1_000)
    else { return nil }
    self.init(
      toldStart: Int64(seconds) * 1_000, open: open, high: high, low: low, close: close,
      volume: volume)
  }

  /// Reads a list of lists that each begin with `count` numbers; nil where one of them is no candle.
  static func read(
    _ scanner: inout JSONScanner, numbers count: Int, _ candle: ([Double]) -> Candle?
  ) -> [Candle]? {
    var candles: [Candle]? = []
    scanner.readLists { scanner in
      var numbers: [Double] = []
      while numbers.count < count, scanner.nextElement(), let number = scanner.number()?.double {
        numbers.append(number)
      }
      if numbers.count == count, let candle = candle(numbers) {
        candles?.append(candle)
      } else {
        candles = nil
      }
    }
    return candles
  }

  /// The candles, oldest first; nil where two have the same start.
  static func inOrder(_ candles: [Candle]) -> [Candle]? {
    let sorted = candles.sorted { $0.start < $1.start }
    return zip(sorted, sorted.dropFirst()).allSatisfy { $0.start != $1.start } ? sorted : nil
  }
}
