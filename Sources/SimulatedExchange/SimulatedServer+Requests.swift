import COpenSSL

/// HTTP: the WebSocket's handshake and REST.
extension SimulatedServer {
  private static let acceptSuffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  func answerRequests(of socket: SimulatedSocket) {
    while case .http = socket.stage, !socket.endsWhenFlushed {
      switch HTTPRequest.parse(socket.input) {
      case .incomplete: return
      case .refused(let status):
        socket.endsWhenFlushed = true
        send(.error(status, "Bad Request"), to: socket)
      case .request(let request, let length):
        socket.input.removeFirst(length)
        answer(request, on: socket)
      }
    }
  }

  /// Hands a request to the source whose name it begins with, or else to the first one.
  private func answer(_ request: HTTPRequest, on socket: SimulatedSocket) {
    let name = request.path.dropFirst().prefix { $0 != "/" }
    let named = sources.first { $0.context.name == name }
    let own = named == nil ? request : request.below("/" + name)
    guard let source = named ?? sources.first else {
      return send(.error(404, "Not Found"), to: socket)
    }
    socket.source = source.context
    if let source = source as? any StreamingSource,
      source.webSocketPaths.contains(where: own.path.hasPrefix)
    {
      upgrade(socket, request, own, source)
    } else {
      call(socket, request, own, source)
    }
  }

  private func send(_ response: HTTPResponse, to socket: SimulatedSocket) {
    if !socket.queue(response.bytes) { drop(socket) }
  }

  private func upgrade(
    _ socket: SimulatedSocket, _ request: HTTPRequest, _ own: HTTPRequest,
    _ source: any StreamingSource
  ) {
    if socket.faults.strike(.upgradeHang) != nil {
      socket.stage = .hung
      return record.handshake(request, status: 0, time: now.monotonic)
    }
    let response = upgradeResponse(socket, own, source)
    record.handshake(request, status: response.status, time: now.monotonic)
    send(response, to: socket)
    guard response.status == 101 else {
      socket.endsWhenFlushed = true
      return
    }
    socket.stage = .webSocket(WebSocketSession())
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
      socket.stage = .hung
      return record.called(request, status: 0, time: now.monotonic)
    }
    let delivery = faults.deliver(
      source.answer(own, from: socket.peer), path: own.path,
      acceptsGzip: request.header("accept-encoding", names: "gzip"), failure: source.failure)
    record.called(request, status: delivery.response.status, time: now.monotonic)
    socket.dripMilliseconds = delivery.dripMilliseconds
    socket.endsWhenFlushed =
      delivery.endsEarly || request.header("connection", names: "close")
    send(delivery.response, to: socket)
  }
}
