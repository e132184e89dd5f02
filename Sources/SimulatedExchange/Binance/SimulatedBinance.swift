/// A simulated Binance: `/stream`, `/ws` and `/api/v3`, and below `/data` the fallback endpoint for
/// places where the usual hosts are blocked (developers.binance.com/docs/binance-spot-api-docs).
final class SimulatedBinance: StreamingSource {
  static let name = "binance"

  let context: SourceContext
  let floor: TradingFloor
  let listeners = ListenerList<BinanceListener>()
  let restPath = "/api/v3"
  let webSocketPaths = ["/stream", "/ws", "/data/stream", "/data/ws"]
  let fallbackEndpoints = [
    (name: "market-data", webSocketPath: "/data/stream", restPath: "/data/api/v3")
  ]

  private var weights = RequestWeights()
  /// The exchange's second for which `sendEachSecond` was called last.
  private var lastSecond: Int64 = 0

  private static let pingMilliseconds: Int64 = 20_000
  private static let pongMilliseconds: Int64 = 60_000
  private static let dayMilliseconds: Int64 = 86_400_000
  private static let messagesPerSecond = 5
  private static let streamsMax = 1_024

  init(_ context: SourceContext) {
    self.context = context
    func listing(_ base: String, _ quote: String, _ decimals: Int) -> SimulatedListing {
      SimulatedListing(base, quote, code: base + quote, decimals: decimals, on: Self.name)
    }
    floor = context.floor(
      [
        listing("BTC", "USDT", 2), listing("ETH", "USDT", 2), listing("XRP", "USDT", 4),
        listing("DOGE", "USDT", 5), listing("SOL", "USDT", 2), listing("ADA", "USDT", 4),
        listing("BNB", "USDT", 2), listing("SHIB", "USDT", 8), listing("PEPE", "USDT", 8),
        listing("ETH", "BTC", 5), listing("BTC", "USDC", 2), listing("BTC", "EUR", 2),
      ], disorder: 0.02)
  }

  func refusal(of upgrade: HTTPRequest, from peer: String) -> HTTPResponse? {
    isBarred(upgrade) ? failure(451) : nil
  }

  private func isBarred(_ request: HTTPRequest) -> Bool {
    !request.path.hasPrefix("/data/") && context.faults.strike(.geoBlock) != nil
  }

  func welcome(_ socket: SimulatedSocket, _ upgrade: HTTPRequest) -> BinanceListener {
    let path = upgrade.path.hasPrefix("/data") ? upgrade.path.dropFirst(5) : upgrade.path[...]
    let listener = BinanceListener(
      socket, isCombined: path.hasPrefix("/stream"), now: context.now.monotonic)
    let names =
      upgrade.parameter("streams")
      ?? (path.hasPrefix("/ws/") ? String(path.dropFirst("/ws/".count)) : "")
    listener.subscribe(names.split(separator: "/").map(String.init))
    return listener
  }

  func hear(_ event: WebSocketSession.Event, from listener: BinanceListener) {
    if case .close = event { return }
    let now = context.now.monotonic
    guard listener.count(now: now) <= Self.messagesPerSecond else {
      // A client that is pinged so often must send too much: it has not overrun the limit by itself.
      let isForced = [.interleavedPings, .pingFlood].contains { context.faults.current($0) != nil }
      if !isForced { context.overran() }
      return listener.socket.close(1_008)
    }
    switch event {
    case .text(let text): answer(text, of: listener)
    case .binary(let bytes): answer(String(decoding: bytes, as: UTF8.self), of: listener)
    case .pong(let payload): listener.receivePong(payload)
    case .ping, .close: break
    }
  }

  private func answer(_ text: String, of listener: BinanceListener) {
    listener.socket.send(BinanceRequest.answer(text, of: listener))
    // Too many streams are not refused by a message: the connection ends.
    guard listener.streams.count > Self.streamsMax else { return }
    context.overran()
    listener.socket.close(1_008)
  }

  func publish(_ execution: TradingFloor.Execution) {
    let listing = floor.markets[execution.market].listing
    let object = BinanceObject(floor: floor, now: context.wall)
    for kind in ["trade", "aggTrade", "bookTicker"] {
      send(
        object.ofTrade(kind, listing, execution.trade),
        as: "\(listing.code.lowercased())@\(kind)")
    }
  }

  func turn() {
    let second = context.wall / 1_000
    if second != lastSecond {
      lastSecond = second
      sendEachSecond(second)
    }
    let now = context.now.monotonic
    let shutsDown = context.faults.strike(.serverShutdown) != nil
    for listener in listeners where !listener.isDismissed {
      if shutsDown {
        listener.send(BinanceObject.shutdown(now: context.wall), as: "!serverShutdown")
      }
      if shutsDown || now - listener.openedAt >= Self.dayMilliseconds {
        listener.dismiss()
      }
      if let at = listener.pingedAt, now - at >= Self.pongMilliseconds { listener.socket.cut() }
      if now - listener.lastPing >= Self.pingMilliseconds {
        listener.ping(Array(String(context.wall).utf8), at: now)
      }
    }
  }

  /// Sends what is due once a second: statistics and candles of markets with trades, and order books.
  private func sendEachSecond(_ second: Int64) {
    let object = BinanceObject(floor: floor, now: context.wall)
    var changed: [JSONObject] = []
    let isListed = listeners.contains { $0.streams.contains("!miniTicker@arr") }
    for (index, market) in floor.markets.enumerated() where context.isOpen(market.listing.code) {
      let name = market.listing.code.lowercased()
      let isHeard = listeners.contains { $0.streams.contains { $0.hasPrefix(name + "@") } }
      guard isHeard || isListed else { continue }
      let book = object.book(index)
      for depth in [5, 10, 20] {
        for suffix in ["", "@100ms"] {
          send(object.levels(book, depth), as: "\(name)@depth\(depth)\(suffix)", isSpoilt: false)
        }
      }
      guard !market.trades(inSecond: second - 1).isEmpty, let day = floor.day(of: index) else {
        continue
      }
      let mini = object.ticker(index, day, isMini: true)
      changed.append(mini)
      send(mini, as: "\(name)@miniTicker")
      send(object.ticker(index, day, isMini: false), as: "\(name)@ticker")
      if let kline = object.kline(index, second: second - 1) { send(kline, as: "\(name)@kline_1s") }
    }
    guard isListed, !changed.isEmpty else { return }
    let list = "[" + changed.map { $0.json() }.joined(separator: ",") + "]"
    for listener in listeners { listener.send(list, as: "!miniTicker@arr") }
  }

  func repeatMessage(_ number: Int, to listener: BinanceListener) {
    let names = listener.streams.filter { $0.hasSuffix("@trade") }
    guard !names.isEmpty else { return }
    let name = names[number % names.count]
    guard let index = floor.index(of: name.dropLast("@trade".count).uppercased()),
      let day = floor.day(of: index)
    else { return }
    let object = BinanceObject(floor: floor, now: context.wall)
    listener.send(object.ofTrade("trade", floor.markets[index].listing, day.last).json(), as: name)
  }

  /// The object is made only if a listener has subscribed to its stream.
  private func send(
    _ object: @autoclosure () -> JSONObject, as name: String, isSpoilt: Bool = true
  ) {
    for listener in listeners where listener.streams.contains(name) {
      var object = object()
      if isSpoilt { context.faults.spoil(&object, BinanceObject.names) }
      let garbage = context.faults.strike(.trailingGarbage) == nil ? "" : "}garbage"
      listener.send(object.json(), as: name, trailing: garbage)
    }
  }

  func answer(_ request: HTTPRequest, from peer: String) -> HTTPResponse {
    if isBarred(request) { return failure(451) }
    let own = request.path.hasPrefix("/data/") ? request.below("/data") : request
    let rest = BinanceREST(floor: floor, context: context)
    var response: HTTPResponse
    switch weights.admit(rest.weight(of: own), peer: peer, now: context.now.monotonic) {
    case .allowed: response = rest.answer(own)
    case .tooMuch(let seconds):
      context.overran()
      response = failure(429)
      response.headers.append(("Retry-After", String(seconds)))
    case .banned(let seconds):
      context.overran()
      response = failure(418)
      response.headers.append(("Retry-After", String(seconds)))
    }
    response.headers.append(("X-MBX-USED-WEIGHT-1M", String(weights.used(by: peer))))
    return response
  }

  func failure(_ status: Int) -> HTTPResponse { BinanceREST.failure(status, now: context.wall) }
}
