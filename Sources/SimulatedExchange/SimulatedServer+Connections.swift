import COpenSSL
import Glibc

/// Connections below HTTP: accepted, read, written, closed.
extension SimulatedServer {
  private static let socketLimit = 256
  /// A turn reads no more than this from one client.
  private static let readLimit = 65_536
  /// For connections that are no WebSockets.
  private static let idleMilliseconds: Int64 = 120_000

  func openOrRefuse() {
    if plan.current(.refusePort) != nil {
      listener = nil
    } else if listener == nil {
      // Somebody else may have taken the port; then it is tried again on the next turn.
      listener = try? Listener(address: options.address, port: port)
    }
  }

  func accept() {
    while let (descriptor, peer) = listener?.accept() {
      record.connected()
      let reset = plan.strike(.resetOnAccept) != nil
      let hangs = plan.strike(.hangOnAccept) != nil
      let wrong = ServerTLS.faults.first { plan.strike($0) != nil }
      let session = hangs || reset ? nil : tls?.accept(on: descriptor, fault: wrong)
      let transport = Transport(descriptor: descriptor, session: session)
      if reset { transport.resetOnClose() }
      guard !reset, sockets.count < Self.socketLimit else { continue }
      let socket = SimulatedSocket(transport: transport, peer: peer, server: self)
      if hangs { socket.stage = .hung }
      sockets.append(socket)
    }
  }

  func receive(from socket: SimulatedSocket) {
    let before = socket.input.count
    // What came before the end is handled still: the last bytes may be a Close frame.
    var hasEnded = false
    do {
      socket.mayHaveMoreInput = try socket.transport.read(
        into: &socket.input, limit: Self.readLimit)
    } catch {
      if !socket.transport.hasHandshaken { record.failedHandshake() }
      hasEnded = true
    }
    defer { if hasEnded { remove(socket) } }
    if socket.input.count > before { socket.lastActivity = now.monotonic }
    switch socket.stage {
    case .hung: socket.input = []
    case .http: answerRequests(of: socket)
    case .webSocket(let session): hear(socket, session)
    }
  }

  private func hear(_ socket: SimulatedSocket, _ session: WebSocketSession) {
    defer { socket.input = [] }
    guard !socket.input.isEmpty else { return }
    let source = source(of: socket) as? any StreamingSource
    for event in session.receive(socket.input) {
      switch event {
      case .ping: record.pings += 1
      case .pong: record.pongs += 1
      case .close(let code):
        record.closed(code)
        socket.endsWhenFlushed = true
      case .text(let text): record.heard(text)
      case .binary(let bytes): record.heard(String(decoding: bytes, as: UTF8.self))
      }
      source?.hear(event, on: socket)
    }
    // A client that breaks the protocol was sent a Close: the connection ends.
    if session.isClosing, socket.closingUntil == nil { socket.endsWhenFlushed = true }
  }

  func source(of socket: SimulatedSocket) -> (any SimulatedSource)? {
    sources.first { $0.context === socket.source }
  }

  func flood(_ socket: SimulatedSocket) {
    guard socket.session != nil, socket.pendingOutput < 1 << 20,
      let fault = socket.faults.strike(.pingFlood)
    else { return }
    for _ in 0..<min(10_000, fault.number(100)) { socket.ping() }
  }

  func flush(_ socket: SimulatedSocket) {
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
    record.dropped += 1
    remove(socket)
  }

  /// Closes the connection, without a Close frame.
  func remove(_ socket: SimulatedSocket) {
    sockets.removeAll { $0 === socket }
    if socket.session != nil { (source(of: socket) as? any StreamingSource)?.forget(socket) }
  }
}
