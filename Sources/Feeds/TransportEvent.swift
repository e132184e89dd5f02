import MarketData

/// What came from the transport, from the user or from the clock.
public enum TransportEvent {
  /// The handshake is through.
  case opened(ConnectionID)
  /// A text or binary message. The bytes are valid during the call only.
  case message(UnsafeBufferPointer<UInt8>, ConnectionID)
  /// A pong, and which ping it answers; nil where it carries something else.
  case pong(number: Int?, ConnectionID)
  case closed(TransportFailure, ConnectionID)
  /// The socket takes long to be had; it is still tried.
  case delayed(TransportFailure, ConnectionID)
  case answered(id: CallID, status: Int, headers: [Header], body: UnsafeBufferPointer<UInt8>)
  case unanswered(id: CallID, TransportFailure)
  /// The machine's network is there again, or is gone.
  case network(isUp: Bool)
  /// The user wants it tried now.
  case retry
  /// The deadline came.
  case time

  /// The connection that it is about.
  var connection: ConnectionID? {
    switch self {
    case .opened(let id), .message(_, let id), .pong(_, let id), .closed(_, let id),
      .delayed(_, let id):
      id
    default: nil
    }
  }
}

/// Why a socket is gone or could not be had, or why a call was not answered.
public struct TransportFailure: Equatable, Sendable {
  public var reason: String
  /// What keeps the other side from being reached, where no answer tells.
  public var cause: FailureReason
  /// The HTTP status that answered the handshake, if one did.
  public var status: Int?
  public var retryAfterSeconds: Int64?

  public init(
    reason: String, status: Int? = nil, retryAfterSeconds: Int64? = nil,
    cause: FailureReason = .unreachable
  ) {
    self.reason = reason
    self.status = status
    self.retryAfterSeconds = retryAfterSeconds
    self.cause = cause
  }

  /// What keeps the other side from being heard, by its answer where there was one.
  var failureReason: FailureReason {
    status.flatMap { StatusMeaning(status: $0).failureReason } ?? cause
  }
}
