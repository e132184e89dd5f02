import MarketData

/// The protocol of one exchange: a translator between its messages and this program's types.
///
/// It holds no state, does no I/O and knows no clock; sockets, deadlines and failover are written
/// once, in `Feed`. These are the things that every exchange has: a name, codes and a stream. Each
/// capability that only some have is a protocol of its own, in `Capabilities.swift`. A path is
/// relative to `rest` and begins with a slash.
public protocol Exchange: Sendable {
  /// Its name in configuration and logs: `upbit`.
  var name: String { get }
  /// Its name on the screen: `Upbit`. Each endpoint has another one.
  var title: String { get }
  /// The time from which a day's change is counted: `09:00 KST`; empty where it has no name.
  var baseline: String { get }
  /// One of its codes, as an example in messages.
  var exampleCode: String { get }
  /// The public address of its stream.
  var websocket: String { get }
  /// The public base address of its calls.
  var rest: String { get }

  /// The markets that a code may stand for, the likeliest first; none where the text cannot be one
  /// of this exchange's codes. There are several where a code does not say where its base ends.
  func markets(code: String) -> [Market]
  /// The market that trades `base` for `quote`, both in capitals; nil where it cannot have one.
  func market(base: String, quote: String) -> Market?

  /// What it demands of the clients of its stream, and what it promises.
  var streamLimits: StreamLimits { get }
  /// False where the stream sends prices and no trades: then candles are made of samples.
  var streamsTrades: Bool { get }
  /// The messages that change what a connection carries from `old` to `new`.
  /// - Parameters:
  ///   - old: empty on a new connection.
  ///   - ticket: a new one for each call: a name, a dash and a number that counts up.
  func requests(from old: Subscription, to new: Subscription, ticket: String) -> [String]
  /// Reads one message of the stream. A feed takes the parser once, and not for each message.
  var parser: MessageParser { get }
}

/// Reads one message of a stream; the table has the markets that may be followed. No part of the
/// message counts unless all of it is well-formed.
public typealias MessageParser =
  @Sendable (_ bytes: UnsafeBufferPointer<UInt8>, _ markets: MarketTable) -> ParsedMessage

extension Exchange {
  /// The market that a code most likely stands for; nil where it cannot be one of its codes.
  public func market(code: String) -> Market? { markets(code: code).first }
}

/// What an exchange demands of the clients of its stream, and what it promises.
public struct StreamLimits: Sendable {
  /// On a connection, `count` messages may be sent within `milliseconds`.
  public struct Limit: Equatable, Sendable {
    public var count: Int
    public var milliseconds: Int64

    public init(_ count: Int, within milliseconds: Int64) {
      self.count = count
      self.milliseconds = milliseconds
    }
  }

  /// How fast messages may be sent on a connection: all of these limits hold.
  public var sending: [Limit]
  /// After how many milliseconds the server cuts a connection; nil: never on purpose.
  public var lifeMilliseconds: Int64?
  /// How many markets a connection carries at most; the others are polled. Nil: all.
  public var marketsMax: Int?
  /// A text that the server wants to receive at this interval, whatever else is sent.
  public var keepAlive: (text: String, everyMilliseconds: Int64)?
  /// The number of a request, which its reply names: a request without a reply did not arrive. Nil where
  /// requests have no number that tells them apart.
  public var requestNumber: (@Sendable (_ request: String) -> Int64?)?
  /// How long to wait at first before a connection is tried again, in milliseconds.
  public var retryFloorMilliseconds: Int64
  /// How long to wait at most before a connection is tried again, in milliseconds.
  public var retryCapMilliseconds: Int64

  public init(
    sending: [Limit] = [Limit(5, within: 1_000)], lifeMilliseconds: Int64? = nil,
    marketsMax: Int? = nil, keepAlive: (text: String, everyMilliseconds: Int64)? = nil,
    requestNumber: (@Sendable (_ request: String) -> Int64?)? = nil,
    retryFloorMilliseconds: Int64 = 1_000, retryCapMilliseconds: Int64 = 60_000
  ) {
    self.sending = sending
    self.lifeMilliseconds = lifeMilliseconds
    self.marketsMax = marketsMax
    self.keepAlive = keepAlive
    self.requestNumber = requestNumber
    self.retryFloorMilliseconds = retryFloorMilliseconds
    self.retryCapMilliseconds = retryCapMilliseconds
  }
}

/// The codes that a connection carries, each once, the one shown first at the front.
public struct Subscription: Equatable, Sendable {
  /// The codes whose trades and tickers are wanted.
  public var markets: [String]
  /// The codes whose order books are wanted.
  public var books: [String]

  public init(markets: [String] = [], books: [String] = []) {
    self.markets = markets
    self.books = books
  }
}

/// A currency's name, as every exchange writes it in its codes: `BTC`, `KRW`, `1INCH`.
public enum Currency {
  /// Whether the text is one to twenty capitals and digits.
  public static func isName(_ text: some StringProtocol) -> Bool {
    1...20 ~= text.utf8.count
      && text.utf8.allSatisfy {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
      }
  }

  /// The two currencies of a code that writes a separator between them; nil where it is no such
  /// code.
  static func pair(in code: String, separator: Character) -> (String, String)? {
    let names = code.split(separator: separator, omittingEmptySubsequences: false)
    guard names.count == 2, names.allSatisfy(isName) else { return nil }
    return (String(names[0]), String(names[1]))
  }
}
