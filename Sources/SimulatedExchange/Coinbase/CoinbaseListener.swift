/// A socket on the simulated Coinbase: which products it hears on which channels.
final class CoinbaseListener: SimulatedListener {
  let socket: SimulatedSocket
  let openedAt: Int64
  /// Channels and their products.
  var products: [String: Set<String>] = [:]
  /// The books as they were told last.
  var books: [String: SimulatedOrderBook] = [:]
  /// Monotonic milliseconds of the client's messages of the last second.
  private var requestTimes: [Int64] = []

  static let channels = ["matches", "ticker", "heartbeat", "level2_batch"]

  init(_ socket: SimulatedSocket, at now: Int64) {
    self.socket = socket
    openedAt = now
  }

  var isIdle: Bool { products.values.allSatisfy(\.isEmpty) }

  func hears(_ channel: String, _ product: String) -> Bool {
    products[channel]?.contains(product) ?? false
  }

  /// False for more than a hundred messages in a second.
  func mayAsk(at now: Int64) -> Bool {
    requestTimes.removeAll { now - $0 >= 1_000 }
    requestTimes.append(now)
    return requestTimes.count <= 100
  }
}
