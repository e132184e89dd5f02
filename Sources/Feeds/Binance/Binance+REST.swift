import MarketData

extension Binance {
  /// `[{"symbol":"BTCUSDT","openPrice":"…","highPrice":"…","lowPrice":"…","lastPrice":"…",
  /// "volume":"…","quoteVolume":"…","closeTime":…}]`, or one of them.
  public func readTickers(
    _ bytes: UnsafeBufferPointer<UInt8>, asked: [String], of markets: MarketTable
  ) -> ParsedMessage {
    var scanner = JSONScanner(bytes)
    var reading = ParsedMessage()
    switch scanner.kind {
    case .object: Self.readTicker(&scanner, of: markets, into: &reading)
    case .array:
      scanner.enter(.array)
      while scanner.nextElement() {
        guard scanner.kind == .object else {
          scanner.skip()
          reading.dropped += 1
          continue
        }
        Self.readTicker(&scanner, of: markets, into: &reading)
      }
    default: scanner.skip()
    }
    return scanner.isComplete ? reading : ParsedMessage(isWellFormed: false, dropped: 1)
  }

  private static func readTicker(
    _ scanner: inout JSONScanner, of markets: MarketTable, into reading: inout ParsedMessage
  ) {
    var code: JSONText?
    var last: JSONDecimal?
    var time: Int64?
    var ticker = Ticker(price: 0)
    scanner.enter(.object)
    while let key = scanner.nextKey() {
      if key == "symbol" {
        code = scanner.string()
      } else if key == "lastPrice" {
        last = scanner.number()
      } else if key == "openPrice" {
        ticker.baselinePrice = scanner.number()?.price
      } else if key == "highPrice" {
        ticker.dayHigh = scanner.number()?.price
      } else if key == "lowPrice" {
        ticker.dayLow = scanner.number()?.price
      } else if key == "volume" {
        ticker.volume = scanner.number()?.price
      } else if key == "quoteVolume" {
        ticker.turnover = scanner.number()?.price
      } else if key == "closeTime" {
        time = scanner.number()?.integer
      } else if key == "code" {
        reading.refusal = "error" + (scanner.number()?.integer.map { " \($0)" } ?? "")
      } else {
        scanner.skip()
      }
    }
    guard reading.refusal == nil else { return }
    guard let code, let last else {
      reading.dropped += 1
      return
    }
    guard let market = markets.index(of: code) else { return }
    ticker.price = last.double
    ticker.decimals = last.decimals
    if ticker.price == 0 {
      // Where nothing was traded for 24 hours there is no price, and that is no mistake.
      reading.statements.append(Statement(market: market, time: time))
    } else if ticker.price.isPrice {
      reading.statements.append(Statement(market: market, ticker: ticker, time: time))
    } else {
      reading.dropped += 1
    }
  }

  /// A call gives so many candles.
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
    // Seconds without a trade have a row, too: an answer without any says nothing.
    guard !rows.isEmpty else { return HistoryPage(candles: [], knownFrom: range.upperBound) }
    let start = Self.knownFrom(range)
    return HistoryPage(
      candles: rows.filter { $0.volume != 0 && range.contains($0.start) },
      knownFrom: start > range.lowerBound ? start : nil)
  }

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

  /// `[[1795147952000,"open","high","low","close","volume",1795147952999,…],…]`. A row that makes no
  /// sense spoils the answer: without it the rest would claim that nothing was traded then.
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
    guard let start, numbers.count == 5, ExchangeClock.era.contains(start), start % span == 0
    else { return nil }
    let (open, high, low, close) = (numbers[0], numbers[1], numbers[2], numbers[3])
    guard numbers[4].isFinite, numbers[4] >= 0, high.isPrice, low.isPrice,
      low <= min(open, close), high >= max(open, close)
    else { return nil }
    return Candle(
      start: start, open: open, high: high, low: low, close: close, volume: numbers[4],
      source: .trades)
  }
}
