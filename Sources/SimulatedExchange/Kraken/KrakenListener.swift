/// A socket on the simulated Kraken: which symbols it hears on which channels.
final class KrakenListener: SimulatedListener {
  let socket: SimulatedSocket
  /// Channels and their symbols.
  var symbols: [String: Set<String>] = [:]
  /// How many levels of its books.
  var depth = 10
  var books: [String: SimulatedOrderBook] = [:]
  /// Monotonic milliseconds when something was said last, or the client spoke.
  var spokenAt: Int64
  var heardAt: Int64

  init(_ socket: SimulatedSocket, at now: Int64) {
    self.socket = socket
    spokenAt = now
    heardAt = now
  }

  var isIdle: Bool { symbols.values.allSatisfy(\.isEmpty) }

  func hears(_ channel: String, _ symbol: String) -> Bool {
    symbols[channel]?.contains(symbol) ?? false
  }

  func send(_ text: String, at now: Int64) {
    spokenAt = now
    socket.send(text)
  }
}
