/// A socket on the simulated Upbit: what it has asked for, how it wants it spelled.
final class UpbitListener: SimulatedListener {
  let socket: SimulatedSocket
  var subscription: Subscription?
  var format = UpbitFormat.full
  /// When the next `{"status":"UP"}` is due; nil until the client has sent PING.
  var statusDue: Int64?
  /// Monotonic milliseconds of the client's messages of the last minute.
  private var requestTimes: [Int64] = []

  init(_ socket: SimulatedSocket) {
    self.socket = socket
  }

  /// Counts one message of the client: five in a second and a hundred in a minute are allowed.
  func count(now: Int64) throws(UpbitError) {
    requestTimes.removeAll { now - $0 >= 60_000 }
    requestTimes.append(now)
    let inSecond = requestTimes.count { now - $0 < 1_000 }
    guard inSecond <= 5, requestTimes.count <= 100 else { throw .tooManyRequests }
  }
}
