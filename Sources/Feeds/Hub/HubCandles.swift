import MarketData

/// Consecutive candles of one market, as a hub's topics `recent` and `ring` have them; nil is a gap.
///
/// `{"start": 1795328195000, "candles": [[open, high, low, close, volume], [close], null, …]}`: a
/// candle in which nothing was traded has its price alone.
public struct HubCandles: Equatable, Sendable {
  /// The market's name: `upbit:KRW-BTC`.
  public var market: String
  /// When the first one starts, Unix milliseconds by the clock of the market's exchange.
  public var start: Int64
  public var candles: [Candle?]

  public init(market: String, start: Int64, _ candles: [Candle?]) {
    (self.market, self.start, self.candles) = (market, start, candles)
  }

  /// When the last one ends.
  public var end: Int64 { start + Int64(candles.count) * Candle.span }

  /// The runs without a gap, with the time that each covers.
  public var runs: [(candles: [Candle], covering: Range<Int64>)] {
    var runs: [(candles: [Candle], covering: Range<Int64>)] = []
    for case let candle? in candles {
      let end = candle.start + Candle.span
      if let last = runs.last, last.covering.upperBound == candle.start {
        runs[runs.count - 1].candles.append(candle)
        runs[runs.count - 1].covering = last.covering.lowerBound..<end
      } else {
        runs.append(([candle], candle.start..<end))
      }
    }
    return runs
  }

  /// The times of which nothing is known, between the runs or around them.
  public var gaps: [Range<Int64>] {
    var gaps: [Range<Int64>] = []
    var known = start
    for run in runs {
      if run.covering.lowerBound > known { gaps.append(known..<run.covering.lowerBound) }
      known = run.covering.upperBound
    }
    if known < end { gaps.append(known..<end) }
    return gaps
  }
}

extension HubCandles {
  public static func json(_ all: [HubCandles]) -> String {
    JSON.object([
      (
        "markets",
        JSON.map(
          all.map { candles in
            let rows = candles.candles.map { $0.map { JSON.list($0.hubRow) } ?? JSON.null }
            return (
              candles.market,
              JSON.object([("start", "\(candles.start)"), ("candles", JSON.list(rows))])
            )
          })
      )
    ])
  }

  /// - Returns: nil where the bytes are no JSON, or hold a value that is no candle.
  public static func read(_ bytes: [UInt8]) -> [HubCandles]? {
    var all: [HubCandles]? = []
    let isWhole = JSONScanner.readHub(bytes) { scanner, key in
      guard key == "markets" else { return scanner.skip() }
      all = scanner.readHubMap { name, scanner in HubCandles(name, &scanner) }
    }
    return isWhole ? all : nil
  }

  private init?(_ market: String, _ scanner: inout JSONScanner) {
    var start: Int64?
    var rows: [[Double]?] = []
    var sources: [Candle.Source] = []
    var isSensible = true
    let isObject = scanner.readObject { scanner, key in
      if key == "start" {
        start = scanner.number()?.integer
      } else if key == "candles" {
        isSensible =
          scanner.readArray { scanner in
            guard rows.count < CandleRing.capacity else {
              isSensible = false
              return scanner.skip()
            }
            guard scanner.kind == .array else {
              // Only null says that nothing is known.
              if scanner.kind != .literal || scanner.boolean() != nil { isSensible = false }
              rows.append(nil)
              return sources.append(.trades)
            }
            guard let (row, source) = scanner.readHubRow() else {
              isSensible = false
              return
            }
            rows.append(row)
            sources.append(source)
          } && isSensible
      } else {
        scanner.skip()
      }
    }
    guard isObject, isSensible, let start, ExchangeClock.era.contains(start),
      start % Candle.span == 0
    else { return nil }
    self.init(market: market, start: start, [])
    for (index, (row, source)) in zip(rows, sources).enumerated() {
      let start = start + Int64(index) * Candle.span
      let candle = row.map { Candle(hubRow: $0, source, start: start) }
      if case .some(nil) = candle { return nil }
      candles.append(candle ?? nil)
    }
  }
}

extension Candle {
  /// `[open, high, low, close, volume]`, or only the price where nothing was traded. The candle's source
  /// follows if it is not trades. `null` is a volume that is not known.
  var hubRow: [String] {
    var row =
      volume == 0 && open == high && low == high && close == high
      ? [JSON.number(close)]
      : [open, high, low, close].map { JSON.number($0) } + [JSON.number(volume)]
    if source != .trades { row.append(source.rawValue.asJSON) }
    return row
  }

  /// - Parameter row: prices and volume; a volume that is not known is missing.
  init?(hubRow row: [Double], _ source: Source, start: Int64) {
    switch row.count {
    case 1:
      self = .flat(at: row[0], start: start, source: source)
      volume = 0
    case 4, 5:
      self.init(
        toldStart: start, open: row[0], high: row[1], low: row[2], close: row[3],
        volume: row.count == 5 ? row[4] : 0)
      if row.count == 4 { volume = nil }
      self.source = source
    default: return nil
    }
    guard low.isPrice, high.isFinite else { return nil }
  }
}

extension JSONScanner {
  /// Reads one row: its numbers, without a volume that is `null`, and the word after them.
  mutating func readHubRow() -> (numbers: [Double], source: Candle.Source)? {
    var numbers: [Double] = []
    var source = Candle.Source.trades
    var isSensible = true
    readArray { scanner in
      switch scanner.kind {
      case .number where numbers.count < 6: numbers.append(scanner.number()?.double ?? .nan)
      case .string: isSensible = scanner.readWord(into: &source) && isSensible
      case .literal where numbers.count >= 4: scanner.skip()
      default:
        isSensible = false
        scanner.skip()
      }
    }
    return isSensible ? (numbers, source) : nil
  }

  /// Reads a candle that begins with its start.
  mutating func readHubCandle() -> Candle? {
    guard kind == .array else {
      skip()
      return nil
    }
    guard let (row, source) = readHubRow(), row.count > 1, let start = Int64(exactly: row[0]),
      ExchangeClock.era.contains(start), start % Candle.span == 0
    else { return nil }
    return Candle(hubRow: Array(row.dropFirst()), source, start: start)
  }
}
