import MarketData

/// How one exchange talks: a translator between its texts and our words.
///
/// It holds no state, does no I/O and knows no clock; sockets, deadlines and falling back are
/// written once, in `Feed`. A path stands below `rest` and begins with a slash.
public protocol Exchange: Sendable {
  /// Its name in configuration and logs: `upbit`.
  var name: String { get }
  /// Its name on the screen: `Upbit`.
  var title: String { get }
  /// What a day's change is counted from: `09:00 KST`.
  var baseline: String { get }
  /// Its public endpoints.
  var websocket: String { get }
  var rest: String { get }
  /// The same exchange over other hosts or in another protocol, tried in turn when this one is
  /// blocked or cannot be had. Names, codes and baseline are the same.
  var otherWays: [any Exchange] { get }
  /// What tells such a way apart in the configuration: `[exchange.NAME.WAY]`. Empty for the usual.
  var way: String { get }
  /// True where it may well be gone for good: others then serve its markets, under their names.
  var hasStandIns: Bool { get }

  /// The market of a code; nil where the text cannot be one of this exchange's codes. Where a code
  /// does not say where its base ends, that is a guess, until the list tells.
  func market(code: String) -> Market?
  /// All that a code may stand for, the likeliest first.
  func markets(code: String) -> [Market]
  /// The market that trades `base` for `quote`, both in capitals; nil where it cannot have one.
  func market(base: String, quote: String) -> Market?

  /// How its stream wants to be treated.
  var streamManners: StreamManners { get }
  /// The messages that make a connection which carries `old` carry `new`.
  /// - Parameters:
  ///   - old: empty on a new connection.
  ///   - ticket: another one each time: a name, a dash and a number that counts up.
  func requests(from old: Subscription, to new: Subscription, ticket: String) -> [String]
  /// Reads one message of the stream. Nothing of it counts unless all of it is well-formed.
  func readMessage(_ bytes: UnsafeBufferPointer<UInt8>, of markets: MarketTable) -> Reading

  /// False where the stream says prices and not trades: then candles are made of samples.
  var streamsTrades: Bool { get }

  /// Calls that together give the tickers of all these codes, each with the codes it is for. None
  /// where there is no polling.
  func tickerCalls(codes: [String]) -> [TickerCall]
  /// True where a few calls give the tickers of all markets.
  var ranksMarkets: Bool { get }
  /// - Parameter asked: the codes of the call, for answers that do not name theirs.
  func readTickers(
    _ bytes: UnsafeBufferPointer<UInt8>, asked: [String], of markets: MarketTable
  ) -> Reading

  /// What fills the ring: the path of a call for what was traded in `range` (Unix ms, whole
  /// seconds), or in as much of its end as one call gives. Empty where nobody keeps it.
  func pastPath(code: String, range: Range<Int64>) -> String
  /// - Parameter range: what was asked for.
  /// - Returns: nil where it is not well-formed or not about `code`.
  func readPast(_ bytes: UnsafeBufferPointer<UInt8>, of code: String, range: Range<Int64>) -> Past?

  /// The path of a call for the newest `count` trades; empty where nobody tells them.
  func tradesPath(code: String, count: Int) -> String
  /// The answer's trades, oldest first; nil where it is not well-formed or not about `code`.
  ///
  /// They have ids only where these are the stream's: an id that several trades share, or that the
  /// stream gives to another trade, is left out here, and they are told apart by what they say.
  func readTrades(_ bytes: UnsafeBufferPointer<UInt8>, of code: String) -> [Trade]?

  /// The spans in milliseconds of the candles that it keeps for charts, the shortest first.
  var candleSpans: [Int64] { get }
  /// The path of a call for the newest `count` candles of a span that start before `end` (Unix ms).
  func candlesPath(code: String, span: Int64, before end: Int64, count: Int) -> String
  /// The answer's candles, oldest first; nil where it is not well-formed or not about `code`.
  func readCandles(_ bytes: UnsafeBufferPointer<UInt8>, of code: String, span: Int64) -> [Candle]?

  /// Calls that together give the list of markets. The first names them, the others tell more.
  /// Without any, whatever `market(code:)` knows is listed.
  var listPaths: [String] { get }
  /// The whole list of an exchange that cannot be asked for one; empty where `listPaths` asks.
  var fixedList: [Listing] { get }
  /// Calls that together give the part of the list that is about these codes, and maybe more.
  func listCalls(codes: [String]) -> [ListCall]
  /// Takes the answer to the call of that place into the list; false where it makes no sense.
  func readList(
    _ bytes: UnsafeBufferPointer<UInt8>, place: Int, into list: inout [Listing]
  ) -> Bool

  /// Calls that together tell which assets can be moved to and from it; none where it does not say.
  var walletPaths: [String] { get }
  /// Takes the answer to the call of that place into the assets' states; false where it makes no
  /// sense.
  func readWallets(
    _ bytes: UnsafeBufferPointer<UInt8>, place: Int, into wallets: inout [String: WalletState]
  ) -> Bool

  /// Calls left in the current second of the limit group, by the answer's headers; nil: not said.
  func callsLeft(_ headers: [Header]) -> Int?

  /// What a call takes of its host's limits.
  func cost(of path: String) -> Cost
  /// The limits by their groups; of those that are not here ten calls in a second are allowed.
  var buckets: [String: Bucket] { get }
  /// What the headers of an answer say of the bucket that its call was taken from.
  func spending(_ headers: [Header]) -> Spending?
}

extension Exchange {
  public var otherWays: [any Exchange] { [] }
  public var way: String { "" }
  public var hasStandIns: Bool { false }
  public func markets(code: String) -> [Market] { market(code: code).map { [$0] } ?? [] }
  public var streamManners: StreamManners { StreamManners() }
  public var streamsTrades: Bool { true }
  public var ranksMarkets: Bool { true }
  public func pastPath(code: String, range: Range<Int64>) -> String { "" }
  public func readPast(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String, range: Range<Int64>
  ) -> Past? { nil }
  public func tradesPath(code: String, count: Int) -> String { "" }
  public func readTrades(_ bytes: UnsafeBufferPointer<UInt8>, of code: String) -> [Trade]? { nil }
  public func listCalls(codes: [String]) -> [ListCall] {
    listPaths.enumerated().map { ListCall(place: $0, path: $1) }
  }
  public var fixedList: [Listing] { [] }
  public var candleSpans: [Int64] { [] }
  public func candlesPath(code: String, span: Int64, before end: Int64, count: Int) -> String { "" }
  public func readCandles(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String, span: Int64
  ) -> [Candle]? { nil }
  public var walletPaths: [String] { [] }
  public func readWallets(
    _ bytes: UnsafeBufferPointer<UInt8>, place: Int, into wallets: inout [String: WalletState]
  ) -> Bool { false }
  public func callsLeft(_ headers: [Header]) -> Int? { nil }
  public func cost(of path: String) -> Cost { Cost("calls") }
  public var buckets: [String: Bucket] { [:] }
  public func spending(_ headers: [Header]) -> Spending? { callsLeft(headers).map { .left($0) } }
}

/// How an exchange's stream wants to be treated.
public struct StreamManners: Sendable {
  /// So many messages may be sent on a connection within so many milliseconds; each of them holds.
  public struct Limit: Equatable, Sendable {
    public var count: Int
    public var milliseconds: Int64

    public init(_ count: Int, within milliseconds: Int64) {
      self.count = count
      self.milliseconds = milliseconds
    }
  }

  public var limits: [Limit]
  /// After how long the server cuts a connection; nil: never on purpose.
  public var lifeMilliseconds: Int64?
  /// How many markets a connection carries at most; the others are polled. Nil: all.
  public var marketsMax: Int?
  /// The text that asks the server for a sign of life where it answers no ping of the protocol.
  public var pingText: String?
  /// A text that the server wants to hear every so often, whatever else is said.
  public var keepAlive: (text: String, everyMilliseconds: Int64)?
  /// When a connection is tried again: at least, and at most so much later.
  public var retryFloorMilliseconds: Int64
  public var retryCapMilliseconds: Int64

  public init(
    limits: [Limit] = [Limit(5, within: 1_000)], lifeMilliseconds: Int64? = nil,
    marketsMax: Int? = nil, pingText: String? = nil,
    keepAlive: (text: String, everyMilliseconds: Int64)? = nil,
    retryFloorMilliseconds: Int64 = 1_000, retryCapMilliseconds: Int64 = 60_000
  ) {
    self.limits = limits
    self.lifeMilliseconds = lifeMilliseconds
    self.marketsMax = marketsMax
    self.pingText = pingText
    self.keepAlive = keepAlive
    self.retryFloorMilliseconds = retryFloorMilliseconds
    self.retryCapMilliseconds = retryCapMilliseconds
  }
}

/// What a connection carries: codes, each once, the one shown first at the front.
public struct Subscription: Equatable, Sendable {
  /// Those whose trades and tickers are wanted.
  public var markets: [String]
  /// Those whose order books are wanted.
  public var books: [String]

  public init(markets: [String] = [], books: [String] = []) {
    self.markets = markets
    self.books = books
  }

  public var isEmpty: Bool { markets.isEmpty && books.isEmpty }
}

/// One call for tickers.
public struct TickerCall: Equatable, Sendable {
  public var codes: [String]
  public var path: String

  public init(codes: [String], path: String) {
    self.codes = codes
    self.path = path
  }
}

/// What an exchange says of a stretch of a market's past.
public struct Past: Equatable, Sendable {
  /// Oldest first; their span divides `Candle.span`. Times without one had no trade.
  public var candles: [Candle]
  /// From here on (Unix ms) all that was traded is known; nil: in the whole stretch.
  public var knownFrom: Int64?
  /// Where nothing is known, since more was traded in the last second than an answer holds: what
  /// lies before this time may still be asked for.
  public var resumesBefore: Int64?

  public init(candles: [Candle], knownFrom: Int64? = nil, resumesBefore: Int64? = nil) {
    self.candles = candles
    self.knownFrom = knownFrom
    self.resumesBefore = resumesBefore
  }
}

/// One line of an HTTP head; the name in lower case.
public struct Header: Equatable, Sendable {
  public let name: String
  public let value: String

  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}
