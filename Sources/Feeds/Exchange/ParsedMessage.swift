import MarketData

/// What one message said.
public struct ParsedMessage: Equatable, Sendable {
  /// What it said of the markets that are followed.
  public var statements: [Statement] = []
  /// False where the text is not well-formed: then `statements` is empty.
  public var isWellFormed = true
  /// Statements that were left out because something in them was wrong.
  public var dropped = 0
  /// The exchange refuses what was asked, in its own word.
  public var rejection: String?
  /// What kind of rejection that is, where the exchange's word says more than "no".
  public var failureReason: FailureReason?
  /// How long nothing should be asked then.
  public var retryAfterSeconds: Int64?
  /// When it was sent (Unix milliseconds by the exchange's clock), where it says so of itself and
  /// not of a market.
  public var time: Int64?
  /// It speaks of us, not of markets: a greeting, or that what was asked takes effect only now.
  public var isReply = false
  /// The number of the request that it is the reply to, where it names one.
  public var requestNumber: Int64?
  /// Codes that it refuses to stream because it does not have them.
  public var unknownCodes: [String] = []
  /// A code that was asked for and that it streams already.
  public var carriedCode: String?
  /// One such code spoiled the whole request: the others are to be asked for again.
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
  /// What changed in the book, where the exchange does not say the whole each time.
  public var bookChange: BookChange?
  /// When it was said, Unix milliseconds by the exchange's clock; nil where it does not say.
  public var time: Int64?
  /// True for the state at the time of subscribing, which may be hours old.
  public var isSnapshot = false

  var isOfBook: Bool { book != nil || bookChange != nil }
  /// Whether it says that the exchange is there, and no more.
  var isHeartbeat: Bool { ticker == nil && trade == nil && !isOfBook }
}
