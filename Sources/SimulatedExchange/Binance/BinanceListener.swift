/// A socket on the simulated Binance: which streams it hears, and in which form.
final class BinanceListener: SimulatedListener {
  let socket: SimulatedSocket
  let openedAt: Int64
  /// `{"stream":…,"data":…}` in place of the data alone.
  var isCombined: Bool
  /// In the order in which they were asked for.
  private(set) var streams: [String] = []
  /// When the last ping went out, what it said, and since when its pong is missing.
  private(set) var lastPing: Int64
  private(set) var pinged: [UInt8] = []
  var pingedAt: Int64?
  /// It was told to go.
  var isDismissed = false
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

  func ping(_ payload: [UInt8], at now: Int64) {
    lastPing = now
    pinged = payload
    pingedAt = pingedAt ?? now
    socket.ping(payload)
  }

  /// One more message of the client; how many there were within a second.
  func count(now: Int64) -> Int {
    times.removeAll { now - $0 >= 1_000 }
    times.append(now)
    return times.count
  }

  /// One message of a stream, to whoever hears it; everybody hears of the server's end.
  func say(_ data: String, as name: String, trailing: String = "") {
    guard streams.contains(name) || name == "!serverShutdown" else { return }
    socket.send((isCombined ? "{\"stream\":\"\(name)\",\"data\":\(data)}" : data) + trailing)
  }
}
