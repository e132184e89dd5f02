import MarketData

/// What a feed wants done in the world. It has two lines, 0 and 1, of which one is idle except while
/// the other is about to be cut. `way` is a place in its ways: 0 is the usual one.
public enum Intent: Equatable, Sendable {
  /// Open the line's socket; `opened` or `closed` follows.
  case connect(line: Int = 0, way: Int = 0)
  /// Send a text message.
  case send(String, line: Int = 0)
  case ping(line: Int = 0)
  /// Close it and forget it: nothing of it follows.
  case close(line: Int = 0)
  /// Ask for a path below the way's REST endpoint; `answered` or `unanswered` follows.
  case get(id: Int, path: String, way: Int = 0)
  /// Keep the exchange's list of markets, as it has just answered, for the next start.
  case keep([Listing])
  case log(Severity, String)
}

/// How much a line on the log matters.
public enum Severity: Sendable {
  case error, warning, notice, info
}

/// What happened in the world.
public enum Happening {
  /// The handshake is through.
  case opened(line: Int = 0)
  /// A text or binary message. The bytes are valid during the call only.
  case message(UnsafeBufferPointer<UInt8>, line: Int = 0)
  case pong(line: Int = 0)
  case closed(Closure, line: Int = 0)
  /// The socket takes long to be had; it is still tried.
  case delayed(Closure, line: Int = 0)
  case answered(id: Int, status: Int, headers: [Header], body: UnsafeBufferPointer<UInt8>)
  case unanswered(id: Int, Closure)
  /// The machine's network is there again, or is gone.
  case network(isUp: Bool)
  /// Somebody wants it tried now.
  case retry
  /// The deadline came.
  case time
}

/// Why a socket is gone, could not be had, or a call was not answered.
public struct Closure: Equatable, Sendable {
  /// What keeps the other side from being heard where no answer tells.
  public enum Cause: Equatable, Sendable {
    case network, nameLookup, certificate, clock, other
  }

  public var reason: String
  public var cause: Cause
  /// The HTTP status that answered the handshake, if one did.
  public var status: Int?
  public var retryAfterSeconds: Int64?

  public init(
    reason: String, status: Int? = nil, retryAfterSeconds: Int64? = nil, cause: Cause = .other
  ) {
    self.reason = reason
    self.status = status
    self.retryAfterSeconds = retryAfterSeconds
    self.cause = cause
  }
}
