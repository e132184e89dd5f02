import MarketData

extension BithumbClassic {
  /// One filter for each type, with every code: whether a second one replaces or adds is not
  /// documented. `24H` counts the sums, and `MID` counts from midnight as the baseline does. Books
  /// come as changes to a book that would have to be asked for: they are left out.
  public func requests(
    from old: Subscription, to new: Subscription, ticket: String
  ) -> [String] {
    guard new.markets != old.markets else { return [] }
    let symbols = new.markets.map { "\"\(Self.symbol($0))\"" }.joined(separator: ",")
    return [
      "{\"type\":\"ticker\",\"symbols\":[\(symbols)],\"tickTypes\":[\"24H\",\"MID\"]}",
      "{\"type\":\"transaction\",\"symbols\":[\(symbols)]}",
    ]
  }

  public var parser: MessageParser { { BithumbClassicMessage.read($0, of: $1) } }
}

/// One message of API 1.x's stream. All its numbers are strings, all its times are Korean.
struct BithumbClassicMessage {
  private var type: JSONText?
  private var status: String?
  private var message = ""
  private var hasContent = false
  private var ticker = BithumbClassicEntry()
  private var trades: [BithumbClassicEntry] = []
  /// How many elements were no entries, or too many.
  private var dropped = 0

  static func read(_ bytes: UnsafeBufferPointer<UInt8>, of markets: MarketTable) -> ParsedMessage {
    var scanner = JSONScanner(bytes)
    guard scanner.kind == .object else {
      scanner.skip()
      return ParsedMessage(isWellFormed: scanner.isComplete, dropped: 1)
    }
    let message = BithumbClassicMessage(&scanner)
    guard scanner.isComplete else { return ParsedMessage(isWellFormed: false, dropped: 1) }
    return message.parsed(of: markets)
  }

  private init(_ scanner: inout JSONScanner) {
    scanner.enter(.object)
    while let key = scanner.nextKey() {
      if key == "type" {
        type = scanner.string()
      } else if key == "content", scanner.kind == .object {
        hasContent = true
        readContent(&scanner)
      } else if key == "status" {
        status = BithumbEnvelope.word(&scanner)
      } else if key == "resmsg" || key == "message" {
        message = scanner.string()?.name ?? ""
      } else {
        scanner.skip()
      }
    }
  }

  private mutating func readContent(_ scanner: inout JSONScanner) {
    scanner.enter(.object)
    while let key = scanner.nextKey() {
      guard key == "list", scanner.kind == .array else {
        ticker.read(key, &scanner)
        continue
      }
      // A key that comes again replaces the one before, and takes no more memory.
      trades = []
      let passed = scanner.readObjects { scanner in
        var trade = BithumbClassicEntry()
        scanner.readObject { trade.read($1, &$0) }
        trades.append(trade)
      }
      dropped += passed
    }
  }

  private func parsed(of markets: MarketTable) -> ParsedMessage {
    if let status {
      return status == BithumbEnvelope.good
        ? ParsedMessage(isReply: true) : BithumbEnvelope.rejection(status, message)
    }
    var parsed = ParsedMessage(dropped: dropped)
    func add(_ entry: BithumbClassicEntry, _ statement: (MarketID) -> Statement?) {
      guard let symbol = entry.symbol else {
        parsed.dropped += 1
        return
      }
      guard let market = markets.market(of: BithumbClassic.code(symbol.string)) else { return }
      if let statement = statement(market) {
        parsed.statements.append(statement)
      } else {
        parsed.dropped += 1
      }
    }
    if type.map({ $0 == "ticker" }) ?? false {
      guard hasContent else { return ParsedMessage(dropped: 1) }
      add(ticker) { ticker.tickerStatement(of: $0) }
    } else if type.map({ $0 == "transaction" }) ?? false {
      guard hasContent else { return ParsedMessage(dropped: 1) }
      // Trades of one microsecond are told apart by their rank among them.
      var earlier: [Int64: Int64] = [:]
      for trade in trades {
        add(trade) { market in
          guard let stamp = trade.microseconds else { return nil }
          earlier[stamp, default: -1] += 1
          return trade.tradeStatement(of: market, at: stamp, rank: earlier[stamp]!)
        }
      }
    }
    return parsed
  }
}

/// A ticker of API 1.x's stream, or one of a list of trades: those of its fields that we use.
struct BithumbClassicEntry {
  private(set) var symbol: JSONText?
  private var tickType: JSONText?
  private var date: JSONText?
  private var timeOfDay: JSONText?
  private var stamp: JSONText?
  private var price: JSONDecimal?
  private var low: JSONDecimal?
  private var high: JSONDecimal?
  private var baseline: JSONDecimal?
  private var volume: JSONDecimal?
  private var turnover: JSONDecimal?
  private var side: JSONText?

  mutating func read(_ key: JSONText, _ scanner: inout JSONScanner) {
    if key == "symbol" {
      symbol = scanner.string()
    } else if key == "tickType" {
      tickType = scanner.string()
    } else if key == "date" {
      date = scanner.string()
    } else if key == "time" {
      timeOfDay = scanner.string()
    } else if key == "closePrice" || key == "contPrice" {
      price = scanner.number()
    } else if key == "lowPrice" {
      low = scanner.number()
    } else if key == "highPrice" {
      high = scanner.number()
    } else if key == "prevClosePrice" {
      baseline = scanner.number()
    } else if key == "volume" || key == "contQty" {
      volume = scanner.number()
    } else if key == "value" {
      turnover = scanner.number()
    } else if key == "contDtm" {
      stamp = scanner.string()
    } else if key == "buySellGb" {
      side = scanner.string()
    } else {
      scanner.skip()
    }
  }

  /// `24H` tells what was traded in a day, `MID` how the day went since midnight.
  func tickerStatement(of market: MarketID) -> Statement? {
    guard let decimal = price, let price = decimal.price, let date, let timeOfDay,
      let time = CivilTime(date: date.raw.buffer, time: timeOfDay.raw.buffer)
    else { return nil }
    var ticker = Ticker(price: price, decimals: decimal.decimals)
    if tickType.map({ $0 == "MID" }) ?? false {
      ticker.baselinePrice = baseline?.price
      ticker.dayLow = low?.price
      ticker.dayHigh = high?.price
    } else if tickType.map({ $0 == "24H" }) ?? false {
      ticker.volume = volume?.sum
      ticker.turnover = turnover?.sum
    }
    return Statement(
      market: market, ticker: ticker, time: time.unix * 1_000 - KoreanTime.aheadMilliseconds)
  }

  /// When a trade was, in Unix microseconds: `2026-11-20 13:12:33.123456`.
  var microseconds: Int64? {
    guard let text = stamp?.raw.buffer, let civil = CivilTime(text.prefix(19)) else { return nil }
    var micro: Int64 = 0
    let fraction = text.dropFirst(19)
    guard fraction.isEmpty || (fraction.first == UInt8(ascii: ".") && 2...7 ~= fraction.count)
    else { return nil }
    for index in 1...6 {
      let digit = index < fraction.count ? fraction[fraction.startIndex + index] : UInt8(ascii: "0")
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
      micro = micro * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return (civil.unix * 1_000 - KoreanTime.aheadMilliseconds) * 1_000 + micro
  }

  /// There are no ids. The time, and the rank among trades of the same microsecond, make an id that
  /// is the same when a message comes twice, and that keeps the trades' order.
  func tradeStatement(of market: MarketID, at stamp: Int64, rank: Int64) -> Statement? {
    guard let decimal = price, let price = decimal.price, let volume = volume?.amount,
      ExchangeClock.era.contains(stamp / 1_000)
    else { return nil }
    let likeness = Int64(truncatingIfNeeded: price.bitPattern ^ volume.bitPattern.byteSwapped)
    let id = stamp << 11 | min(rank, 31) << 6 | (likeness ^ likeness >> 32) & 63
    let time = stamp / 1_000
    let isBuy = side?.isBuy("2", sell: "1")
    return Statement(
      market: market, ticker: Ticker(price: price, tradeTime: time, decimals: decimal.decimals),
      trade: Trade(id: id, price: price, volume: volume, time: time, isBuy: isBuy),
      time: time)
  }
}
