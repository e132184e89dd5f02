/// One connection to the server, from its first byte to its last.
final class UpbitClient {
  enum Stage {
    /// Waiting for a request.
    case http
    case webSocket(WebSocketSession)
    /// A fault holds it: what it says is read and thrown away.
    case hung
  }

  let transport: Transport
  let peer: String
  var stage = Stage.http
  var input: [UInt8] = []
  var subscription: Subscription?
  var format = UpbitFormat.full
  /// Monotonic milliseconds of the last data message or of anything the client said.
  var lastActivity: Int64
  /// When the next `{"status":"UP"}` is due; nil until the client has sent PING.
  var statusDue: Int64?
  /// Data messages sent.
  var messages = 0
  /// Monotonic milliseconds of the client's messages of the last minute.
  var requestTimes: [Int64] = []
  /// Slow answers: a byte each so many milliseconds.
  var dripMilliseconds: Int64?
  var endsWhenFlushed = false
  /// A Close was sent: the connection ends when the client answers, or at this time.
  var closingUntil: Int64?
  var mayHaveMoreInput = false

  private var output: [UInt8] = []
  private var written = 0
  private var nextDrip: Int64 = 0

  private static let outputLimit = 16 << 20

  init(transport: Transport, peer: String, now: Int64) {
    self.transport = transport
    self.peer = peer
    lastActivity = now
  }

  var session: WebSocketSession? {
    if case .webSocket(let session) = stage { session } else { nil }
  }

  var pendingOutput: Int { output.count - written }

  /// False where the client has left too much unread. One message may be larger than that.
  func queue(_ bytes: [UInt8]) -> Bool {
    guard bytes.isEmpty || pendingOutput <= Self.outputLimit else { return false }
    output += bytes
    return true
  }

  func dropOutput() {
    output = []
    written = 0
  }

  /// Writes what the kernel takes, `limit` bytes at most.
  func flush(limit: Int, now: Int64) throws(Transport.Failure) {
    var left = limit
    if let dripMilliseconds {
      guard now >= nextDrip else { return }
      nextDrip = now + dripMilliseconds
      left = 1
    }
    while pendingOutput > 0, left > 0 {
      let count = try transport.write(output[written...].prefix(min(left, 16_384)))
      guard count > 0 else { break }
      written += count
      left -= count
    }
    guard pendingOutput == 0 else { return }
    dropOutput()
    dripMilliseconds = nil
  }

  /// Whether a flush would have something to do at `now`.
  func wantsFlush(now: Int64) -> Bool {
    pendingOutput > 0 && (dripMilliseconds == nil || now >= nextDrip)
  }
}
