import Feeds
import MarketData
import Wire

/// One of the feeds that the loop runs, for as long as the program runs.
struct SourceID: Hashable {
  fileprivate let number: Int
}

/// Tells whose sockets and calls those on the wire are.
///
/// A socket's id stays the same for a slot of a feed, and so do the numbers in recordings; which of
/// the slot's connections it carries is known here.
struct Switchboard {
  struct Socket {
    let source: SourceID
    let connection: ConnectionID
  }

  private static let slots = 2

  private var sourceCount = 0
  /// Those that were opened: each reload takes numbers for sources that are there already.
  private(set) var sockets: [SocketID: Socket] = [:]
  private var calls: [TransferID: (source: SourceID, id: CallID)] = [:]
  private var callCount = 0

  /// A feed of its own, with an id for the socket of each of its slots.
  mutating func add() -> SourceID {
    sourceCount += 1
    return SourceID(number: sourceCount - 1)
  }

  /// A feed is no more.
  mutating func remove(_ source: SourceID) {
    for socket in sockets(of: source) { sockets[socket] = nil }
  }

  /// The socket that a connection goes over.
  func socket(_ connection: ConnectionID, of source: SourceID) -> SocketID {
    SocketID(source.number * Self.slots + connection.slot)
  }

  /// A connection is opened: what comes over its socket from now on is of that one.
  mutating func connect(_ connection: ConnectionID, of source: SourceID) -> SocketID {
    let socket = socket(connection, of: source)
    sockets[socket] = Socket(source: source, connection: connection)
    return socket
  }

  /// Those of a source's sockets that were ever opened.
  func sockets(of source: SourceID) -> [SocketID] {
    sockets.filter { $0.value.source == source }.keys.sorted { $0.number < $1.number }
  }

  /// An id for a call.
  mutating func call(_ id: CallID, of source: SourceID) -> TransferID {
    callCount += 1
    let transfer = TransferID(callCount)
    calls[transfer] = (source, id)
    return transfer
  }

  /// Tells which source an event of the wire is for, and what it means to its feed.
  mutating func dispatch(_ event: Wire.Event, _ body: (SourceID, TransportEvent) -> Void) {
    func socket(_ id: SocketID, _ event: (ConnectionID) -> TransportEvent) {
      if let socket = sockets[id] { body(socket.source, event(socket.connection)) }
    }
    switch event {
    case .opened(let id): socket(id) { .opened($0) }
    case .message(let id, let bytes): socket(id) { .message(bytes, $0) }
    case .pong(let id, let number): socket(id) { .pong(number: number, $0) }
    case .closed(let id, let reason, let status, let wait, let cause):
      let failure = TransportFailure(
        reason: reason, status: status, retryAfterSeconds: wait, cause: cause.failureReason)
      socket(id) { .closed(failure, $0) }
    case .delayed(let id, let reason, let cause):
      let failure = TransportFailure(reason: reason, cause: cause.failureReason)
      socket(id) { .delayed(failure, $0) }
    case .answered(let id, let status, let fields, let bytes):
      guard let call = calls.removeValue(forKey: id) else { break }
      let headers = fields.map { Header(name: $0.name, value: $0.value) }
      body(call.source, .answered(id: call.id, status: status, headers: headers, body: bytes))
    case .unanswered(let id, let reason, let cause):
      guard let call = calls.removeValue(forKey: id) else { break }
      let failure = TransportFailure(reason: reason, cause: cause.failureReason)
      body(call.source, .unanswered(id: call.id, failure))
    case .network: break
    }
  }
}

extension Wire.Cause {
  fileprivate var failureReason: FailureReason {
    switch self {
    case .network: .noNetwork
    case .nameLookup: .nameLookup
    case .certificate: .certificate
    case .clock: .clockWrong
    case .other: .unreachable
    }
  }
}
