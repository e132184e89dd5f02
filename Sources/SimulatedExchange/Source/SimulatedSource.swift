/// An exchange or another source on a simulated server: what it answers on REST, below `/NAME`.
/// The server does the rest: TLS, HTTP, frames, gzip, and the faults of all of them.
protocol SimulatedSource: AnyObject {
  /// As configurations spell it: `[exchange.NAME]`; all its paths begin with `/NAME`.
  static var name: String { get }

  /// The table that points a configuration here.
  static var tableName: String { get }

  init(_ context: SourceContext)

  var context: SourceContext { get }

  /// What stands in `[exchange.NAME] rest` behind `/NAME`.
  var restPath: String { get }

  /// The answer to a call; its path begins behind `/NAME`, and its limits are the source's.
  ///
  /// - Parameter peer: the client's address.
  func answer(_ request: HTTPRequest, from peer: String) -> HTTPResponse

  /// The source's own error for a status that a fault has chosen.
  func failure(_ status: Int) -> HTTPResponse
}

/// A source with a WebSocket and markets of its own.
protocol StreamingSource: SimulatedSource {
  associatedtype Listener: SimulatedListener

  var floor: TradingFloor { get }

  /// The open connections. The server adds and removes them.
  var listeners: ListenerList<Listener> { get }

  /// Requests whose path begins with one of these open a socket; the first of them stands in
  /// `[exchange.NAME] websocket`.
  var webSocketPaths: [String] { get }

  /// The exchange's fallback endpoints, by the names that configurations give them.
  var fallbackEndpoints: [(name: String, webSocketPath: String, restPath: String)] { get }

  /// A connection is cut when neither side has sent a message for so long.
  var idleMilliseconds: Int64 { get }

  /// The refusal of a correct upgrade; nil if it is accepted.
  func refusal(of upgrade: HTTPRequest, from peer: String) -> HTTPResponse?

  /// Handles a new connection: sends the first messages, and makes the state that is kept of it.
  func welcome(_ socket: SimulatedSocket, _ upgrade: HTTPRequest) -> Listener

  /// A client has sent something. Pings and a Close are answered without the source.
  func hear(_ event: WebSocketSession.Event, from listener: Listener)

  /// Sends a trade that has just happened, or was held back until now.
  func publish(_ execution: TradingFloor.Execution)

  /// Sends what is due in this turn apart from trades.
  func turn()

  /// Sends one more message of a listener's subscription, the `number`th of a firehose; nothing
  /// where it has none.
  func repeatMessage(_ number: Int, to listener: Listener)
}

/// One open connection with what its source keeps of it: subscriptions, formats, times.
protocol SimulatedListener: AnyObject {
  var socket: SimulatedSocket { get }
}

/// The open connections of a source, in the order in which they were opened.
final class ListenerList<Listener: SimulatedListener>: Sequence {
  private var listeners: [Listener] = []

  func add(_ listener: Listener) { listeners.append(listener) }

  func remove(_ socket: SimulatedSocket) { listeners.removeAll { $0.socket === socket } }

  subscript(socket: SimulatedSocket) -> Listener? { listeners.first { $0.socket === socket } }

  func makeIterator() -> IndexingIterator<[Listener]> { listeners.makeIterator() }
}

extension SimulatedSource {
  static var tableName: String { "exchange.\(name)" }

  func failure(_ status: Int) -> HTTPResponse {
    .error(status, "simulated", name: "\"simulated\"")
  }

  /// The TOML that points a configuration here: `[exchange.NAME]` with its keys, and a table for
  /// each fallback endpoint. `authority` stands in all of them.
  func table(
    _ address: (_ scheme: String, _ path: String) -> String, authority: String
  ) -> String {
    let name = Self.name
    func table(_ title: String, _ webSocketPath: String?, _ restPath: String) -> String {
      let socket = webSocketPath.map { "websocket = \"\(address("ws", "/" + name + $0))\"\n" }
      return "[\(title)]\n" + (socket ?? "")
        + "rest = \"\(address("http", "/" + name + restPath))\"\n" + authority
    }
    let source = self as? any StreamingSource
    return
      ([table(Self.tableName, source?.webSocketPaths.first, restPath)]
      + (source?.fallbackEndpoints ?? []).map {
        table("\(Self.tableName).\($0.name)", $0.webSocketPath, $0.restPath)
      })
      .joined(separator: "\n")
  }
}

extension StreamingSource {
  var fallbackEndpoints: [(name: String, webSocketPath: String, restPath: String)] { [] }

  var idleMilliseconds: Int64 { 120_000 }

  func refusal(of upgrade: HTTPRequest, from peer: String) -> HTTPResponse? { nil }

  func open(_ socket: SimulatedSocket, _ upgrade: HTTPRequest) {
    listeners.add(welcome(socket, upgrade))
  }

  func hear(_ event: WebSocketSession.Event, on socket: SimulatedSocket) {
    if let listener = listeners[socket] { hear(event, from: listener) }
  }

  var hasListeners: Bool { listeners.contains { _ in true } }

  func forget(_ socket: SimulatedSocket) {
    listeners.remove(socket)
  }

  /// Sends trades, what else is due, and the messages of the firehose.
  func stream() {
    for execution in context.executions(of: floor) { publish(execution) }
    turn()
    let count = context.firehoseCount()
    for listener in listeners {
      for number in 0..<count where listener.socket.pendingOutput < SourceContext.firehoseLimit {
        repeatMessage(number, to: listener)
      }
    }
  }

  /// Puts a trade into a market by hand.
  func inject(_ execution: TradingFloor.Execution) {
    floor.inject(execution)
    guard context.isOpen(floor.markets[execution.market].listing.code) else { return }
    for execution in context.deliver(execution) { publish(execution) }
  }
}
