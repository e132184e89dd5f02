import Feeds
import MarketData
import Wire

/// One of the feeds that the loop runs, for as long as the program runs.
struct SourceID: Hashable {
  fileprivate let number: Int
}

/// Tells whose sockets and calls those on the wire are.
///
/// The wire knows them by numbers. A socket's number stays the same for a slot of a feed, and so do
/// the numbers in recordings; which of the slot's connections it carries is known here.
struct Switchboard {
  private struct Socket {
    let source: SourceID
    var connection: ConnectionID?
  }

  private static let slots = 2

  /// Those of all sources, by their numbers.
  private var sockets: [Socket] = []
  private var calls: [Int: (source: SourceID, id: CallID)] = [:]
  private var callCount = 0

  /// A feed of its own, with a number for the socket of each of its slots.
  mutating func add() -> SourceID {
    let source = SourceID(number: sockets.count / Self.slots)
    for _ in 0..<Self.slots { sockets.append(Socket(source: source)) }
    return source
  }

  /// The number of the socket that a connection goes over.
  func socket(_ connection: ConnectionID, of source: SourceID) -> Int {
    source.number * Self.slots + connection.slot
  }

  /// A connection is opened: what comes over its socket from now on is of that one.
  mutating func connect(_ connection: ConnectionID, of source: SourceID) -> Int {
    let socket = socket(connection, of: source)
    sockets[socket].connection = connection
    return socket
  }

  /// The numbers of a source's sockets that were ever opened.
  func sockets(of source: SourceID) -> [Int] {
    sockets.indices.filter { sockets[$0].source == source && sockets[$0].connection != nil }
  }

  /// A number for a call.
  mutating func call(_ id: CallID, of source: SourceID) -> Int {
    callCount += 1
    calls[callCount] = (source, id)
    return callCount
  }

  /// Tells which source an event of the wire is for, and what it means to its feed.
  mutating func dispatch(_ event: Wire.Event, _ body: (SourceID, TransportEvent) -> Void) {
    func socket(_ number: Int, _ event: (ConnectionID) -> TransportEvent) {
      if let connection = sockets[number].connection {
        body(sockets[number].source, event(connection))
      }
    }
    switch event {
    case .opened(let number): socket(number) { .opened($0) }
    case .message(let number, let bytes): socket(number) { .message(bytes, $0) }
    case .pong(let number): socket(number) { .pong($0) }
    case .closed(let number, let reason, let status, let wait, let cause):
      let failure = TransportFailure(
        reason: reason, status: status, retryAfterSeconds: wait, cause: cause.trouble)
      socket(number) { .closed(failure, $0) }
    case .delayed(let number, let reason, let cause):
      let failure = TransportFailure(reason: reason, cause: cause.trouble)
      socket(number) { .delayed(failure, $0) }
    case .answered(let number, let status, let fields, let bytes):
      guard let call = calls.removeValue(forKey: number) else { break }
      let headers = fields.map { Header(name: $0.name, value: $0.value) }
      body(call.source, .answered(id: call.id, status: status, headers: headers, body: bytes))
    case .unanswered(let number, let reason, let cause):
      guard let call = calls.removeValue(forKey: number) else { break }
      let failure = TransportFailure(reason: reason, cause: cause.trouble)
      body(call.source, .unanswered(id: call.id, failure))
    case .network: break
    }
  }
}

extension Wire.Cause {
  fileprivate var trouble: Trouble {
    switch self {
    case .network: .noNetwork
    case .nameLookup: .nameLookup
    case .certificate: .certificate
    case .clock: .clockWrong
    case .other: .unreachable
    }
  }
}
