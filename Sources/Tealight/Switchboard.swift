import Feeds
import MarketData
import Wire

/// The identity of a feed, which no other feed gets while the program runs.
struct FeedID: Hashable {
  fileprivate let number: Int
}

/// Knows which feed each socket and each call on the wire belongs to.
///
/// A slot of a feed always has the same socket id, and so the same number in recordings. Which of
/// the slot's connections the socket carries is known here.
struct Switchboard {
  struct Socket {
    let feed: FeedID
    let connection: ConnectionID
  }

  private static let slots = 2

  private var feedCount = 0
  /// The sockets that were opened, and no others: each reload also takes numbers for feeds that are
  /// there already.
  private(set) var sockets: [SocketID: Socket] = [:]
  private var calls: [TransferID: (feed: FeedID, id: CallID)] = [:]
  private var callCount = 0

  /// Adds a feed. Its id also gives an id to the socket of each of its slots.
  mutating func add() -> FeedID {
    feedCount += 1
    return FeedID(number: feedCount - 1)
  }

  /// Forgets the sockets of a feed that has ended.
  mutating func remove(_ feed: FeedID) {
    for socket in sockets(of: feed) { sockets[socket] = nil }
  }

  /// The socket that a connection goes over.
  func socket(_ connection: ConnectionID, of feed: FeedID) -> SocketID {
    SocketID(feed.number * Self.slots + connection.slot)
  }

  /// Opens a connection: what comes over its socket from now on belongs to it.
  mutating func connect(_ connection: ConnectionID, of feed: FeedID) -> SocketID {
    let socket = socket(connection, of: feed)
    sockets[socket] = Socket(feed: feed, connection: connection)
    return socket
  }

  /// The feed's sockets that were ever opened.
  func sockets(of feed: FeedID) -> [SocketID] {
    sockets.filter { $0.value.feed == feed }.keys.sorted { $0.number < $1.number }
  }

  /// An id for a call.
  mutating func call(_ id: CallID, of feed: FeedID) -> TransferID {
    callCount += 1
    let transfer = TransferID(callCount)
    calls[transfer] = (feed, id)
    return transfer
  }

  /// Passes an event of the wire to the feed that it is for, as an event of that feed.
  mutating func dispatch(_ event: Wire.Event, _ body: (FeedID, TransportEvent) -> Void) {
    func socket(_ id: SocketID, _ event: (ConnectionID) -> TransportEvent) {
      if let socket = sockets[id] { body(socket.feed, event(socket.connection)) }
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
      body(call.feed, .answered(id: call.id, status: status, headers: headers, body: bytes))
    case .unanswered(let id, let reason, let cause):
      guard let call = calls.removeValue(forKey: id) else { break }
      let failure = TransportFailure(reason: reason, cause: cause.failureReason)
      body(call.feed, .unanswered(id: call.id, failure))
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
