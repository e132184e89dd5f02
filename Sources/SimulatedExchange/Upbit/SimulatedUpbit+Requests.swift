import COpenSSL

/// HTTP: the WebSocket's handshake and REST.
extension SimulatedUpbit {
  private static let acceptSuffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
  private static let webSocketPath = "/websocket/v1"

  func answerRequests(of client: UpbitClient) {
    while case .http = client.stage, !client.endsWhenFlushed {
      switch HTTPRequest.parse(client.input) {
      case .incomplete: return
      case .refused(let status):
        client.endsWhenFlushed = true
        send(.error(status, "Bad Request"), to: client)
      case .request(let request, let length):
        client.input.removeFirst(length)
        if request.path.hasPrefix(Self.webSocketPath) {
          upgrade(client, request)
        } else {
          call(client, request)
        }
      }
    }
  }

  private func send(_ response: HTTPResponse, to client: UpbitClient) {
    if !client.queue(response.bytes) { drop(client) }
  }

  private func upgrade(_ client: UpbitClient, _ request: HTTPRequest) {
    if plan.strike(.upgradeHang) != nil {
      client.stage = .hung
      return record.handshake(request, status: 0, time: now.monotonic)
    }
    let response = upgradeResponse(client, request)
    record.handshake(request, status: response.status, time: now.monotonic)
    send(response, to: client)
    guard response.status == 101 else {
      client.endsWhenFlushed = true
      return
    }
    client.stage = .webSocket(WebSocketSession())
    receive(from: client)
  }

  private func upgradeResponse(_ client: UpbitClient, _ request: HTTPRequest) -> HTTPResponse {
    if let fault = plan.strike(.upgradeStatus) {
      var response = HTTPResponse.error(
        Int(fault.number(503)), "simulated", name: "\"simulated\"")
      if let delay = plan.current(.retryAfter)?.number(5) {
        response.headers.append(("Retry-After", String(delay)))
      }
      return response
    }
    if let fault = plan.strike(.upgradeRedirect) {
      return HTTPResponse(
        status: Int(fault.number(302)), headers: [("Location", "/elsewhere")])
    }
    guard request.path == Self.webSocketPath else { return .error(401, "Unauthorized") }
    guard request.header("upgrade", names: "websocket"),
      request.header("connection", names: "upgrade"),
      request.header("sec-websocket-version") == "13",
      let key = request.header("sec-websocket-key"), key.utf8.count == 24
    else { return .error(400, "Bad Request") }
    if let refusal = refusal(client, request, group: "websocket-connect", limit: 5).response {
      return refusal
    }
    var headers = [
      ("Upgrade", "websocket"), ("Connection", "Upgrade"),
      ("Sec-WebSocket-Accept", acceptKey(for: key)),
    ]
    if plan.strike(.unaskedDeflate) != nil {
      headers.append(("Sec-WebSocket-Extensions", "permessage-deflate"))
    }
    return HTTPResponse(status: 101, headers: headers)
  }

  private func acceptKey(for key: String) -> String {
    let text = Array((key + (plan.strike(.wrongAccept) == nil ? Self.acceptSuffix : "")).utf8)
    var digest = [UInt8](repeating: 0, count: Int(SHA_DIGEST_LENGTH))
    SHA1(text, text.count, &digest)
    var encoded = [UInt8](repeating: 0, count: 32)
    let count = EVP_EncodeBlock(&encoded, digest, Int32(digest.count))
    return String(decoding: encoded.prefix(Int(count)), as: UTF8.self)
  }

  private func call(_ client: UpbitClient, _ request: HTTPRequest) {
    if plan.strike(.restHang, path: request.path) != nil {
      client.stage = .hung
      return record.called(request, status: 0, time: now.monotonic)
    }
    let response = restResponse(client, request)
    let delivery = plan.deliver(
      response, path: request.path,
      acceptsGzip: request.header("accept-encoding", names: "gzip"))
    record.called(request, status: delivery.response.status, time: now.monotonic)
    client.dripMilliseconds = delivery.dripMilliseconds
    client.endsWhenFlushed =
      delivery.endsEarly || request.header("connection", names: "close")
    send(delivery.response, to: client)
  }

  private func restResponse(_ client: UpbitClient, _ request: HTTPRequest) -> HTTPResponse {
    guard let group = UpbitREST.group(of: request.path) else { return .error(404, "Not Found") }
    let (refusal, left) = refusal(client, request, group: group, limit: 10)
    if let refusal { return refusal }
    let rest = UpbitREST(floor: floor, player: player)
    var response = rest.answer(request, faults: &plan)
    response.headers.append(("Remaining-Req", "group=\(group); min=600; sec=\(left)"))
    return response
  }

  /// The refusal of a call over the limit, or how many calls are left in this second. Browsers,
  /// which send an Origin, may call once in ten seconds.
  private func refusal(
    _ client: UpbitClient, _ request: HTTPRequest, group: String, limit: Int
  ) -> (response: HTTPResponse?, left: Int) {
    let isBrowser = request.header("origin") != nil
    let verdict = limits.take(
      isBrowser ? "origin" : group, peer: client.peer, limit: isBrowser ? 1 : limit,
      windowMilliseconds: isBrowser ? 10_000 : 1_000, now: now.monotonic)
    switch verdict {
    case .allowed(let left): return (nil, left)
    case .tooMany:
      return (.error(429, "Too many API requests.", name: "\"too_many_requests\""), 0)
    case .blocked(let seconds):
      return (.error(418, "Blocked for \(seconds) seconds.", name: "\"blocked\""), 0)
    }
  }
}
