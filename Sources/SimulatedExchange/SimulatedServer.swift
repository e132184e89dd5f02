import COpenSSL
import Glibc
import Timing

/// Exchanges and other sources, simulated: their WebSockets and their REST on one port, faults
/// included.
///
/// It has no thread and no clock: whoever owns it calls `turn` again and again. It ignores
/// SIGPIPE for the whole process.
public final class SimulatedServer {
  public struct Options {
    /// A numeric IPv4 or IPv6 address to listen on.
    public var address = "127.0.0.1"
    /// 0 takes a free one.
    public var port: UInt16 = 0
    public var usesTLS = true
    /// The name of a host that is reached by `connect` alone, in this process; nil for a server that
    /// listens.
    public var host: String?
    /// The names of the simulated sources. The first one's paths work without its name, too.
    public var sources = ["upbit"]
    /// The same seed and the same times make the same trades.
    public var seed: UInt64 = 1
    /// Upbit's markets.
    public var listings = SimulatedListing.first(10)
    /// Whether the only trades are those that `trade` makes.
    public var isScripted = false
    /// The recording that Upbit plays.
    public var capture: Capture?
    /// How many times faster than in reality a capture is played.
    public var speed = 1
    public var faults: [Fault] = []
    /// How many calls, handshakes and messages of clients `record` holds, of each.
    public var remembered = 1_000

    public init() {}
  }

  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// All sources that can be simulated.
  private static var known: [any SimulatedSource.Type] {
    [
      SimulatedUpbit.self, SimulatedBithumb.self, SimulatedBinance.self, SimulatedCoinbase.self,
      SimulatedKraken.self, SimulatedDogechain.self, SimulatedCoinGecko.self, SimulatedERAPI.self,
      SimulatedFrankfurter.self,
      SimulatedOpenExchangeRates.self,
    ]
  }

  /// The names that may stand in `Options.sources`.
  public static let sourceNames = known.map { $0.name }

  /// The faults of this moment. Changes count from the next turn or call.
  public var faults: [Fault] {
    get { plan.faults }
    set { plan.faults = newValue }
  }

  /// How often clients have asked for more than a limit allows.
  public private(set) var overruns = 0
  public private(set) var record: ServerRecord
  /// The port that clients connect to.
  public let port: UInt16

  let options: Options
  let tls: ServerTLS?
  let plan: FaultPlan
  private(set) var sources: [any SimulatedSource] = []
  private(set) var sockets: [SimulatedSocket] = []
  private var listener: Listener?
  private(set) var now = Moment(monotonic: 0, wall: 0)
  private var started: Int64?
  private var scriptedTrades: Int64 = 0

  /// Makes a server, which listens from then on, unless it has a `host`.
  public init(_ options: Options = Options()) throws(Failure) {
    signal(SIGPIPE, SIG_IGN)
    self.options = options
    record = ServerRecord(limit: options.remembered)
    if options.host == nil {
      do {
        let listener = try Listener(address: options.address, port: options.port)
        port = listener.port
        self.listener = listener
      } catch {
        throw Failure(description: error.description)
      }
    } else {
      port = 0
    }
    tls = options.usesTLS && options.host == nil ? ServerTLS() : nil
    plan = FaultPlan(faults: options.faults, seed: options.seed)
    for name in options.sources {
      guard let type = Self.known.first(where: { $0.name == name }) else {
        throw Failure(description: FaultError.source(name).description)
      }
      sources.append(type.init(SourceContext(name: name, server: self)))
    }
  }

  /// The private CA's certificate; nil without TLS.
  public var caPEM: String? { tls?.pem }

  func overran() { overruns += 1 }

  /// The TOML that points a configuration here, one table for each source. With TLS the CA's
  /// certificate must lie in `caFile`.
  public func table(caFile: String) -> String {
    let authority = tls == nil ? "" : "ca_file = \(JSONValue.quoted(caFile))\n"
    return sources.map { $0.table(address, authority: authority) }.joined(separator: "\n")
  }

  /// A URL of this server; `scheme` is `ws` or `http`, and gets its `s` from TLS.
  func address(_ scheme: String, _ path: String) -> String {
    if let host = options.host { return "\(scheme)\(options.usesTLS ? "s" : "")://\(host)\(path)" }
    let wildcards = ["127.0.0.1", "::1", "0.0.0.0", "::"]
    let numeric = options.address.contains(":") ? "[\(options.address)]" : options.address
    let host = wildcards.contains(options.address) ? "localhost" : numeric
    return scheme + (tls == nil ? "" : "s") + "://\(host):\(port)" + path
  }

  /// The descriptors to poll if the owner has a loop of its own. It then calls `turn` without a timeout
  /// when one of them is ready, and at least ten times a second.
  public var pollDescriptors: [pollfd] {
    let waiting = listener.map { [pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)] }
    return (waiting ?? [])
      + sockets.compactMap { socket in
        let output = socket.wantsFlush(now: now.monotonic) ? POLLOUT : 0
        return socket.transport.descriptor.map {
          pollfd(fd: $0, events: Int16(POLLIN | output), revents: 0)
        }
      }
  }

  /// Waits for the sockets, `timeoutMilliseconds` at most, and does all there is to do at `now`.
  public func turn(now: Moment, timeoutMilliseconds: Int32 = 0) {
    self.now = now
    let first = started ?? now.monotonic
    started = first
    plan.elapsed = now.monotonic - first
    if options.host == nil {
      openOrRefuse()
      var descriptors = pollDescriptors
      let hasMore = sockets.contains { $0.mayHaveMoreInput }
      poll(&descriptors, UInt(descriptors.count), hasMore ? 0 : timeoutMilliseconds)
      accept()
    }
    for socket in sockets { receive(from: socket) }
    for case let source as any StreamingSource in sources { source.stream() }
    for socket in sockets {
      flood(socket)
      socket.endIfOld()
    }
    for socket in sockets { flush(socket) }
  }

  /// When the next turn is due although no client sends anything, by the monotonic clock: for a trade,
  /// or for what is sent once a second. `Int64.max` if nobody listens.
  public var nextTurn: Int64 {
    var next = Int64.max
    for socket in sockets {
      if let until = socket.closingUntil { next = min(next, until) }
      if let drip = socket.dripsAt { next = min(next, drip) }
      if socket.pendingOutput > 0, socket.dripsAt == nil { next = min(next, now.monotonic + 1) }
    }
    for case let source as any StreamingSource in sources where source.hasListeners {
      let wall = source.context.wall
      let time = source.floor.nextTrade(after: wall) ?? (wall / 1_000 + 1) * 1_000
      next = min(next, now.monotonic + time - wall, source.context.nextLate)
    }
    return max(next, now.monotonic + 1)
  }

  func countMessage() { record.sentMessage() }

  /// The number of a trade that a test puts in, from 1.
  func nextScriptedTrade() -> Int64 {
    scriptedTrades += 1
    return scriptedTrades
  }

  /// Unix milliseconds by the first exchange's clock.
  public var wall: Int64 { now.wall + (sources.first?.context.faults.clockOffset ?? 0) }

  /// By how many milliseconds an exchange's clock is ahead of the real one.
  public func clockOffset(of exchange: String) -> Int64 {
    let source = sources.first { $0.context.name == exchange }
    return source?.context.faults.clockOffset ?? 0
  }
}

/// Connections below HTTP: accepted, read, written, closed.
extension SimulatedServer {
  private static let socketLimit = 256
  /// A turn reads no more than this from one client.
  private static let readLimit = 65_536
  /// For connections that are no WebSockets.
  private static let idleMilliseconds: Int64 = 120_000

  private func openOrRefuse() {
    if plan.current(.refusePort) != nil {
      listener = nil
    } else if listener == nil {
      // Somebody else may have taken the port; then it is tried again on the next turn.
      listener = try? Listener(address: options.address, port: port)
    }
  }

  private func accept() {
    while let (descriptor, peer) = listener?.accept() {
      record.connected()
      let reset = plan.strike(.resetOnAccept) != nil
      let hangs = plan.strike(.hangOnAccept) != nil
      let wrong = ServerTLS.faults.first { plan.strike($0) != nil }
      let session = hangs || reset ? nil : tls?.accept(on: descriptor, fault: wrong)
      let transport = SocketTransport(descriptor: descriptor, session: session)
      if reset { transport.resetOnClose() }
      guard !reset, sockets.count < Self.socketLimit else { continue }
      let socket = SimulatedSocket(transport: transport, peer: peer, server: self)
      if hangs { socket.hang() }
      sockets.append(socket)
    }
  }

  /// Accepts a connection from within this process.
  /// - Parameter peer: the client's address.
  public func connect(peer: String) -> Dialling {
    guard plan.strike(.refusePort) == nil else { return .refused }
    record.connected()
    if let wrong = ServerTLS.faults.first(where: { plan.strike($0) != nil }) {
      record.failedHandshake()
      return .untrusted(wrong)
    }
    let pipe = MemoryPipe()
    let socket = SimulatedSocket(transport: pipe, peer: peer, server: self)
    if plan.strike(.resetOnAccept) != nil {
      pipe.resetOnClose()
      pipe.close()
    } else if sockets.count < Self.socketLimit {
      if plan.strike(.hangOnAccept) != nil { socket.hang() }
      sockets.append(socket)
    } else {
      pipe.close()
    }
    return .connected(pipe)
  }

  private func receive(from socket: SimulatedSocket) {
    // Bytes that came before the end are still handled: the last of them may be a Close frame.
    var hasEnded = false
    do {
      try socket.read(limit: Self.readLimit)
    } catch {
      if !socket.transport.hasHandshaken { record.failedHandshake() }
      hasEnded = true
    }
    defer { if hasEnded { remove(socket) } }
    switch socket.stage {
    case .hung: _ = socket.drainInput()
    case .http: answerRequests(of: socket)
    case .webSocket(let session): hear(socket, session)
    }
  }

  private func hear(_ socket: SimulatedSocket, _ session: WebSocketSession) {
    let input = socket.drainInput()
    guard !input.isEmpty else { return }
    let source = source(of: socket) as? any StreamingSource
    for event in session.receive(input) {
      switch event {
      case .ping: record.receivedPing()
      case .pong: record.receivedPong()
      case .close(let code):
        record.closed(code)
        socket.cut()
      case .text(let text): record.heard(text)
      case .binary(let bytes): record.heard(String(decoding: bytes, as: UTF8.self))
      }
      source?.hear(event, on: socket)
    }
    // A client that breaks the protocol was sent a Close: the connection ends.
    if session.isClosing, socket.closingUntil == nil { socket.cut() }
  }

  private func source(of socket: SimulatedSocket) -> (any SimulatedSource)? {
    sources.first { $0.context === socket.source }
  }

  private func flood(_ socket: SimulatedSocket) {
    guard socket.session != nil, socket.pendingOutput < 1 << 20,
      let fault = socket.faults.strike(.pingFlood)
    else { return }
    for _ in 0..<min(10_000, fault.number(100)) { socket.ping() }
  }

  private func flush(_ socket: SimulatedSocket) {
    let isHalfOpen = socket.faults.current(.halfOpen) != nil
    if let session = socket.session {
      let bytes = session.drainOutput()
      if !isHalfOpen, !socket.queue(bytes) { return drop(socket) }
    }
    let slow = socket.session == nil ? nil : socket.faults.current(.byteByByte)
    do {
      try socket.flush(limit: Int(slow?.number(1) ?? .max), now: now.monotonic)
    } catch {
      return remove(socket)
    }
    let idle = (source(of: socket) as? any StreamingSource)?.idleMilliseconds
    let isIdle = now.monotonic - socket.lastActivity > idle ?? Self.idleMilliseconds
    let isClosed = socket.closingUntil.map { now.monotonic >= $0 } ?? false
    let isDone = socket.endsWhenFlushed && socket.pendingOutput == 0
    if isDone || isClosed || (isIdle && !isHalfOpen) { remove(socket) }
  }

  /// Ends the connection of a client that does not read.
  func drop(_ socket: SimulatedSocket) {
    record.droppedConnection()
    remove(socket)
  }

  /// Closes the connection, without a Close frame.
  private func remove(_ socket: SimulatedSocket) {
    sockets.removeAll { $0 === socket }
    socket.transport.close()
    if socket.session != nil { (source(of: socket) as? any StreamingSource)?.forget(socket) }
  }
}

/// HTTP: the WebSocket's handshake and REST.
extension SimulatedServer {
  private static let acceptSuffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  private func answerRequests(of socket: SimulatedSocket) {
    while socket.takesRequests {
      switch socket.nextRequest() {
      case .incomplete: return
      case .refused(let status):
        socket.cut()
        send(.error(status, "Bad Request"), to: socket)
      case .request(let request, _): answer(request, on: socket)
      }
    }
  }

  /// A request is answered by the source whose name its path begins with, or else by the first one.
  private func answer(_ request: HTTPRequest, on socket: SimulatedSocket) {
    let name = request.path.dropFirst().prefix { $0 != "/" }
    let named = sources.first { $0.context.name == name }
    let own = named == nil ? request : request.below("/" + name)
    guard let source = named ?? sources.first else {
      return send(.error(404, "Not Found"), to: socket)
    }
    socket.assign(to: source.context)
    if let source = source as? any StreamingSource,
      source.webSocketPaths.contains(where: own.path.hasPrefix)
    {
      upgrade(socket, request, own, source)
    } else {
      call(socket, request, own, source)
    }
  }

  private func send(_ response: HTTPResponse, to socket: SimulatedSocket) {
    var response = response
    let error = socket.faults.strike(.wrongDate)?.number(3_600) ?? 0
    let date = CivilTime(unixSeconds: now.wall / 1_000 + error)
    response.headers.append(("Date", date.mailDate + " GMT"))
    if !socket.queue(response.bytes) { drop(socket) }
  }

  private func upgrade(
    _ socket: SimulatedSocket, _ request: HTTPRequest, _ own: HTTPRequest,
    _ source: any StreamingSource
  ) {
    if socket.faults.strike(.upgradeHang) != nil {
      socket.hang()
      return record.handshake(request, status: 0, time: now.monotonic)
    }
    let response = upgradeResponse(socket, own, source)
    record.handshake(request, status: response.status, time: now.monotonic)
    send(response, to: socket)
    guard response.status == 101 else {
      return socket.cut()
    }
    socket.openWebSocket()
    source.open(socket, own)
    receive(from: socket)
  }

  private func upgradeResponse(
    _ socket: SimulatedSocket, _ request: HTTPRequest, _ source: any StreamingSource
  ) -> HTTPResponse {
    let faults = socket.faults
    if let fault = faults.strike(.upgradeStatus) {
      var response = source.failure(Int(fault.number(503)))
      if let delay = faults.current(.retryAfter)?.number(5) {
        response.headers.append(("Retry-After", String(delay)))
      }
      return response
    }
    if let fault = faults.strike(.upgradeRedirect) {
      return HTTPResponse(
        status: Int(fault.number(302)), headers: [("Location", "/elsewhere")])
    }
    guard request.header("upgrade", names: "websocket"),
      request.header("connection", names: "upgrade"),
      request.header("sec-websocket-version") == "13",
      let key = request.header("sec-websocket-key"), key.utf8.count == 24
    else { return .error(400, "Bad Request") }
    if let refusal = source.refusal(of: request, from: socket.peer) { return refusal }
    var headers = [
      ("Upgrade", "websocket"), ("Connection", "Upgrade"),
      ("Sec-WebSocket-Accept", acceptKey(for: key, faults)),
    ]
    if faults.strike(.unaskedDeflate) != nil {
      headers.append(("Sec-WebSocket-Extensions", "permessage-deflate"))
    }
    return HTTPResponse(status: 101, headers: headers)
  }

  private func acceptKey(for key: String, _ faults: FaultPlan) -> String {
    let text = Array((key + (faults.strike(.wrongAccept) == nil ? Self.acceptSuffix : "")).utf8)
    var digest = [UInt8](repeating: 0, count: Int(SHA_DIGEST_LENGTH))
    SHA1(text, text.count, &digest)
    var encoded = [UInt8](repeating: 0, count: 32)
    let count = EVP_EncodeBlock(&encoded, digest, Int32(digest.count))
    return String(decoding: encoded.prefix(Int(count)), as: UTF8.self)
  }

  private func call(
    _ socket: SimulatedSocket, _ request: HTTPRequest, _ own: HTTPRequest,
    _ source: any SimulatedSource
  ) {
    let faults = socket.faults
    if faults.strike(.restHang, path: own.path) != nil {
      socket.hang()
      return record.called(request, status: 0, time: now.monotonic)
    }
    let delivery = faults.deliver(
      source.answer(own, from: socket.peer), path: own.path,
      acceptsGzip: request.header("accept-encoding", names: "gzip"), failure: source.failure)
    record.called(request, status: delivery.response.status, time: now.monotonic)
    socket.drip(everyMilliseconds: delivery.dripMilliseconds)
    if delivery.endsEarly || request.header("connection", names: "close") { socket.cut() }
    send(delivery.response, to: socket)
  }
}
