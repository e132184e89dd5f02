import COpenSSL
import Glibc

/// Below HTTP: who comes, what they say, what they get, how they go.
extension SimulatedUpbit {
  private static let clientLimit = 256
  /// A turn reads no more than this from one client.
  private static let readLimit = 65_536
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
      let wrong = [FaultKind.otherAuthority, .expiredCertificate, .wrongHost].first {
        plan.strike($0) != nil
      }
      let session = hangs || reset ? nil : tls?.accept(on: descriptor, fault: wrong)
      let transport = Transport(descriptor: descriptor, session: session)
      if reset { transport.resetOnClose() }
      guard !reset, clients.count < Self.clientLimit else { continue }
      let client = UpbitClient(transport: transport, peer: peer, now: now.monotonic)
      if hangs { client.stage = .hung }
      clients.append(client)
    }
  }

  func receive(from client: UpbitClient) {
    let before = client.input.count
    // What came before the end is heard: a Close frame is the last thing that a client says.
    var hasEnded = false
    do {
      client.mayHaveMoreInput = try client.transport.read(
        into: &client.input, limit: Self.readLimit)
    } catch {
      if !client.transport.hasHandshaken { record.failedHandshake() }
      hasEnded = true
    }
    defer { if hasEnded { remove(client) } }
    if client.input.count > before { client.lastActivity = now.monotonic }
    switch client.stage {
    case .hung: client.input = []
    case .http: answerRequests(of: client)
    case .webSocket(let session): hear(client, session)
    }
  }

  func flush(_ client: UpbitClient) {
    if let session = client.session {
      let isSilent = plan.current(.halfOpen) != nil
      let bytes = session.takeOutput()
      if !isSilent, !client.queue(bytes) { return drop(client) }
    }
    let slow = client.session == nil ? nil : plan.current(.byteByByte)
    do {
      try client.flush(limit: Int(slow?.number(1) ?? .max), now: now.monotonic)
    } catch {
      return remove(client)
    }
    let isIdle = now.monotonic - client.lastActivity > Self.idleMilliseconds
    let isClosed = client.closingUntil.map { now.monotonic >= $0 } ?? false
    let isDone = client.endsWhenFlushed && client.pendingOutput == 0
    let isHalfOpen = plan.current(.halfOpen) != nil
    if isDone || isClosed || (isIdle && !isHalfOpen) { remove(client) }
  }

  /// A client that does not read is not waited for.
  func drop(_ client: UpbitClient) {
    record.dropped += 1
    remove(client)
  }

  /// Closes the connection, without a Close frame.
  func remove(_ client: UpbitClient) {
    clients.removeAll { $0 === client }
  }
}
