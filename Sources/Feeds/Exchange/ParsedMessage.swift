import MarketData

/// What one message said.
public struct ParsedMessage: Equatable, Sendable {
  /// What the message said of the markets that are followed.
  public var statements: [Statement] = []
  /// False where the text is not well-formed: then `statements` is empty.
  public var isWellFormed = true
  /// Statements that were left out because something in them was wrong.
  public var dropped = 0
  /// The exchange's own word where it refuses a request.
  public var rejection: String?
  /// The kind of rejection, where the exchange's word says more than "no".
  public var failureReason: FailureReason?
  /// How long no request should be sent after a rejection.
  public var retryAfterSeconds: Int64?
  /// When the message was sent (Unix milliseconds by the exchange's clock), where the time is that of
  /// the message and not of a market.
  public var time: Int64?
  /// The message is about this connection, not about markets: a greeting, or that a request takes
  /// effect only now.
  public var isReply = false
  /// The number of the request that the message replies to, where it names one.
  public var requestNumber: Int64?
  /// Codes that the exchange refuses to stream because it does not have them.
  public var unknownCodes: [String] = []
  /// A requested code that the connection carries already.
  public var carriedCode: String?
  /// An unknown code made the whole request fail: the other codes are to be asked for again.
  public var isAllRefused = false
  /// The exchange announces that it is about to close this connection.
  public var isCloseNotice = false

  public init(
    statements: [Statement] = [], isWellFormed: Bool = true, dropped: Int = 0,
    rejection: String? = nil,
    failureReason: FailureReason? = nil, isReply: Bool = false
  ) {
    self.statements = statements
    self.isWellFormed = isWellFormed
    self.dropped = dropped
    self.rejection = rejection
    self.failureReason = failureReason
    self.isReply = isReply
  }
}

/// What an exchange said of one market at one time.
public struct Statement: Equatable, Sendable {
  /// Index into the desk's markets.
  public var market: MarketID
  public var ticker: Ticker?
  public var trade: Trade?
  public var book: OrderBook?
  /// What changed in the book, where the exchange does not send the whole book each time.
  public var bookChange: BookChange?
  /// When it was said, Unix milliseconds by the exchange's clock; nil where the exchange does not say.
  public var time: Int64?
  /// True for the state at the time of subscribing, which may be hours old.
  public var isSnapshot = false

  var isOfBook: Bool { book != nil || bookChange != nil }
  /// Whether the statement says only that the exchange is there.
  var isHeartbeat: Bool { ticker == nil && trade == nil && !isOfBook }
}
