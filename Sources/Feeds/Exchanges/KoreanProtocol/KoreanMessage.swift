import MarketData

/// One object of the stream, or of the answer to a call for tickers, with those of its fields that
/// we use. DEFAULT and SIMPLE names, objects alone and in lists, numbers bare and in strings all
/// mean the same.
struct KoreanMessage {
  private var type: JSONText?
  private var code: JSONText?
  private var price: JSONDecimal?
  private var baselinePrice: JSONDecimal?
  private var dayOpen: JSONDecimal?
  private var dayLow: JSONDecimal?
  private var dayHigh: JSONDecimal?
  private var yearLow: JSONDecimal?
  private var yearHigh: JSONDecimal?
  private var dayVolume: JSONDecimal?
  private var dayTurnover: JSONDecimal?
  private var bid: JSONDecimal?
  private var ask: JSONDecimal?
  private var volume: JSONDecimal?
  private var side: JSONText?
  private var book: OrderBook?
  private var time: Int64?
  private var tradeTime: Int64?
  private var tradeDate: JSONText?
  private var tradeTimeOfDay: JSONText?
  private var id: Int64?
  private var isSnapshot = false
  private var delistsOn: CivilDay?
  private var tellsDelisting = false
  private var isDelisted = false
  private var rejection: String?

  /// Reads a whole text: an object or a list of objects.
  /// - Parameter isStream: false for the answer to a call, where every object is a ticker.
  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, of markets: MarketTable, isStream: Bool
  ) -> ParsedMessage {
    var scanner = JSONScanner(bytes)
    var parsed = ParsedMessage()
    switch scanner.kind {
    case .object:
      KoreanMessage(&scanner, isStream: isStream).add(to: &parsed, of: markets, isStream: isStream)
    case .array:
      scanner.enter(.array)
      while scanner.nextElement() {
        if scanner.kind == .object {
          KoreanMessage(&scanner, isStream: isStream).add(
            to: &parsed, of: markets, isStream: isStream)
        } else {
          scanner.skip()
          parsed.dropped += 1
        }
      }
    default:
      scanner.skip()
      parsed.dropped += 1
    }
    return scanner.isComplete ? parsed : ParsedMessage(isWellFormed: false, dropped: 1)
  }

  private init(_ scanner: inout JSONScanner, isStream: Bool) {
    scanner.enter(.object)
    while let key = scanner.nextKey() {
      switch KoreanField(key) {
      case .type: type = scanner.string()
      case .code: code = scanner.string()
      case .price: price = scanner.number()
      case .baselinePrice: baselinePrice = scanner.number()
      case .dayOpen: dayOpen = scanner.number()
      case .dayLow: dayLow = scanner.number()
      case .dayHigh: dayHigh = scanner.number()
      case .yearLow: yearLow = scanner.number()
      case .yearHigh: yearHigh = scanner.number()
      case .dayVolume: dayVolume = scanner.number()
      case .dayTurnover: dayTurnover = scanner.number()
      case .bid: bid = scanner.number()
      case .ask: ask = scanner.number()
      case .volume: volume = scanner.number()
      case .side: side = scanner.string()
      case .book: book = Self.book(&scanner)
      case .time: time = scanner.number()?.integer
      case .tradeTime: tradeTime = scanner.number()?.integer
      case .tradeDate: tradeDate = scanner.string()
      case .tradeTimeOfDay: tradeTimeOfDay = scanner.string()
      case .id: id = scanner.number()?.integer
      case .streamType: isSnapshot = scanner.string().map { $0 == "SNAPSHOT" } ?? false
      case .marketState: isDelisted = scanner.string().map { $0 == "DELISTED" } ?? false
      case .delistsOn:
        tellsDelisting = scanner.kind == .literal
        delistsOn = CivilDay.read(&scanner)
      case .error: rejection = Self.rejection(&scanner)
      case .other: scanner.skip()
      }
    }
    mendTimes(isStream: isStream)
  }

  private func add(to parsed: inout ParsedMessage, of markets: MarketTable, isStream: Bool) {
    if let rejection {
      parsed.rejection = rejection
      parsed.failureReason = Self.failureReason(of: rejection)
      return
    }
    let isTrade = isStream && type.map { $0 == "trade" } ?? false
    let isBook = isStream && type.map { $0 == "orderbook" } ?? false
    let isTicker = !isStream || type.map { $0 == "ticker" } ?? false
    // `{"status":"UP"}` and whatever else is new say nothing of a market.
    guard isTrade || isTicker || isBook else { return }
    guard let code else {
      parsed.dropped += 1
      return
    }
    guard let market = markets.market(of: code) else { return }
    let statement =
      isBook ? bookStatement(of: market) : priceStatement(of: market, isTrade: isTrade)
    if let statement {
      parsed.statements.append(statement)
    } else {
      parsed.dropped += 1
    }
  }

  /// Bithumb's books count microseconds, and the times in its answers have been nine hours ahead.
  private mutating func mendTimes(isStream: Bool) {
    if let micro = time, micro > KoreanTime.millisecondsMax { time = micro / 1_000 }
    guard !isStream, let ahead = tradeTime, let tradeDate, let tradeTimeOfDay,
      let civil = CivilTime(date: tradeDate.raw.buffer, time: tradeTimeOfDay.raw.buffer),
      KoreanTime.isAhead(ahead, of: civil)
    else { return }
    tradeTime = ahead - KoreanTime.aheadMilliseconds
    if let said = time, said >= ahead { time = said - KoreanTime.aheadMilliseconds }
  }

  /// Nil where a field that the price needs is missing, of the wrong type or out of range.
  private func priceStatement(of market: MarketID, isTrade: Bool) -> Statement? {
    guard let decimal = price, let price = decimal.price, let time = time ?? tradeTime else {
      return nil
    }
    var ticker = Ticker(
      price: price, tradeTime: tradeTime, baselinePrice: baselinePrice?.price,
      dayOpen: dayOpen?.price, dayLow: dayLow?.price, dayHigh: dayHigh?.price,
      volume: dayVolume?.sum, turnover: dayTurnover?.sum, bid: bid?.price, ask: ask?.price,
      yearLow: yearLow?.price, yearHigh: yearHigh?.price, decimals: decimal.decimals,
      delistsOn: delistsOn, isListed: !isDelisted)
    if tellsDelisting { ticker.tellsDelisting = true }
    if ticker.yearHigh == Self.yearHighFiller { ticker.yearHigh = nil }
    var trade: Trade?
    if isTrade {
      guard let tradeTime, let volume = volume?.amount else { return nil }
      trade = Trade(
        id: id, price: price, volume: volume, time: tradeTime,
        // The side of the taker.
        isBuy: side?.isBuy("BID", sell: "ASK"))
    }
    return Statement(
      market: market, ticker: ticker, trade: trade, time: time, isSnapshot: isSnapshot)
  }

  /// What Bithumb gives for a highest price that it does not know.
  private static let yearHighFiller = 999_999_000.0

  private func bookStatement(of market: MarketID) -> Statement? {
    guard let book, let time else { return nil }
    return Statement(market: market, book: book, time: time, isSnapshot: isSnapshot)
  }
}

/// The fields with parts of their own.
extension KoreanMessage {
  /// `[{"ask_price":2,"bid_price":1,"ask_size":0.5,"bid_size":0.25},…]`, best first; a side without
  /// a price is a filler.
  private static func book(_ scanner: inout JSONScanner) -> OrderBook? {
    guard scanner.kind == .array else {
      scanner.skip()
      return nil
    }
    var bids: [OrderBook.Level] = []
    var asks: [OrderBook.Level] = []
    scanner.enter(.array)
    while scanner.nextElement() {
      guard scanner.kind == .object, asks.count < OrderBook.depthMax else {
        scanner.skip()
        continue
      }
      var bid = OrderBook.Level(price: 0, size: 0)
      var ask = bid
      scanner.enter(.object)
      while let key = scanner.nextKey() {
        if key == "ask_price" || key == "ap" {
          ask.price = scanner.number()?.double ?? 0
        } else if key == "bid_price" || key == "bp" {
          bid.price = scanner.number()?.double ?? 0
        } else if key == "ask_size" || key == "as" {
          ask.size = scanner.number()?.double ?? 0
        } else if key == "bid_size" || key == "bs" {
          bid.size = scanner.number()?.double ?? 0
        } else {
          scanner.skip()
        }
      }
      bids.append(bid)
      asks.append(ask)
    }
    return OrderBook(bids: bids, asks: asks)
  }

  /// The kind of a refusal: some refusals are no fault of the request.
  private static func failureReason(of rejection: String) -> FailureReason {
    let word = rejection.lowercased()
    if word.hasPrefix("too_many") || word == "error 429" { return .limitReached }
    return word.hasPrefix("error 5") || word.has("server") ? .maintenance : .refused
  }

  /// `{"error":{"name":"NO_CODES","message":"…"}}`; the name is a number in answers to calls.
  private static func rejection(_ scanner: inout JSONScanner) -> String {
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
    return name.plainWord
  }
}
