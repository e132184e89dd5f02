/// One connection to the server, from its first byte to its last.
final class SimulatedSocket {
  enum Stage {
    /// Waiting for a request.
    case http
    case webSocket(WebSocketSession)
    /// A fault forbids answers: what the client sends is read and thrown away.
    case hung
  }

  let transport: any Transport
  /// The client's address.
  let peer: String
  private unowned let server: SimulatedServer
  private(set) var stage = Stage.http
  /// Monotonic milliseconds of the upgrade; nil before it.
  private var openedAt: Int64?
  /// The source that the last request was for; nil before it.
  private(set) var source: SourceContext?
  /// Monotonic milliseconds of the last data message, or of the last bytes from the client.
  private(set) var lastActivity: Int64
  /// Data messages sent.
  private(set) var messages = 0
  private(set) var endsWhenFlushed = false
  /// A Close was sent: the connection ends when the client answers, or at this time.
  private(set) var closingUntil: Int64?
  /// Whether the last read stopped at its limit, so that more input may be waiting.
  private(set) var mayHaveMoreInput = false

  private var input: [UInt8] = []
  /// Milliseconds between two bytes of a slow answer; nil for full speed.
  private var dripMilliseconds: Int64?
  private var output: [UInt8] = []
  private var written = 0
  private var nextDrip: Int64 = 0

  private static let outputLimit = 16 << 20
  private static let closeMilliseconds: Int64 = 2_000

  init(transport: any Transport, peer: String, server: SimulatedServer) {
    self.transport = transport
    self.peer = peer
    self.server = server
    lastActivity = server.now.monotonic
  }

  var session: WebSocketSession? {
    if case .webSocket(let session) = stage { session } else { nil }
  }

  /// Whether the next bytes may be a request.
  var takesRequests: Bool {
    if case .http = stage { !endsWhenFlushed } else { false }
  }

  var pendingOutput: Int { output.count - written }

  /// The faults that concern this connection.
  var faults: FaultPlan { source?.faults ?? server.plan }

  /// Reads `limit` bytes at most. Bytes that came before the end are kept when it throws.
  func read(limit: Int) throws(TransportFailure) {
    let before = input.count
    defer { if input.count > before { lastActivity = server.now.monotonic } }
    mayHaveMoreInput = try transport.read(into: &input, limit: limit)
  }

  /// The next request among the bytes that were read, which are used up then.
  func nextRequest() -> HTTPRequest.Parsed {
    let parsed = HTTPRequest.parse(input)
    if case .request(_, let length) = parsed { input.removeFirst(length) }
    return parsed
  }

  /// The bytes that were read and not used.
  func drainInput() -> [UInt8] {
    defer { input = [] }
    return input
  }

  func assign(to source: SourceContext) { self.source = source }

  /// From now on the connection is a WebSocket.
  func openWebSocket() {
    stage = .webSocket(WebSocketSession())
    openedAt = server.now.monotonic
  }

  /// From now on nothing is answered.
  func hang() { stage = .hung }

  /// Sends a byte each so many milliseconds until everything is sent; nil for full speed.
  func drip(everyMilliseconds milliseconds: Int64?) { dripMilliseconds = milliseconds }

  func send(_ text: String, isText: Bool = true) {
    send(Array(text.utf8), isText: isText)
  }

  /// Sends one data message, in the frames that the faults ask for.
  func send(_ payload: [UInt8], isText: Bool) {
    let faults = faults
    guard let session, !session.isClosing, closingUntil == nil, !endsWhenFlushed,
      faults.current(.noData) == nil, faults.current(.halfOpen) == nil,
      !faults.values(.mute).contains(where: { payload.contains(Array("\"\($0)\"".utf8)) })
    else { return }
    let isText = isText || faults.strike(.text) != nil
    if let bytes = faults.frames(of: payload, isText: isText) {
      write(bytes)
    } else {
      session.send(payload, isText: isText)
    }
    messages += 1
    lastActivity = server.now.monotonic
    server.countMessage()
    endIfAsked(session)
  }

  /// Sends bytes as they are, after the frames that were sent before them.
  func write(_ bytes: [UInt8]) {
    guard let session else { return }
    if !queue(session.drainOutput() + bytes) { server.drop(self) }
  }

  func ping(_ payload: [UInt8] = []) {
    session?.ping(payload)
  }

  /// Sends a Close. The connection ends when the client has answered it, or after two seconds.
  func close(_ status: UInt16) {
    session?.close(status)
    closingUntil = server.now.monotonic + Self.closeMilliseconds
  }

  /// Ends the connection without a Close frame as soon as all output is written.
  func cut() {
    endsWhenFlushed = true
  }

  /// Ends the connection if it has lived as long as a fault allows.
  func endIfOld() {
    guard let openedAt, let life = faults.current(.life) else { return }
    if server.now.monotonic - openedAt >= life.number(60) * 1_000 { cut() }
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

  /// Queues output; false if the client leaves too much unread. A single message may be larger than
  /// that.
  func queue(_ bytes: [UInt8]) -> Bool {
    guard bytes.isEmpty || pendingOutput <= Self.outputLimit else { return false }
    output += bytes
    return true
  }

  /// Writes what the kernel takes, `limit` bytes at most.
  func flush(limit: Int, now: Int64) throws(TransportFailure) {
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

  /// When the next byte of a slow answer is due; nil if no slow answer is being sent.
  var dripsAt: Int64? { pendingOutput > 0 && dripMilliseconds != nil ? nextDrip : nil }

  /// Whether a flush would have something to do at `now`.
  func wantsFlush(now: Int64) -> Bool {
    pendingOutput > 0 && (dripMilliseconds == nil || now >= nextDrip)
  }
}
