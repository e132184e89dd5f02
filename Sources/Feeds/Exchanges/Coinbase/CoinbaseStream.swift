import MarketData

extension Coinbase {
  /// A hundred messages in a second for an address ("WebSocket Rate Limits"), of which others
  /// behind the same address may want some.
  public var streamLimits: StreamLimits { StreamLimits(sending: [.init(20, within: 1_000)]) }

  public var streamsTrades: Bool { true }

  private static let channels = #""matches","ticker""#
  /// Heartbeats come each second, and say what time it is while there are no trades. The heartbeats of
  /// one market are enough for the connection.
  private static let heartbeat = #""heartbeat""#
  /// The only channel of books that needs no key.
  private static let bookChannel = #""level2_batch""#

  /// New codes are subscribed and old ones unsubscribed. A connection that has subscribed to nothing
  /// for five seconds is dropped, so the new ones come first.
  public func requests(
    from old: Subscription, to new: Subscription, ticket: String
  ) -> [String] {
    func request(_ type: String, _ codes: [String], _ channels: String) -> [String] {
      guard !codes.isEmpty else { return [] }
      let list = codes.map { "\"\($0)\"" }.joined(separator: ",")
      return ["{\"type\":\"\(type)\",\"product_ids\":[\(list)],\"channels\":[\(channels)]}"]
    }
    func difference(_ codes: [String], without others: [String]) -> [String] {
      let others = Set(others)
      return codes.filter { !others.contains($0) }
    }
    /// The market whose heartbeats are asked for: the smallest code, whatever the order of markets.
    func heartbeatMarket(_ subscription: Subscription) -> [String] {
      subscription.markets.min().map { [$0] } ?? []
    }
    func change(_ type: String, from old: Subscription, to new: Subscription) -> [String] {
      let markets = difference(new.markets, without: old.markets)
      let heartbeats = difference(heartbeatMarket(new), without: heartbeatMarket(old))
      let requests =
        markets == heartbeats
        ? request(type, markets, "\(Self.channels),\(Self.heartbeat)")
        : request(type, markets, Self.channels) + request(type, heartbeats, Self.heartbeat)
      return requests + request(type, difference(new.books, without: old.books), Self.bookChannel)
    }
    return change("subscribe", from: old, to: new) + change("unsubscribe", from: new, to: old)
  }

  public var parser: MessageParser { { CoinbaseMessage.read($0, of: $1) } }
}

/// One message of Coinbase's stream, or an answer to a call for a ticker, with those of its fields
/// that we use.
struct CoinbaseMessage {
  private var kind = Kind.other
  private var code: JSONText?
  private var price: JSONDecimal?
  private var open: JSONDecimal?
  private var low: JSONDecimal?
  private var high: JSONDecimal?
  private var volume: JSONDecimal?
  private var bid: JSONDecimal?
  private var ask: JSONDecimal?
  private var size: JSONDecimal?
  private var id: Int64?
  private var time: Int64?
  private var side: JSONText?
  private var reason: JSONText?
  private var bids: [OrderBook.Level]?
  private var asks: [OrderBook.Level]?

  private enum Kind {
    case match, lastMatch, ticker, heartbeat, book, bookChange, error, other
  }

  static func read(_ bytes: UnsafeBufferPointer<UInt8>, of markets: MarketTable) -> ParsedMessage {
    guard let message = CoinbaseMessage(bytes) else {
      return ParsedMessage(isWellFormed: false, dropped: 1)
    }
    var parsed = ParsedMessage()
    switch message.kind {
    case .other: parsed.isReply = true
    case .error: message.refuse(&parsed, of: markets)
    default: message.add(to: &parsed, of: markets)
    }
    return parsed
  }

  /// - Parameter market: the market that was asked for, since the answer does not name it.
  static func readTicker(_ bytes: UnsafeBufferPointer<UInt8>, of market: MarketID?) -> ParsedMessage
  {
    guard let message = CoinbaseMessage(bytes) else {
      return ParsedMessage(isWellFormed: false, dropped: 1)
    }
    guard let market, let ticker = message.ticker else { return ParsedMessage(dropped: 1) }
    return ParsedMessage(statements: [Statement(market: market, ticker: ticker, time: message.time)]
    )
  }

  /// Nil where it is not an object.
  private init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var scanner = JSONScanner(bytes)
    guard scanner.kind == .object else { return nil }
    scanner.enter(.object)
    while let key = scanner.nextKey() { read(key, &scanner) }
    guard scanner.isComplete else { return nil }
  }

  /// By length first: most keys are told apart by that alone. `last`, `open`, `high` and `low` are
  /// keys of an answer to a call.
  @inline(__always)
  private mutating func read(_ key: JSONText, _ scanner: inout JSONScanner) {
    switch key.isEscaped ? 0 : key.raw.count {
    case 3 where key == "low": low = scanner.number()
    case 3 where key == "bid": bid = scanner.number()
    case 3 where key == "ask": ask = scanner.number()
    case 4 where key == "type": kind = Self.kind(scanner.string())
    case 4 where key == "time": time = Timestamp.milliseconds(scanner.string())
    case 4 where key == "side": side = scanner.string()
    case 4 where key == "size": size = scanner.number()
    case 4 where key == "last": price = scanner.number()
    case 4 where key == "open": open = scanner.number()
    case 4 where key == "high": high = scanner.number()
    case 4 where key == "bids": bids = OrderBook.Level.read(&scanner)
    case 4 where key == "asks": asks = OrderBook.Level.read(&scanner)
    case 5 where key == "price": price = scanner.number()
    case 6 where key == "reason": reason = scanner.string()
    case 6 where key == "volume": volume = scanner.number()
    case 7 where key == "low_24h": low = scanner.number()
    case 7 where key == "changes": readChanges(&scanner)
    case 8 where key == "trade_id": id = scanner.number()?.integer
    case 8 where key == "open_24h": open = scanner.number()
    case 8 where key == "high_24h": high = scanner.number()
    case 8 where key == "best_bid": bid = scanner.number()
    case 8 where key == "best_ask": ask = scanner.number()
    case 10 where key == "product_id": code = scanner.string()
    case 10 where key == "volume_24h": volume = scanner.number()
    default: scanner.skip()
    }
  }

  private static func kind(_ type: JSONText?) -> Kind {
    guard let type else { return .other }
    if type == "match" { return .match }
    if type == "ticker" { return .ticker }
    if type == "heartbeat" { return .heartbeat }
    if type == "l2update" { return .bookChange }
    if type == "last_match" { return .lastMatch }
    if type == "snapshot" { return .book }
    if type == "error" { return .error }
    return .other
  }

  /// `[["buy","104810.00","0.5"],…]`
  private mutating func readChanges(_ scanner: inout JSONScanner) {
    var isWhole = scanner.kind == .array
    (bids, asks) = ([], [])
    scanner.readLists { scanner in
      guard let side = scanner.nextElement() ? scanner.string() : nil,
        let level = OrderBook.Level(&scanner), side == "buy" || side == "sell"
      else {
        isWhole = false
        return
      }
      if side == "buy" { bids?.append(level) } else { asks?.append(level) }
    }
    if !isWhole { (bids, asks) = (nil, nil) }
  }

  private func add(to parsed: inout ParsedMessage, of markets: MarketTable) {
    guard let code else {
      parsed.dropped += 1
      return
    }
    guard let market = Self.market(of: code, in: markets) else { return }
    guard let statement = statement(of: market) else {
      parsed.dropped += 1
      return
    }
    parsed.statements.append(statement)
    if statement.bookChange?.isBroken ?? false { parsed.dropped += 1 }
  }

  /// A code that was subscribed as `X-USDC` may be answered as `X-USD`, where both share one book.
  private static func market(of code: JSONText, in markets: MarketTable) -> MarketID? {
    let market = markets.market(of: code)
    if let market, markets.follows(market) { return market }
    let name = code.string
    return (name.hasSuffix("-USD") ? markets.market(of: name + "C") : nil) ?? market
  }

  /// Nil where a field that the message needs is missing, of the wrong type or out of range.
  private func statement(of market: MarketID) -> Statement? {
    var statement = Statement(market: market, time: time)
    switch kind {
    case .heartbeat:
      return time == nil ? nil : statement
    case .book, .bookChange:
      statement.bookChange = BookChange(
        isWhole: kind == .book, depth: nil, bids: (bids ?? []).map(BookLevel.init),
        asks: (asks ?? []).map(BookLevel.init))
      // No checksum would tell later that a level is wrong.
      statement.bookChange?.isBroken = bids == nil || asks == nil
    case .ticker:
      // Where nothing was ever traded there is neither price nor time, and that is no mistake.
      if price == nil, time == nil { return statement }
      // The first ticker tells of a trade that may be long ago.
      guard let ticker, time != nil else { return nil }
      statement.ticker = ticker
      statement.isSnapshot = true
    default:
      guard let ticker, let time, let size = size?.amount else { return nil }
      statement.ticker = ticker
      // The side is that of the maker's order.
      let isBuy = side?.isBuy("sell", sell: "buy")
      statement.trade = Trade(
        id: id, price: ticker.price, volume: size, time: time, isBuy: isBuy)
      statement.isSnapshot = kind == .lastMatch
    }
    return statement
  }

  private var ticker: Ticker? {
    guard let price, price.double.isPrice else { return nil }
    return Ticker(
      price: price.double, tradeTime: time, baselinePrice: open?.price, dayLow: low?.price,
      dayHigh: high?.price, volume: volume?.sum, bid: bid?.price, ask: ask?.price,
      decimals: price.decimals)
  }

  /// `{"type":"error","message":"Failed to subscribe","reason":"XXX-USD is not a valid product"}`:
  /// nothing of the request was granted.
  private func refuse(_ parsed: inout ParsedMessage, of markets: MarketTable) {
    let reason = reason?.string ?? "error"
    let word = String(reason.prefix { $0 != " " })
    if markets.market(of: word) != nil {
      parsed.unknownCodes = [word]
      parsed.isAllRefused = true
    } else {
      parsed.rejection = reason.plainWord
    }
  }
}
