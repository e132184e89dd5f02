/// What a feed wants done in the world. Each exchange has one socket.
public enum Intent: Equatable, Sendable {
  /// Open the socket; `opened` or `closed` follows.
  case connect
  /// Send a text message.
  case send(String)
  case ping
  /// Close it and forget it: nothing of it follows.
  case close
  /// Ask for a path below the exchange's REST endpoint; `answered` or `unanswered` follows.
  case get(id: Int, path: String)
  case log(Severity, String)
}

/// How much a line on the log matters.
public enum Severity: Sendable {
  case error, warning, notice, info
}

/// What happened in the world.
public enum Happening {
  /// The handshake is through.
  case opened
  /// A text or binary message. The bytes are valid during the call only.
  case message(UnsafeBufferPointer<UInt8>)
  case pong
  case closed(Closure)
  case answered(id: Int, status: Int, headers: [Header], body: UnsafeBufferPointer<UInt8>)
  case unanswered(id: Int, reason: String, isNetworkDown: Bool)
  /// The deadline came.
  case time
}

/// Why a socket is gone, or could not be had.
public struct Closure: Equatable, Sendable {
  public var reason: String
  /// The HTTP status that answered the handshake, if one did.
  public var status: Int?
  public var retryAfterSeconds: Int64?
  public var isNetworkDown: Bool

  public init(
    reason: String, status: Int? = nil, retryAfterSeconds: Int64? = nil,
    isNetworkDown: Bool = false
  ) {
    self.reason = reason
    self.status = status
    self.retryAfterSeconds = retryAfterSeconds
    self.isNetworkDown = isNetworkDown
  }
}
