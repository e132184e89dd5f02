import MarketData

/// One message of API 1.x's stream. All its numbers are strings, all its times are Korean.
struct BithumbClassicMessage {
  private var type: JSONText?
  private var status: String?
  private var message = ""
  private var hasContent = false
  private var ticker = BithumbClassicEntry()
  private var trades: [BithumbClassicEntry] = []

  static func read(_ bytes: UnsafeBufferPointer<UInt8>, of markets: MarketTable) -> ParsedMessage {
    var scanner = JSONScanner(bytes)
    guard scanner.kind == .object else {
      scanner.skip()
      return ParsedMessage(isWellFormed: scanner.isComplete, dropped: 1)
    }
    let message = BithumbClassicMessage(&scanner)
    guard scanner.isComplete else { return ParsedMessage(isWellFormed: false, dropped: 1) }
    return message.reading(of: markets)
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
        ticker.take(key, &scanner)
        continue
      }
      scanner.enter(.array)
      while scanner.nextElement() {
        var trade = BithumbClassicEntry()
        if scanner.kind == .object {
          scanner.enter(.object)
          while let key = scanner.nextKey() { trade.take(key, &scanner) }
        } else {
          scanner.skip()
        }
        trades.append(trade)
      }
    }
  }

  private func reading(of markets: MarketTable) -> ParsedMessage {
    if let status {
      return status == BithumbEnvelope.good
        ? ParsedMessage(isReply: true) : BithumbEnvelope.refusal(status, message)
    }
    var reading = ParsedMessage()
    func say(_ entry: BithumbClassicEntry, _ statement: (Int) -> Statement?) {
      guard let symbol = entry.symbol else {
        reading.dropped += 1
        return
      }
      guard let market = markets.index(of: BithumbClassic.code(symbol.string)) else { return }
      if let statement = statement(market) {
        reading.statements.append(statement)
      } else {
        reading.dropped += 1
      }
    }
    if type.map({ $0 == "ticker" }) ?? false {
      guard hasContent else { return ParsedMessage(dropped: 1) }
      say(ticker) { ticker.tickerStatement(of: $0) }
    } else if type.map({ $0 == "transaction" }) ?? false {
      guard hasContent else { return ParsedMessage(dropped: 1) }
      // Trades of one microsecond are told apart by their place among their like.
      var earlier: [Int64: Int64] = [:]
      for trade in trades {
        say(trade) { market in
          guard let stamp = trade.microseconds else { return nil }
          earlier[stamp, default: -1] += 1
          return trade.tradeStatement(of: market, at: stamp, place: earlier[stamp]!)
        }
      }
    }
    return reading
  }
}
