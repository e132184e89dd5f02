import MarketData

/// An event from the transport, the user or the clock.
public enum TransportEvent {
  /// The handshake has succeeded.
  case opened(ConnectionID)
  /// A text or binary message. The bytes are valid during the call only.
  case message(UnsafeBufferPointer<UInt8>, ConnectionID)
  /// A pong, with the number of the ping that it answers; nil where it carries something else.
  case pong(number: Int?, ConnectionID)
  case closed(TransportFailure, ConnectionID)
  /// The socket takes long to open; the attempt goes on.
  case delayed(TransportFailure, ConnectionID)
  case answered(id: CallID, status: Int, headers: [Header], body: UnsafeBufferPointer<UInt8>)
  case unanswered(id: CallID, TransportFailure)
  /// The machine's network is back, or is gone.
  case network(isUp: Bool)
  /// The user asks to try again now.
  case retry
  /// The deadline came.
  case time

  /// The connection that the event is about.
  var connection: ConnectionID? {
    switch self {
    case .opened(let id), .message(_, let id), .pong(_, let id), .closed(_, let id),
      .delayed(_, let id):
      id
    default: nil
    }
  }
}

/// Why a socket was closed or could not be opened, or why a call was not answered.
public struct TransportFailure: Equatable, Sendable {
  public var reason: String
  /// Why the other side cannot be reached; it counts where `status` does not tell.
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

  /// Why the other side is not heard: by the status of its answer, else by `cause`.
  var failureReason: FailureReason {
    status.flatMap { StatusMeaning(status: $0).failureReason } ?? cause
  }
}
