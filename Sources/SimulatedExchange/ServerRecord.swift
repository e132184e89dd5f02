/// What the clients did: counts since the start, and the last actions one by one.
public struct ServerRecord: Sendable {
  public struct Request: Equatable, Sendable {
    public let request: HTTPRequest
    /// 0 where no answer was given.
    public let status: Int
    /// Monotonic milliseconds.
    public let time: Int64
  }

  public private(set) var connections = 0
  /// Connections that ended before their TLS handshake did.
  public private(set) var failedTLS = 0
  public private(set) var pings = 0
  public private(set) var pongs = 0
  /// Clients that did not read and so were dropped.
  public private(set) var dropped = 0
  /// Data messages sent to all sockets.
  public private(set) var messages = 0

  /// Upgrades, answered or not.
  public private(set) var handshakes: [Request] = []
  /// REST calls.
  public private(set) var requests: [Request] = []
  /// Data messages of the clients: subscriptions, PING.
  public private(set) var received: [String] = []
  /// The status codes of the clients' Close frames, 0 for none.
  public private(set) var closes: [Int] = []

  /// How many of each are remembered.
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  mutating func receivedPing() { pings += 1 }

  mutating func receivedPong() { pongs += 1 }

  mutating func droppedConnection() { dropped += 1 }

  mutating func sentMessage() { messages += 1 }

  mutating func connected() {
    connections += 1
  }

  mutating func failedHandshake() {
    failedTLS += 1
  }

  mutating func handshake(_ request: HTTPRequest, status: Int, time: Int64) {
    Self.keep(Request(request: request, status: status, time: time), in: &handshakes, limit)
  }

  mutating func called(_ request: HTTPRequest, status: Int, time: Int64) {
    Self.keep(Request(request: request, status: status, time: time), in: &requests, limit)
  }

  mutating func heard(_ text: String) {
    Self.keep(text, in: &received, limit)
  }

  mutating func closed(_ code: Int) {
    Self.keep(code, in: &closes, limit)
  }

  private static func keep<Element>(
    _ element: Element, in list: inout [Element], _ limit: Int
  ) {
    guard limit > 0 else { return }
    if list.count == limit { list.removeFirst() }
    list.append(element)
  }
}
