/// A simulated Bithumb: API 2.x on `/websocket/v1` and below `/v1`, and as its fallback endpoint API 1.x
/// on `/pub/ws` and below `/public` (apidocs.bithumb.com, v2.1.5 and v1.2.0).
final class SimulatedBithumb: StreamingSource {
  static let name = "bithumb"

  let context: SourceContext
  let floor: TradingFloor
  let listeners = ListenerList<BithumbListener>()
  /// Both APIs are on one host.
  let restPath = ""
  let webSocketPaths = ["/websocket/v1", "/pub/ws"]
  let fallbackEndpoints = [(name: "pubwss", webSocketPath: "/pub/ws", restPath: "")]

  private var handshakes = RateLimits(blockSeconds: 600)
  private var calls = RateLimits()
  private var lastSecond: Int64 = 0

  static let bases = ["BTC", "ETH", "XRP", "DOGE", "SHIB", "PEPE", "WAVES", "USDT", "SOL", "ADA"]

  init(_ context: SourceContext) {
    self.context = context
    floor = context.floor(
      Self.bases.map {
        SimulatedListing($0, "KRW", code: "KRW-" + $0, decimals: nil, on: Self.name)
      }
        + [SimulatedListing("ETH", "BTC", code: "BTC-ETH", decimals: 8, on: Self.name)],
      ahead: CivilTime.koreaSeconds)
  }

  func answer(_ request: HTTPRequest, from peer: String) -> HTTPResponse {
    if isBarred(request) { return .error(451, "Unavailable For Legal Reasons") }
    let parts = request.path.split(separator: "/").map { String($0) }
    let group = parts.prefix(2).joined(separator: "/")
    switch calls.admit(group, peer: peer, limit: 150, now: context.now.monotonic) {
    case .allowed: break
    case .tooMany:
      context.overran()
      return .error(429, "Too many requests", name: "\"too_many_requests\"")
    case .blocked:
      context.overran()
      return .error(403, "Blocked", name: "\"blocked\"")
    }
    return switch parts.first {
    case "v1": BithumbREST(floor: floor, faults: context.faults).answer(request)
    case "public": BithumbClassicREST(floor: floor, faults: context.faults).answer(request)
    default: .error(404, "Not Found")
    }
  }

  private func isBarred(_ request: HTTPRequest) -> Bool {
    !request.path.hasPrefix("/pub") && context.faults.strike(.geoBlock) != nil
  }

  func refusal(of upgrade: HTTPRequest, from peer: String) -> HTTPResponse? {
    if isBarred(upgrade) { return .error(451, "Unavailable For Legal Reasons") }
    let verdict = handshakes.admit("connect", peer: peer, limit: 10, now: context.now.monotonic)
    if case .allowed = verdict { return nil }
    context.overran()
    return .error(429, "Too many requests", name: "\"too_many_requests\"")
  }

  func welcome(_ socket: SimulatedSocket, _ upgrade: HTTPRequest) -> BithumbListener {
    let listener = BithumbListener(socket, isClassic: upgrade.path.hasPrefix("/pub"))
    if listener.isClassic {
      socket.send(BithumbClassicObject.status("0000", "Connected Successfully"))
    }
    return listener
  }

  func hear(_ event: WebSocketSession.Event, from listener: BithumbListener) {
    switch event {
    case .text("PING") where !listener.isClassic:
      listener.startStatus(at: context.now.monotonic)
    case .text(let text): answer(Array(text.utf8), of: listener)
    case .binary(let bytes): answer(bytes, of: listener)
    case .ping, .pong, .close: break
    }
  }

  private func answer(_ bytes: [UInt8], of listener: BithumbListener) {
    if listener.isClassic { return register(bytes, of: listener) }
    do throws(UpbitError) {
      guard case .subscribe(var subscription, let format) = try UpbitRequest(bytes), !format.isList
      else { throw .wrongFormat }
      let asked = subscription.streams
      if context.faults.current(.addsFilters) != nil {
        subscription.streams += listener.subscription?.streams ?? []
      }
      listener.subscribe(subscription, format: format)
      for stream in asked where stream.wantsSnapshot { sendSnapshots(of: stream, to: listener) }
    } catch {
      listener.socket.send(error.json, isText: false)
    }
  }

  /// A filter takes effect when it is acknowledged, which may be late.
  private func register(_ bytes: [UInt8], of listener: BithumbListener) {
    if context.faults.strike(.status5600) != nil {
      return listener.socket.send(BithumbClassicObject.status("5600", "Please try again"))
    }
    guard let filter = BithumbFilter(bytes, knows: { floor.index(of: $0) != nil }) else {
      return listener.socket.send(BithumbClassicObject.status("5100", "Invalid Filter Syntax"))
    }
    let delay = context.faults.current(.lateAcknowledgement)?.number(10_000) ?? 0
    listener.enqueue(filter, due: context.now.monotonic + delay)
    acknowledge(listener)
  }

  private func acknowledge(_ listener: BithumbListener) {
    let isAdding = context.faults.current(.addsFilters) != nil
    while let filter = listener.dequeueFilter(at: context.now.monotonic) {
      listener.register(filter, isAdding: isAdding)
      listener.socket.send(
        BithumbClassicObject.status("0000", "Filter Registered Successfully"))
    }
  }

  func turn() {
    let second = context.wall / 1_000
    let isNewSecond = second != lastSecond
    lastSecond = second
    for listener in listeners {
      acknowledge(listener)
      if isNewSecond { sendBooks(to: listener) }
      listener.sendStatusIfDue(at: context.now.monotonic)
    }
  }
}
