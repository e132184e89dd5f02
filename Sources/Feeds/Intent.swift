import MarketData
import Timing

/// One connection of a feed. A feed has two slots, 0 and 1, of which one is empty except while one
/// connection takes over from the other.
public struct ConnectionID: Hashable, Sendable {
  public let slot: Int
  /// Counts the connections that were opened in this slot: what still comes of an older one is told
  /// from what the newest says.
  let generation: Int
}

/// One call of a feed; it is never given out twice.
public struct CallID: Hashable, Sendable {
  public let number: Int

  public init(_ number: Int) { self.number = number }
}

/// What a feed wants done in the world. `endpoint` is the index of one of its endpoints: 0 is the
/// usual one.
public enum Intent: Equatable, Sendable {
  /// Open a socket; `opened` or `closed` follows.
  case connect(connection: ConnectionID, endpoint: Int)
  /// Send a text message.
  case send(String, connection: ConnectionID)
  /// Send a ping that carries a number; `pong` with the same one follows.
  case ping(number: Int, connection: ConnectionID)
  /// Close it and forget it: nothing of it follows.
  case close(connection: ConnectionID)
  /// Ask for a path below the endpoint's REST address; `answered` or `unanswered` follows.
  case get(id: CallID, path: String, endpoint: Int)
  /// Let no call to the endpoint leave before that, not even one that waits: its host has banned all.
  case hold(endpoint: Int, until: Deadline)
  /// Keep the exchange's list of markets, as it has just answered, for the next start.
  case save([Listing])
  case log(Severity, String)
}

/// How much a line on the log matters.
public enum Severity: Sendable {
  case error, warning, notice, info
}

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
