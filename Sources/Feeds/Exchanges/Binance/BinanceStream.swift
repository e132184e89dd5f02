import MarketData

extension Binance {
  /// Five messages in a second, pongs included, which the server may ask for at any time; it cuts
  /// after 24 hours. A market takes three of the 1,024 streams of a connection at most.
  public var streamLimits: StreamLimits {
    StreamLimits(
      sending: [.init(4, within: 1_000)], lifeMilliseconds: 86_400_000, marketsMax: 340,
      // A request ends with its number: `"id":1200}`.
      requestNumber: { $0.split(separator: ":").last.flatMap { Int64($0.dropLast()) } })
  }

  public var streamsTrades: Bool { true }

  /// Requests of more than about 4,088 bytes were not answered; with this limit codes may have 15
  /// letters.
  private static let streamsPerMessage = 150

  /// Only new streams are subscribed, and only streams no longer wanted are unsubscribed.
  public func requests(
    from old: Subscription, to new: Subscription, ticket: String
  ) -> [String] {
    let (old, new) = (Self.streams(old), Self.streams(new))
    let (before, after) = (Set(old), Set(new))
    let calls =
      old.filter { !after.contains($0) }.pieces(of: Self.streamsPerMessage).map {
        ("UNSUBSCRIBE", $0)
      }
      + new.filter { !before.contains($0) }.pieces(of: Self.streamsPerMessage).map {
        ("SUBSCRIBE", $0)
      }
    // The ticket ends with a number of its own, which leaves room for the messages of one change.
    let number = ticket.split(separator: "-").last.flatMap { Int64($0) } ?? 0
    return calls.enumerated().map { index, call in
      let params = call.1.map { "\"\($0)\"" }.joined(separator: ",")
      return
        "{\"method\":\"\(call.0)\",\"params\":[\(params)],\"id\":\(number * 100 + Int64(index))}"
    }
  }

  /// The small ticker has the day's open, range and sums; the large one adds little at twice the
  /// length.
  private static func streams(_ subscription: Subscription) -> [String] {
    subscription.markets.flatMap { code in
      ["\(code.lowercased())@trade", "\(code.lowercased())@miniTicker"]
    } + subscription.books.map { "\($0.lowercased())@depth20" }
  }

  public var parser: MessageParser { { BinanceMessage.read($0, of: $1) } }
}

/// One message of Binance's stream, bare or in the envelope of a combined stream, with those of its
/// fields that we use. Keys of one letter mean another thing in the other case.
struct BinanceMessage {
  private var event: JSONText?
  private var market: MarketID?
  private var hasCode = false
  private var time: Int64?
  private var tradeTime: Int64?
  private var id: Int64?
  private var isBuyerMaker: Bool?
  /// `p` of a trade, `c` of a ticker.
  private var price: JSONDecimal?
  private var last: JSONDecimal?
  private var open: Double?
  private var high: Double?
  private var low: Double?
  private var volume: Double?
  /// `q`: a trade's volume, a ticker's turnover.
  private var quantity: JSONDecimal?
  private var bids: [OrderBook.Level]?
  private var asks: [OrderBook.Level]?

  /// Reads a whole text: `{"stream":…,"data":{…}}`, the data alone, a list of them, the answer to a
  /// request, or an error.
  static func read(_ bytes: UnsafeBufferPointer<UInt8>, of markets: MarketTable) -> ParsedMessage {
    var scanner = JSONScanner(bytes)
    var parsed = ParsedMessage()
    switch scanner.kind {
    case .object: readObject(&scanner, of: markets, into: &parsed)
    case .array: readList(&scanner, of: markets, into: &parsed)
    default:
      scanner.skip()
      parsed.dropped += 1
    }
    return scanner.isComplete ? parsed : ParsedMessage(isWellFormed: false, dropped: 1)
  }

  private static func readList(
    _ scanner: inout JSONScanner, of markets: MarketTable, into parsed: inout ParsedMessage
  ) {
    scanner.enter(.array)
    while scanner.nextElement() {
      if scanner.kind == .object {
        var message = BinanceMessage()
        scanner.enter(.object)
        while let key = scanner.nextKey() { message.read(key, &scanner, markets) }
        message.add(to: &parsed, of: markets, stream: nil)
      } else {
        scanner.skip()
        parsed.dropped += 1
      }
    }
  }

  private static func readObject(
    _ scanner: inout JSONScanner, of markets: MarketTable, into parsed: inout ParsedMessage
  ) {
    var message = BinanceMessage()
    var stream: JSONText?
    scanner.enter(.object)
    while let key = scanner.nextKey() {
      if key == "stream" {
        stream = scanner.string()
      } else if key == "data" {
        switch scanner.kind {
        case .object:
          scanner.enter(.object)
          while let key = scanner.nextKey() { message.read(key, &scanner, markets) }
        case .array: readList(&scanner, of: markets, into: &parsed)
        default:
          scanner.skip()
          parsed.dropped += 1
        }
      } else if key == "result" {
        scanner.skip()
        parsed.isReply = true
      } else if key == "id" {
        parsed.requestNumber = scanner.number()?.integer
      } else if key == "code" {
        let code = scanner.number()?.integer
        parsed.rejection = parsed.rejection ?? "error" + (code.map { " \($0)" } ?? "")
      } else if key == "error" {
        parsed.rejection = rejection(&scanner) ?? parsed.rejection
      } else {
        message.read(key, &scanner, markets)
      }
    }
    message.add(to: &parsed, of: markets, stream: stream)
  }

  /// `{"code":2,"msg":"…"}`
  private static func rejection(_ scanner: inout JSONScanner) -> String? {
    guard scanner.kind == .object else {
      let isNothing = scanner.kind == .literal
      scanner.skip()
      return isNothing ? nil : "error"
    }
    var code: Int64?
    scanner.enter(.object)
    while let key = scanner.nextKey() {
      if key == "code" { code = scanner.number()?.integer } else { scanner.skip() }
    }
    return "error" + (code.map { " \($0)" } ?? "")
  }

  @inline(__always)
  private mutating func read(
    _ key: JSONText, _ scanner: inout JSONScanner, _ markets: MarketTable
  ) {
    guard key.raw.count == 1 else { return readLong(key, &scanner) }
    // A message about another market is not read to its end.
    guard !hasCode || market != nil else { return scanner.skip() }
    switch key.raw[0] {
    case UInt8(ascii: "e"): event = scanner.string()
    case UInt8(ascii: "E"): time = scanner.number()?.integer
    case UInt8(ascii: "s"):
      if let code = scanner.string() {
        hasCode = true
        market = markets.market(of: code)
      }
    case UInt8(ascii: "t"): id = scanner.number()?.integer
    case UInt8(ascii: "T"): tradeTime = scanner.number()?.integer
    case UInt8(ascii: "p"): price = scanner.number()
    case UInt8(ascii: "c"): last = scanner.number()
    case UInt8(ascii: "q"): quantity = scanner.number()
    case UInt8(ascii: "o"): open = scanner.number()?.double
    case UInt8(ascii: "h"): high = scanner.number()?.double
    case UInt8(ascii: "l"): low = scanner.number()?.double
    case UInt8(ascii: "v"): volume = scanner.number()?.sum
    case UInt8(ascii: "m"): isBuyerMaker = scanner.boolean()
    default: scanner.skip()
    }
  }

  @inline(never)
  private mutating func readLong(_ key: JSONText, _ scanner: inout JSONScanner) {
    if key == "bids" {
      bids = scanner.levels()
    } else if key == "asks" {
      asks = scanner.levels()
    } else {
      scanner.skip()
    }
  }

  @inline(__always)
  private func add(to parsed: inout ParsedMessage, of markets: MarketTable, stream: JSONText?) {
    if let bids, let asks {
      // `btcusdt@depth20`: books have neither code nor time.
      guard let market = stream.flatMap({ Self.market(ofStream: $0, in: markets) }) else { return }
      let book = OrderBook(bids: bids, asks: asks)
      return parsed.statements.append(Statement(market: market, book: book))
    }
    if let stream, stream == "!serverShutdown" { parsed.isCloseNotice = true }
    guard let event else { return }
    let isTrade = event == "trade"
    guard isTrade || event == "24hrMiniTicker" || event == "24hrTicker" else {
      if event == "serverShutdown" { parsed.isCloseNotice = true }
      return
    }
    // Statements are large, so each is made where it stays.
    guard let market else {
      parsed.dropped += hasCode ? 0 : 1
      return
    }
    let isWhole = isTrade ? addTrade(market, to: &parsed) : addTicker(market, to: &parsed)
    if !isWhole { parsed.dropped += 1 }
  }

  @inline(__always)
  private func addTrade(_ market: MarketID, to parsed: inout ParsedMessage) -> Bool {
    guard let price, let tradeTime, let volume = quantity?.amount else { return false }
    let value = price.double
    guard value.isPrice else { return false }
    parsed.statements.append(
      Statement(
        market: market,
        ticker: Ticker(price: value, tradeTime: tradeTime, decimals: price.decimals),
        trade: Trade(
          id: id, price: value, volume: volume, time: tradeTime, isBuy: isBuyerMaker.map { !$0 }),
        time: time ?? tradeTime))
    return true
  }

  @inline(__always)
  private func addTicker(_ market: MarketID, to parsed: inout ParsedMessage) -> Bool {
    guard let last, let time else { return false }
    let price = last.double
    guard price != 0 else {
      // Where nothing was traded for 24 hours there is no price, and that is no mistake.
      parsed.statements.append(Statement(market: market, time: time))
      return true
    }
    guard price.isPrice else { return false }
    parsed.statements.append(
      Statement(
        market: market,
        ticker: Ticker(
          price: price, baselinePrice: open?.price, dayLow: low?.price,
          dayHigh: high?.price, volume: volume, turnover: quantity?.sum,
          decimals: last.decimals),
        time: time))
    return true
  }

  private static func market(ofStream name: JSONText, in markets: MarketTable) -> MarketID? {
    let code = name.unescaped.prefix { $0 != UInt8(ascii: "@") }
    return markets.market(of: String(decoding: code, as: UTF8.self).uppercased())
  }
}

extension JSONScanner {
  /// `[["104812.34000000","2.10000000"],…]`; nil where it is something else. Fillers are left to
  /// the book.
  fileprivate mutating func levels() -> [OrderBook.Level]? {
    guard kind == .array else {
      skip()
      return nil
    }
    var levels: [OrderBook.Level]? = []
    enter(.array)
    while nextElement() {
      guard kind == .array else {
        skip()
        levels = nil
        continue
      }
      var pair: [Double] = []
      enter(.array)
      while nextElement() {
        let value = number()?.double
        if pair.count < 2 { pair.append(value ?? 0) }
      }
      if pair.count == 2, levels?.count ?? .max < 5_000 {
        levels?.append(OrderBook.Level(price: pair[0], size: pair[1]))
      } else {
        levels = nil
      }
    }
    return levels
  }
}
