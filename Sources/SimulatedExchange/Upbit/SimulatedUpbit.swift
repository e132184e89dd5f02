/// A simulated Upbit: `/websocket/v1` and `/v1` (docs.upbit.com/kr/reference).
final class SimulatedUpbit: StreamingSource {
  static let name = "upbit"

  let context: SourceContext
  let floor: TradingFloor
  let player: CapturePlayer?
  let listeners = ListenerList<UpbitListener>()
  let restPath = "/v1"
  let webSocketPaths = ["/websocket/v1"]

  private var limits = RateLimits()
  private var random: RandomGenerator
  /// The exchange's second for which `sendEachSecond` was called last.
  private var lastSecond: Int64 = 0

  init(_ context: SourceContext) {
    self.context = context
    let options = context.options
    player = options.capture.map { CapturePlayer($0, speed: options.speed) }
    // Now and then trades come in the wrong order.
    floor =
      options.capture.map {
        TradingFloor(listings: $0.codes.map { SimulatedListing(code: $0) }, seed: nil)
      } ?? context.floor(options.listings, disorder: 0.02)
    random = RandomGenerator(seed: options.seed &+ 8)
  }

  func answer(_ request: HTTPRequest, from peer: String) -> HTTPResponse {
    guard let group = UpbitREST.group(of: request.path) else { return .error(404, "Not Found") }
    let (refusal, left) = count(request, from: peer, group: group, limit: 10)
    if let refusal { return refusal }
    let rest = UpbitREST(floor: floor, player: player, faults: context.faults)
    var response = rest.answer(request)
    response.headers.append(("Remaining-Req", "group=\(group); min=600; sec=\(left)"))
    return response
  }

  func refusal(of upgrade: HTTPRequest, from peer: String) -> HTTPResponse? {
    guard webSocketPaths.contains(upgrade.path) else { return .error(401, "Unauthorized") }
    return count(upgrade, from: peer, group: "websocket-connect", limit: 5).refusal
  }

  /// The refusal of a call over the limit, or how many calls are left in this second. Browsers,
  /// which send an Origin, may call once in ten seconds.
  private func count(
    _ request: HTTPRequest, from peer: String, group: String, limit: Int
  ) -> (refusal: HTTPResponse?, left: Int) {
    let isBrowser = request.header("origin") != nil
    let verdict = limits.admit(
      isBrowser ? "origin" : group, peer: peer, limit: isBrowser ? 1 : limit,
      windowMilliseconds: isBrowser ? 10_000 : 1_000, now: context.now.monotonic)
    switch verdict {
    case .allowed(let left): return (nil, left)
    case .tooMany:
      context.overran()
      return (refusal(429, "Too many API requests.", "too_many_requests"), 0)
    case .blocked(let seconds):
      context.overran()
      return (refusal(418, "Blocked for \(seconds) seconds.", "blocked"), 0)
    }
  }

  /// The real server's body is not known.
  private func refusal(_ status: Int, _ message: String, _ name: String) -> HTTPResponse {
    guard context.faults.current(.plainRefusals) == nil else {
      return HTTPResponse(
        status: status, headers: [("Content-Type", "text/plain")], body: Array(message.utf8))
    }
    return .error(status, message, name: "\"\(name)\"")
  }

  func welcome(_ socket: SimulatedSocket, _ upgrade: HTTPRequest) -> UpbitListener {
    UpbitListener(socket)
  }

  func hear(_ event: WebSocketSession.Event, from listener: UpbitListener) {
    switch event {
    case .text("PING"): listener.startStatus(at: context.now.monotonic)
    case .text(let text): answer(Array(text.utf8), of: listener)
    case .binary(let bytes): answer(bytes, of: listener)
    case .ping, .pong, .close: break
    }
  }

  private func answer(_ bytes: [UInt8], of listener: UpbitListener) {
    do throws(UpbitError) {
      try listener.count(now: context.now.monotonic)
      switch try UpbitRequest(bytes) {
      case .subscribe(let subscription, let format):
        listener.subscribe(subscription, format: format)
        for stream in subscription.streams where stream.wantsSnapshot {
          sendSnapshots(of: stream, to: listener)
        }
      case .list(let ticket, let format):
        listener.change(format)
        let subscription = listener.subscription ?? Subscription(ticket: ticket)
        let list = subscription.list(ticket: ticket, isSimple: format.isSimple)
        listener.socket.send(list, isText: false)
      }
    } catch {
      listener.socket.send(error.json, isText: false)
      guard error == .tooManyRequests else { return }
      context.overran()
      if context.faults.current(.limitCloses) != nil { listener.socket.cut() }
    }
  }

  func turn() {
    play()
    let second = context.wall / 1_000
    if second != lastSecond {
      lastSecond = second
      sendEachSecond(second)
    }
    for listener in listeners { listener.sendStatusIfDue(at: context.now.monotonic) }
  }

  /// Sends a capture's frames as they were received, whatever the clients have subscribed to.
  private func play() {
    guard let player else { return }
    let audience = listeners.filter { $0.subscription != nil }
    for frame in player.due(now: context.now.monotonic, hasListeners: !audience.isEmpty) {
      for listener in audience { listener.socket.send(frame.payload, isText: frame.isText) }
    }
  }

  /// Sends the candles of the second that is over, order books, and now and then a ticker in which only
  /// the timestamp is new.
  private func sendEachSecond(_ second: Int64) {
    for (index, market) in floor.markets.enumerated() {
      let code = market.listing.code
      let repeatsTicker = market.walk != nil && random.fraction() < 0.2
      let hasTraded = !market.trades(inSecond: second - 1).isEmpty
      for listener in listeners {
        for stream in listener.subscription?.streams ?? []
        where stream.wantsRealtime && stream.covers(code) {
          switch stream.kind {
          case .candle: if !hasTraded { continue }
          case .orderbook: break
          case .ticker: if !repeatsTicker { continue }
          case .trade: continue
          }
          if let message = message(of: stream, market: index, .realtime) {
            send(message, to: listener)
          }
        }
      }
    }
  }
}

/// A connection to the simulated Upbit: its subscription, and the format of its messages.
class UpbitListener: SimulatedListener {
  let socket: SimulatedSocket
  private(set) var subscription: Subscription?
  private(set) var format = UpbitFormat.full
  /// When the next `{"status":"UP"}` is due; nil until the client has sent PING.
  private var statusDue: Int64?
  /// Monotonic milliseconds of the client's messages of the last minute.
  private var requestTimes: [Int64] = []

  init(_ socket: SimulatedSocket) {
    self.socket = socket
  }

  func subscribe(_ subscription: Subscription, format: UpbitFormat) {
    self.subscription = subscription
    self.format = format
  }

  func change(_ format: UpbitFormat) { self.format = format }

  /// After its first PING a client gets `{"status":"UP"}` again and again.
  func startStatus(at now: Int64) { statusDue = statusDue ?? now }

  func sendStatusIfDue(at now: Int64) {
    guard let due = statusDue, now >= due else { return }
    statusDue = due + Self.statusMilliseconds
    socket.send("{\"status\":\"UP\"}", isText: false)
  }

  private static let statusMilliseconds: Int64 = 10_000

  /// Counts one message of the client: five in a second and a hundred in a minute are allowed.
  func count(now: Int64) throws(UpbitError) {
    requestTimes.removeAll { now - $0 >= 60_000 }
    requestTimes.append(now)
    let inSecond = requestTimes.count { now - $0 < 1_000 }
    guard inSecond <= 5, requestTimes.count <= 100 else { throw .tooManyRequests }
  }
}
