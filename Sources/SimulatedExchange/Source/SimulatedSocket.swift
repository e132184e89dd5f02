/// One connection to the server, from its first byte to its last.
final class SimulatedSocket {
  enum Stage {
    /// Waiting for a request.
    case http
    case webSocket(WebSocketSession)
    /// A fault holds it: what it says is read and thrown away.
    case hung
  }

  let transport: Transport
  /// The client's address.
  let peer: String
  private unowned let server: SimulatedServer
  var stage = Stage.http
  /// Whom the last request called; nil before it.
  var source: SourceContext?
  var input: [UInt8] = []
  /// Monotonic milliseconds of the last data message or of anything the client said.
  var lastActivity: Int64
  /// Data messages sent.
  private(set) var messages = 0
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
  private static let closeMilliseconds: Int64 = 2_000

  init(transport: Transport, peer: String, server: SimulatedServer) {
    self.transport = transport
    self.peer = peer
    self.server = server
    lastActivity = server.now.monotonic
  }

  var session: WebSocketSession? {
    if case .webSocket(let session) = stage { session } else { nil }
  }

  var pendingOutput: Int { output.count - written }

  /// The faults as this connection meets them.
  var faults: FaultPlan { source?.faults ?? server.plan }

  func send(_ text: String, isText: Bool = true) {
    send(Array(text.utf8), isText: isText)
  }

  /// One data message, in the frames that the faults ask for.
  func send(_ payload: [UInt8], isText: Bool) {
    let faults = faults
    guard let session, !session.isClosing, closingUntil == nil, !endsWhenFlushed,
      faults.current(.noData) == nil, faults.current(.halfOpen) == nil
    else { return }
    let isText = isText || faults.strike(.text) != nil
    if let bytes = faults.frames(of: payload, isText: isText) {
      write(bytes)
    } else {
      session.send(payload, isText: isText)
    }
    messages += 1
    lastActivity = server.now.monotonic
    server.record.messages += 1
    endIfAsked(session)
  }

  /// Bytes past the framing, after what was framed before them.
  func write(_ bytes: [UInt8]) {
    guard let session else { return }
    if !queue(session.drainOutput() + bytes) { server.drop(self) }
  }

  func ping(_ payload: [UInt8] = []) {
    session?.ping(payload)
  }

  /// Says goodbye, and ends when the client has answered or after two seconds.
  func close(_ status: UInt16) {
    session?.close(status)
    closingUntil = server.now.monotonic + Self.closeMilliseconds
  }

  /// Ends without a Close frame as soon as everything said is out.
  func cut() {
    endsWhenFlushed = true
  }

  private func endIfAsked(_ session: WebSocketSession) {
    if let fault = faults.current(.resetAfter), messages >= fault.number(1) {
      _ = faults.strike(.resetAfter)
      transport.resetOnClose()
      cut()
    } else if let fault = faults.current(.cutAfter), messages >= fault.number(1) {
      _ = faults.strike(.cutAfter)
      cut()
    } else if let fault = faults.strike(.close) {
      close(UInt16(truncatingIfNeeded: fault.number(1_000)))
    }
  }

  /// False where the client has left too much unread. One message may be larger than that.
  func queue(_ bytes: [UInt8]) -> Bool {
    guard bytes.isEmpty || pendingOutput <= Self.outputLimit else { return false }
    output += bytes
    return true
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
    output = []
    written = 0
    dripMilliseconds = nil
  }

  /// Whether a flush would have something to do at `now`.
  func wantsFlush(now: Int64) -> Bool {
    pendingOutput > 0 && (dripMilliseconds == nil || now >= nextDrip)
  }
}
