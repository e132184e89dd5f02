import MarketData

extension Kraken {
  public var streamLimits: StreamLimits { StreamLimits() }
  public var streamsTrades: Bool { true }

  /// Levels on each side of a book: one of the depths that may be asked for.
  static let bookDepth = 25

  /// New codes are subscribed and old ones unsubscribed; each code has an answer of its own.
  public func requests(
    from old: Subscription, to new: Subscription, ticket: String
  ) -> [String] {
    func request(_ method: String, _ codes: [String], without others: [String], _ channel: String)
      -> [String]
    {
      let others = Set(others)
      let codes = codes.filter { !others.contains($0) }
      guard !codes.isEmpty else { return [] }
      let list = codes.map { "\"\($0)\"" }.joined(separator: ",")
      return [
        "{\"method\":\"\(method)\",\"params\":{\"channel\":\(channel),\"symbol\":[\(list)]}}"
      ]
    }
    func change(_ old: [String], _ new: [String], _ channel: String) -> [String] {
      request("subscribe", new, without: old, channel)
        + request("unsubscribe", old, without: new, channel)
    }
    return change(old.markets, new.markets, #""trade","snapshot":false"#)
      + change(old.markets, new.markets, #""ticker""#)
      + change(old.books, new.books, "\"book\",\"depth\":\(Self.bookDepth)")
  }

  public var parser: MessageParser { { KrakenMessage.read($0, of: $1) } }
}

/// One message of Kraken's stream: what a channel says of some markets, or the answer to a request.
struct KrakenMessage {
  private var channel: JSONText?
  private var isSnapshot = false
  private var entries: [KrakenEntry] = []
  /// How many elements were no entries, or too many.
  private var dropped = 0
  private var hasFailed = false
  private var error: JSONText?
  private var code: JSONText?
  /// When an answer was sent, or its request received.
  private var time: Int64?

  static func read(_ bytes: UnsafeBufferPointer<UInt8>, of markets: MarketTable) -> ParsedMessage {
    var scanner = JSONScanner(bytes)
    guard scanner.kind == .object else { return ParsedMessage(isWellFormed: false, dropped: 1) }
    let message = KrakenMessage(&scanner)
    guard scanner.isComplete else { return ParsedMessage(isWellFormed: false, dropped: 1) }
    var parsed = ParsedMessage()
    message.addStatements(to: &parsed, of: markets)
    return parsed
  }

  private init(_ scanner: inout JSONScanner) {
    scanner.enter(.object)
    while let key = scanner.nextKey() {
      if key == "channel" {
        channel = scanner.string()
      } else if key == "type" {
        isSnapshot = scanner.string().map { $0 == "snapshot" } ?? false
      } else if key == "data" {
        // A key that comes again replaces the one before, and takes no more memory.
        entries = []
        let passed = scanner.readObjects { entries.append(KrakenEntry(&$0)) }
        dropped += passed
      } else if key == "success" {
        hasFailed = scanner.boolean() == false
      } else if key == "error" {
        error = scanner.string()
      } else if key == "symbol" {
        code = scanner.string()
      } else if key == "time_out" {
        time = Timestamp.milliseconds(scanner.string())
      } else if key == "time_in" {
        let received = Timestamp.milliseconds(scanner.string())
        time = time ?? received
      } else {
        scanner.skip()
      }
    }
  }

  private func addStatements(to parsed: inout ParsedMessage, of markets: MarketTable) {
    (parsed.time, parsed.dropped) = (time, dropped)
    if hasFailed { return refuse(&parsed) }
    guard let channel else {
      parsed.isReply = true
      return
    }
    if channel == "status" {
      parsed.isReply = true
      // Nothing is traded unless the exchange is online.
      if let system = entries.last?.system { parsed.failureReason = system ? nil : .maintenance }
      return
    }
    let isTrade = channel == "trade"
    let isTicker = channel == "ticker"
    guard isTrade || isTicker || channel == "book" else { return }
    for entry in entries {
      guard let code = entry.code else {
        parsed.dropped += 1
        continue
      }
      guard let market = markets.market(of: code) else { continue }
      var statement: Statement?
      if isTrade {
        statement = entry.trade(of: market)
      } else if isTicker {
        statement = entry.ticker(of: market, isSnapshot: isSnapshot)
      } else {
        statement = entry.book(of: market, isWhole: isSnapshot)
      }
      statement?.isSnapshot = isSnapshot
      if let statement { parsed.statements.append(statement) } else { parsed.dropped += 1 }
    }
  }

  /// `{"error":"Currency pair not supported DOGE/XXX","symbol":"DOGE/XXX","success":false,…}`: one
  /// code is refused, the others are not.
  private func refuse(_ parsed: inout ParsedMessage) {
    let error = error?.string ?? "error"
    let word = error.lowercased()
    if let code, word.has("pair not supported") {
      parsed.unknownCodes = [code.string]
    } else if word.has("already subscribed") || word.has("subscription not found") {
      // It does no harm that a code is subscribed already, or no longer. No ticker follows then: this
      // answer alone says that the market is streamed. It does not say for which channel.
      parsed.isReply = true
      if word.has("already") { parsed.carriedCode = code?.string }
    } else {
      parsed.rejection = error.plainWord
      if word.has("rate") { parsed.failureReason = .limitReached }
    }
  }
}

/// What a channel says of one market, with those of its fields that we use.
struct KrakenEntry {
  private(set) var code: JSONText?
  /// Whether the exchange is in full operation; nil where it does not say.
  private(set) var system: Bool?
  private var price: JSONDecimal?
  private var size: JSONDecimal?
  private var side: JSONText?
  private var id: Int64?
  private var time: Int64?
  private var change: JSONDecimal?
  private var low: JSONDecimal?
  private var high: JSONDecimal?
  private var volume: JSONDecimal?
  private var average: JSONDecimal?
  private var bid: JSONDecimal?
  private var ask: JSONDecimal?
  private var bids: [BookLevel]?
  private var asks: [BookLevel]?
  private var checksum: UInt32?
  private var hasBadLevels = false

  init() {}

  init(_ scanner: inout JSONScanner) {
    scanner.enter(.object)
    while let key = scanner.nextKey() { read(key, &scanner) }
  }

  /// By length first: most keys are told apart by that alone.
  @inline(__always)
  private mutating func read(_ key: JSONText, _ scanner: inout JSONScanner) {
    switch key.isEscaped ? 0 : key.raw.count {
    case 3 where key == "bid": bid = scanner.number()
    case 3 where key == "ask": ask = scanner.number()
    case 3 where key == "low": low = scanner.number()
    case 3 where key == "qty": size = scanner.number()
    case 4 where key == "last": price = scanner.number()
    case 4 where key == "high": high = scanner.number()
    case 4 where key == "vwap": average = scanner.number()
    case 4 where key == "side": side = scanner.string()
    case 4 where key == "bids": bids = readLevels(&scanner)
    case 4 where key == "asks": asks = readLevels(&scanner)
    case 5 where key == "price": price = scanner.number()
    case 6 where key == "symbol": code = scanner.string()
    case 6 where key == "change": change = scanner.number()
    case 6 where key == "volume": volume = scanner.number()
    case 6 where key == "system": system = scanner.string().map { $0 == "online" }
    case 8 where key == "trade_id": id = scanner.number()?.integer
    case 8 where key == "checksum":
      checksum = scanner.number()?.integer.flatMap { UInt32(exactly: $0) }
    case 9 where key == "timestamp": time = Timestamp.milliseconds(scanner.string())
    default: scanner.skip()
    }
  }

  private mutating func readLevels(_ scanner: inout JSONScanner) -> [BookLevel]? {
    let levels = BookLevel.read(&scanner)
    if levels == nil { hasBadLevels = true }
    return levels
  }

  /// Nil where a field that a trade needs is missing, of the wrong type or out of range.
  func trade(of market: MarketID) -> Statement? {
    guard let price, price.double.isPrice, let time, let size = size?.amount else { return nil }
    let isBuy = side?.isBuy("buy", sell: "sell")
    return Statement(
      market: market,
      ticker: Ticker(price: price.double, tradeTime: time, decimals: price.decimals),
      trade: Trade(id: id, price: price.double, volume: size, time: time, isBuy: isBuy), time: time)
  }

  /// A ticker comes with each trade; only the first ticker may be of any time. Its change is that of 24
  /// hours, as an amount.
  func ticker(of market: MarketID, isSnapshot: Bool) -> Statement? {
    guard let decimal = price else { return nil }
    let price = decimal.double
    // Where nothing was ever traded there is no price, and that is no mistake.
    if price == 0 { return Statement(market: market, time: time) }
    guard price.isPrice else { return nil }
    let baseline = (change?.double).flatMap { change in
      (price - change).isPrice ? price - change : nil
    }
    let turnover = volume?.sum.flatMap { volume in average?.sum.map { $0 * volume } }
    return Statement(
      market: market,
      ticker: Ticker(
        price: price, tradeTime: isSnapshot ? nil : time, baselinePrice: baseline,
        dayLow: low?.price, dayHigh: high?.price, volume: volume?.sum,
        turnover: turnover, bid: bid?.price, ask: ask?.price, decimals: decimal.decimals),
      time: time)
  }

  func book(of market: MarketID, isWhole: Bool) -> Statement? {
    guard !hasBadLevels, bids != nil || asks != nil else { return nil }
    return Statement(
      market: market,
      bookChange: BookChange(
        isWhole: isWhole, depth: Kraken.bookDepth, bids: bids ?? [], asks: asks ?? [],
        checksum: checksum),
      time: time)
  }
}
