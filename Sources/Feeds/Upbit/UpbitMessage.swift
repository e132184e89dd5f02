import MarketData

/// One object of Upbit's stream, or of the answer to a call for tickers, with those of its fields
/// that we use. DEFAULT and SIMPLE names, objects alone and in lists, all mean the same.
struct UpbitMessage {
  private var type: JSONText?
  private var code: JSONText?
  private var price: JSONDecimal?
  private var baselinePrice: JSONDecimal?
  private var dayLow: JSONDecimal?
  private var dayHigh: JSONDecimal?
  private var volume: JSONDecimal?
  private var time: Int64?
  private var tradeTime: Int64?
  private var id: Int64?
  private var isSnapshot = false
  private var isDelisted = false
  private var refusal: String?

  /// Reads a whole text: an object or a list of objects.
  /// - Parameter isStream: false for the answer to a call, where every object is a ticker.
  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, of markets: MarketTable, isStream: Bool
  ) -> Reading {
    var scanner = JSONScanner(bytes)
    var reading = Reading()
    switch scanner.kind {
    case .object:
      UpbitMessage(&scanner).add(to: &reading, of: markets, isStream: isStream)
    case .array:
      scanner.enter(.array)
      while scanner.nextElement() {
        if scanner.kind == .object {
          UpbitMessage(&scanner).add(to: &reading, of: markets, isStream: isStream)
        } else {
          scanner.skip()
          reading.dropped += 1
        }
      }
    default:
      scanner.skip()
      reading.dropped += 1
    }
    return scanner.isComplete ? reading : Reading(isWellFormed: false, dropped: 1)
  }

  private init(_ scanner: inout JSONScanner) {
    scanner.enter(.object)
    while let key = scanner.nextKey() {
      switch UpbitField(key) {
      case .type: type = scanner.string()
      case .code: code = scanner.string()
      case .price: price = scanner.number()
      case .baselinePrice: baselinePrice = scanner.number()
      case .dayLow: dayLow = scanner.number()
      case .dayHigh: dayHigh = scanner.number()
      case .volume: volume = scanner.number()
      case .time: time = scanner.number()?.integer
      case .tradeTime: tradeTime = scanner.number()?.integer
      case .id: id = scanner.number()?.integer
      case .streamType: isSnapshot = scanner.string().map { $0 == "SNAPSHOT" } ?? false
      case .marketState: isDelisted = scanner.string().map { $0 == "DELISTED" } ?? false
      case .error: refusal = Self.refusal(&scanner)
      case .other: scanner.skip()
      }
    }
  }

  /// `{"error":{"name":"NO_CODES","message":"…"}}`; the name is a number in answers to calls.
  private static func refusal(_ scanner: inout JSONScanner) -> String {
    var name = "error"
    guard scanner.kind == .object else {
      scanner.skip()
      return name
    }
    scanner.enter(.object)
    while let key = scanner.nextKey() {
      if key == "name", scanner.kind == .string {
        name = scanner.string()?.string ?? name
      } else if key == "name", scanner.kind == .number {
        name = scanner.number()?.integer.map { "error \($0)" } ?? name
      } else {
        scanner.skip()
      }
    }
    // It goes to the log: one word of plain letters.
    return String(
      name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == " ") }.prefix(
        40))
  }

  private func add(to reading: inout Reading, of markets: MarketTable, isStream: Bool) {
    if let refusal {
      reading.refusal = refusal
      return
    }
    let isTrade = isStream && type.map { $0 == "trade" } ?? false
    let isTicker = !isStream || type.map { $0 == "ticker" } ?? false
    // `{"status":"UP"}`, order books and whatever else is new say nothing of a price.
    guard isTrade || isTicker else { return }
    guard let code else {
      reading.dropped += 1
      return
    }
    guard let market = markets.index(of: code) else { return }
    if let statement = statement(of: market, isTrade: isTrade) {
      reading.said.append(statement)
    } else {
      reading.dropped += 1
    }
  }

  /// Nil where a field that the price needs is missing, of the wrong type or out of range.
  private func statement(of market: Int, isTrade: Bool) -> Statement? {
    guard let decimal = price, let time = time ?? tradeTime else { return nil }
    let price = decimal.double
    guard price.isPrice else { return nil }
    func believed(_ decimal: JSONDecimal?) -> Double? {
      (decimal?.double).flatMap { $0.isPrice ? $0 : nil }
    }
    let ticker = Ticker(
      price: price, tradeTime: tradeTime, baselinePrice: believed(baselinePrice),
      dayLow: believed(dayLow), dayHigh: believed(dayHigh), decimals: decimal.decimals,
      isListed: !isDelisted)
    var trade: Trade?
    if isTrade {
      guard let tradeTime, let volume = volume?.double, volume.isFinite, volume >= 0 else {
        return nil
      }
      trade = Trade(id: id, price: price, volume: volume, time: tradeTime)
    }
    return Statement(
      market: market, ticker: ticker, trade: trade, time: time, isSnapshot: isSnapshot)
  }
}

/// The fields that we read, by their DEFAULT and SIMPLE names.
private enum UpbitField {
  case type, code, price, baselinePrice, dayLow, dayHigh, volume, time, tradeTime, id, streamType,
    marketState
  case error, other

  /// By length first: most of the thirty-three keys of a ticker are told apart by that alone.
  @inline(__always)
  init(_ key: JSONText) {
    self = .other
    switch key.isEscaped ? key.unescaped.count : key.raw.count {
    case 2: self = Self.ofTwoLetters(key)
    case 3:
      if key == "tms" { self = .time }
      if key == "pcp" { self = .baselinePrice }
      if key == "sid" { self = .id }
    case 4:
      if key == "code" { self = .code }
      if key == "type" { self = .type }
      if key == "ttms" { self = .tradeTime }
    case 5: if key == "error" { self = .error }
    case 6: if key == "market" { self = .code }
    case 9:
      if key == "timestamp" { self = .time }
      if key == "low_price" { self = .dayLow }
    case 10: if key == "high_price" { self = .dayHigh }
    case 11:
      if key == "trade_price" { self = .price }
      if key == "stream_type" { self = .streamType }
    case 12:
      if key == "trade_volume" { self = .volume }
      if key == "market_state" { self = .marketState }
    case 13: if key == "sequential_id" { self = .id }
    case 15: if key == "trade_timestamp" { self = .tradeTime }
    case 18: if key == "prev_closing_price" { self = .baselinePrice }
    default: break
    }
  }

  private static func ofTwoLetters(_ key: JSONText) -> UpbitField {
    if key == "ty" { return .type }
    if key == "cd" { return .code }
    if key == "tp" { return .price }
    if key == "lp" { return .dayLow }
    if key == "hp" { return .dayHigh }
    if key == "tv" { return .volume }
    if key == "st" { return .streamType }
    if key == "ms" { return .marketState }
    return .other
  }
}

extension Double {
  /// Finite and above 0, as every price is.
  var isPrice: Bool { isFinite && self > 0 }
}
