import MarketData

/// How one exchange talks: a translator between its texts and our words.
///
/// It holds no state, does no I/O and knows no clock; sockets, deadlines and falling back are
/// written once, in `Feed`.
public protocol Exchange: Sendable {
  /// Its name in configuration and logs: `upbit`.
  var name: String { get }
  /// Its name on the screen: `Upbit`.
  var title: String { get }
  /// What a day's change is counted from: `09:00 KST`.
  var baseline: String { get }
  /// Its public endpoints; a path below `rest` starts with a slash.
  var websocket: String { get }
  var rest: String { get }

  /// The market of a code; nil where the text cannot be one of this exchange's codes.
  func market(code: String) -> Market?

  /// The request that subscribes trades and tickers of exactly these codes.
  func subscription(codes: [String], ticket: String) -> String
  /// Reads one message of the stream. Nothing of it counts unless all of it is well-formed.
  func readMessage(_ bytes: UnsafeBufferPointer<UInt8>, of markets: MarketTable) -> Reading

  /// The path of one call that gives the tickers of all these codes.
  func tickersPath(codes: [String]) -> String
  func readTickers(_ bytes: UnsafeBufferPointer<UInt8>, of markets: MarketTable) -> Reading

  /// The path of one call for the newest `count` candles that start before `end` (Unix ms).
  func historyPath(code: String, before end: Int64, count: Int) -> String
  /// The answer's candles, oldest first; nil where it is not well-formed or not about `code`.
  func readHistory(_ bytes: UnsafeBufferPointer<UInt8>, of code: String) -> [Candle]?
  /// The span of a candle of the history in milliseconds, and how many one call gives.
  var historySpan: Int64 { get }
  var historyLimit: Int { get }

  var listPath: String { get }
  /// Every market that the exchange lists; nil where the answer is not well-formed.
  func readList(_ bytes: UnsafeBufferPointer<UInt8>) -> [Listing]?

  /// Calls left in the current second of the limit group, by the answer's headers; nil: not said.
  func callsLeft(_ headers: [Header]) -> Int?
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

/// One market as its exchange lists it.
public struct Listing: Equatable, Sendable {
  public let code: String
  public let names: MarketNames

  public init(code: String, names: MarketNames) {
    self.code = code
    self.names = names
  }
}

/// What one message said.
public struct Reading: Equatable, Sendable {
  /// What it said of the markets that are wanted.
  public var said: [Statement] = []
  /// False where the text is not well-formed: then `said` is empty.
  public var isWellFormed = true
  /// Statements that were left out because something in them was wrong.
  public var dropped = 0
  /// The exchange refuses what was asked, in its own word.
  public var refusal: String?
}

/// What an exchange said of one market at one time.
public struct Statement: Equatable, Sendable {
  /// Index into the configured markets.
  public var market: Int
  public var ticker: Ticker?
  public var trade: Trade?
  /// When it was said, Unix milliseconds by the exchange's clock.
  public var time: Int64
  /// True for the state at the time of subscribing, which may be hours old.
  public var isSnapshot = false
}

/// The codes that are wanted of one exchange, and their places in the configured list.
public struct MarketTable: Sendable {
  private let entries: [(code: [UInt8], index: Int)]

  public init(_ markets: [(code: String, index: Int)]) {
    entries = markets.map { (Array($0.code.utf8), $0.index) }
  }

  /// The places of a code, compared byte for byte.
  func index(of code: JSONText) -> Int? {
    for entry in entries where code == entry.code { return entry.index }
    return nil
  }
}
