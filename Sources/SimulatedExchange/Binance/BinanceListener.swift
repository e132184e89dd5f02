/// A connection to the simulated Binance: its streams, and the form of its messages.
final class BinanceListener: SimulatedListener {
  let socket: SimulatedSocket
  let openedAt: Int64
  /// `{"stream":…,"data":…}` in place of the data alone.
  private(set) var isCombined: Bool
  /// The subscribed streams, in the order in which they were asked for.
  private(set) var streams: [String] = []
  /// When the last ping was sent, its payload, and since when a pong has been missing.
  private(set) var lastPing: Int64
  private var pinged: [UInt8] = []
  private(set) var pingedAt: Int64?
  /// Whether the server has sent the client a Close.
  private(set) var isDismissed = false
  private var times: [Int64] = []

  init(_ socket: SimulatedSocket, isCombined: Bool, now: Int64) {
    self.socket = socket
    self.isCombined = isCombined
    openedAt = now
    lastPing = now
  }

  func subscribe(_ names: [String]) {
    for name in names where !streams.contains(name) { streams.append(name) }
  }

  func unsubscribe(_ names: [String]) { streams.removeAll(where: names.contains) }

  func setCombined(_ isCombined: Bool) { self.isCombined = isCombined }

  /// Only a pong with the payload of the last ping counts.
  func receivePong(_ payload: [UInt8]) { if payload == pinged { pingedAt = nil } }

  /// Sends a Close, since the connection or the server is too old.
  func dismiss() {
    isDismissed = true
    socket.close(1_001)
  }

  func ping(_ payload: [UInt8], at now: Int64) {
    lastPing = now
    pinged = payload
    pingedAt = pingedAt ?? now
    socket.ping(payload)
  }

  /// Counts one more message of the client, and returns how many there were within a second.
  func count(now: Int64) -> Int {
    times.removeAll { now - $0 >= 1_000 }
    times.append(now)
    return times.count
  }

  /// Sends a message of a stream if the client has subscribed to it. The server's shutdown is sent
  /// to every client.
  func send(_ data: String, as name: String, trailing: String = "") {
    guard streams.contains(name) || name == "!serverShutdown" else { return }
    socket.send((isCombined ? "{\"stream\":\"\(name)\",\"data\":\(data)}" : data) + trailing)
  }
}
