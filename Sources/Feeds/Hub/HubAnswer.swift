import MarketData

/// What a hub answers to `HubWants`, each on a topic of its own.
public enum HubAnswer: Equatable, Sendable {
  case book(OrderBook)
  case trades([Trade])
  /// With the milliseconds since the exchange said so.
  case wallet(WalletState, age: Int64)
  case chart(CandleHistory)

  public var json: String {
    switch self {
    case .book(let book):
      func rows(_ levels: [OrderBook.Level]) -> String {
        JSON.list(levels.map { JSON.list([JSON.number($0.price), JSON.number($0.size)]) })
      }
      let sides = [("bids", rows(book.bids)), ("asks", rows(book.asks))]
      return JSON.object(sides + (book.isOffered ? [] : [("offered", "false")]))
    case .trades(let trades):
      let rows = trades.map { trade in
        JSON.list([
          "\(trade.time)", JSON.number(trade.price), JSON.number(trade.volume),
          trade.isBuy.map { "\($0)" } ?? JSON.null, JSON.number(trade.id),
        ])
      }
      return JSON.object([("trades", JSON.list(rows))])
    case .wallet(let wallet, let age):
      let networks = wallet.networks.map {
        JSON.object([("name", $0.name.asJSON)] + $0.passage.members)
      }
      return JSON.object(
        [("age", "\(age)")] + wallet.passage.members + [("networks", JSON.list(networks))])
    case .chart(let history):
      let rows = history.candles.map { candle in
        JSON.list(
          ["\(candle.start)"]
            + [candle.open, candle.high, candle.low, candle.close].map { JSON.number($0) }
            + [JSON.number(candle.volume)])
      }
      return JSON.object([
        ("span", history.span.rawValue.asJSON), ("time", "\(history.time)"),
        ("candles", JSON.list(rows)),
      ])
    }
  }

  /// - Parameter kind: the topic's level that says what it is: `book`, `trades`, `wallet`, `chart`.
  /// - Returns: nil for another kind, and where the bytes are no such answer.
  public init?(_ kind: String, _ bytes: [UInt8]) {
    var answer: HubAnswer?
    var parts = Parts()
    let isWhole = JSONScanner.readHub(bytes) { scanner, key in parts.take(key.string, &scanner) }
    guard isWhole, parts.isSensible else { return nil }
    switch HubTopics.Kind(rawValue: kind) {
    case .book:
      answer = .book(
        parts.isOffered ? OrderBook(bids: parts.bids, asks: parts.asks) : .notOffered)
    case .trades: answer = .trades(parts.trades)
    case .wallet:
      answer = parts.age.map {
        .wallet(WalletState(parts.passage, networks: parts.networks), age: $0)
      }
    case .chart:
      answer = parts.span.flatMap { span in
        parts.time.map { .chart(CandleHistory(span: span, candles: parts.candles, time: $0)) }
      }
    case .ring, nil: break
    }
    guard let answer else { return nil }
    self = answer
  }

  /// The members that an answer of any kind may have.
  private struct Parts {
    var bids: [OrderBook.Level] = []
    var asks: [OrderBook.Level] = []
    var isOffered = true
    var trades: [Trade] = []
    var passage = WalletState.Passage()
    var networks: [WalletState.Network] = []
    var age: Int64?
    var span: ChartSpan?
    var time: Int64?
    var candles: [Candle] = []
    var isSensible = true

    mutating func take(_ name: String, _ scanner: inout JSONScanner) {
      switch name {
      case "bids": bids = believed(OrderBook.Level.read(&scanner))
      case "asks": asks = believed(OrderBook.Level.read(&scanner))
      case "offered": isOffered = scanner.boolean() ?? true
      case "trades": takeTrades(&scanner)
      case "deposit": passage.canDeposit = scanner.boolean()
      case "withdraw": passage.canWithdraw = scanner.boolean()
      case "networks": takeNetworks(&scanner)
      case "age":
        age = scanner.number().flatMap(HubLimits.age)
        isSensible = isSensible && age != nil
      case "span": span = scanner.string().flatMap { ChartSpan(rawValue: $0.string) }
      case "time":
        time = scanner.number().flatMap(HubLimits.time)
        isSensible = isSensible && time != nil
      case "candles": takeCandles(&scanner)
      default: scanner.skip()
      }
    }

    private mutating func believed<Value>(_ values: [Value]?) -> [Value] {
      if values == nil { isSensible = false }
      return values ?? []
    }

    private mutating func takeTrades(_ scanner: inout JSONScanner) {
      var found: [Trade]? = []
      scanner.readLists { scanner in
        guard scanner.nextElement(), let time = scanner.number().flatMap(HubLimits.time),
          scanner.nextElement(),
          let price = scanner.number()?.price, scanner.nextElement(),
          let volume = scanner.number()?.sum, scanner.nextElement()
        else {
          found = nil
          return
        }
        let isBuy = scanner.boolean()
        let id = scanner.nextElement() ? scanner.number()?.integer : nil
        found?.append(Trade(id: id, price: price, volume: volume, time: time, isBuy: isBuy))
      }
      trades = believed(found.map { Array($0.suffix(Tape.capacity)) })
    }

    private mutating func takeNetworks(_ scanner: inout JSONScanner) {
      scanner.readArray { scanner in
        var (name, passage) = ("", WalletState.Passage())
        scanner.readObject { scanner, key in
          switch key.string {
          case "name": name = scanner.readHubLabel()
          case "deposit": passage.canDeposit = scanner.boolean()
          case "withdraw": passage.canWithdraw = scanner.boolean()
          default: scanner.skip()
          }
        }
        guard !name.isEmpty, networks.count < 64 else {
          isSensible = false
          return
        }
        networks.append(WalletState.Network(name: name, passage: passage))
      }
    }

    private mutating func takeCandles(_ scanner: inout JSONScanner) {
      let found = Candle.read(&scanner, numbers: 6) { numbers in
        Int64(exactly: numbers[0]).flatMap {
          Candle(
            toldStart: $0, open: numbers[1], high: numbers[2], low: numbers[3], close: numbers[4],
            volume: numbers[5])
        }
      }
      candles = believed(found.flatMap(Candle.inOrder))
    }
  }
}

extension WalletState.Passage {
  fileprivate var members: [(String, String)] {
    [
      ("deposit", canDeposit.map { "\($0)" } ?? JSON.null),
      ("withdraw", canWithdraw.map { "\($0)" } ?? JSON.null),
    ]
  }
}
