/// A simulated Kraken: WebSocket v2 and REST (docs.kraken.com/exchange).
final class SimulatedKraken: StreamingSource {
  static let name = "kraken"

  let context: SourceContext
  let floor: TradingFloor
  let listeners = ListenerList<KrakenListener>()
  let restPath = "/0"
  let webSocketPaths = ["/v2"]

  private var limits = RateLimits()
  private var lastSecond: Int64 = 0

  private static let heartbeatMilliseconds: Int64 = 1_000
  private static let idleWithoutSubscription: Int64 = 60_000

  init(_ context: SourceContext) {
    self.context = context
    let listings = [("BTC", 1), ("ETH", 2), ("DOGE", 7), ("XRP", 5), ("SOL", 2)].map {
      SimulatedListing($0, "USD", code: "\($0)/USD", decimals: $1, on: "kraken")
    }
    floor = context.floor(
      listings + [SimulatedListing("BTC", "EUR", code: "BTC/EUR", decimals: 1, on: "kraken")])
  }

  /// One call in a second on average; errors have status 200.
  func answer(_ request: HTTPRequest, from peer: String) -> HTTPResponse {
    let verdict = limits.admit(
      "public", peer: peer, limit: 15, windowMilliseconds: 15_000, now: context.now.monotonic)
    guard case .allowed = verdict else {
      context.overran()
      return KrakenREST.error("EGeneral:Too many requests")
    }
    guard context.faults.current(.system) == nil else {
      return KrakenREST.error("EService:Unavailable")
    }
    return KrakenREST(floor: floor, context: context).answer(request)
  }

  func failure(_ status: Int) -> HTTPResponse {
    var response = KrakenREST.error("EService:Internal error")
    response.status = status
    return response
  }

  /// The connection's id does not fit into 63 bits.
  func welcome(_ socket: SimulatedSocket, _ upgrade: HTTPRequest) -> KrakenListener {
    let listener = KrakenListener(socket, at: context.now.monotonic)
    sendStatus(to: listener)
    return listener
  }

  private var system: String { context.faults.current(.system)?.value ?? "online" }
  private var announcedSystem = "online"

  private func sendStatus(to listener: KrakenListener) {
    listener.send(
      "{\"channel\":\"status\",\"type\":\"update\",\"data\":[{\"api_version\":\"v2\","
        + "\"connection_id\":15564437896659189083,\"system\":\"\(system)\",\"version\":\"2.0.9\"}]}",
      at: context.now.monotonic)
  }

  func hear(_ event: WebSocketSession.Event, from listener: KrakenListener) {
    listener.receive(at: context.now.monotonic)
    guard case .text(let text) = event else { return }
    guard let request = JSONValue(text.utf8), let method = request["method"]?.text else {
      return reply(to: listener, "error", error: "Malformed request", request: nil)
    }
    if method == "ping" { return reply(to: listener, "pong", request: request) }
    guard method == "subscribe" || method == "unsubscribe", let parameters = request["params"],
      let channel = parameters["channel"]?.text, ["ticker", "trade", "book"].contains(channel)
    else { return reply(to: listener, method, error: "Channel not found", request: request) }
    if case .number(let text) = parameters["depth"] {
      let depth = Int(text) ?? 10
      listener.setDepth([10, 25, 100, 500, 1_000].contains(depth) ? depth : 10)
    }
    for symbol in (parameters["symbol"]?.elements ?? []).compactMap(\.text) {
      change(method, channel, symbol, request, listener)
    }
  }

  /// Each symbol has an answer of its own.
  private func change(
    _ method: String, _ channel: String, _ symbol: String, _ request: JSONValue,
    _ listener: KrakenListener
  ) {
    let isNew = method == "subscribe"
    var error: String?
    if floor.index(of: symbol) == nil || context.faults.isOn(.unlisted, value: symbol) {
      error = "Currency pair not supported \(symbol)"
    } else if listener.hears(channel, symbol) == isNew {
      error = isNew ? "Already subscribed" : "Subscription Not Found"
    }
    if let error {
      return reply(to: listener, method, symbol: symbol, error: error, request: request)
    }
    if isNew {
      listener.subscribe(channel, symbol)
    } else {
      listener.unsubscribe(channel, symbol)
    }
    let snapshot = request["params"]?["snapshot"] ?? .bool(channel != "trade")
    reply(
      to: listener, method, symbol: symbol, channel: channel, snapshot: snapshot == .bool(true),
      request: request)
    guard isNew, snapshot == .bool(true), let index = floor.index(of: symbol) else { return }
    begin(channel, index, for: listener)
  }

  private func begin(_ channel: String, _ index: Int, for listener: KrakenListener) {
    switch channel {
    case "ticker":
      if let ticker = ticker(of: index) { send("ticker", true, [ticker], to: listener) }
    case "trade":
      let trades = floor.markets[index].newestTrades(50, at: context.wall).reversed()
      send("trade", true, trades.map { self.trade($0, index) }, to: listener)
    default: sendBook(of: index, to: listener)
    }
  }

  private func reply(
    to listener: KrakenListener, _ method: String, symbol: String? = nil, channel: String? = nil,
    snapshot: Bool = false, error: String? = nil, request: JSONValue?
  ) {
    var object = JSONObject()
    if let error { object.add("error", quoted: error) }
    object.add("method", quoted: method)
    if let channel, let symbol {
      object.add(
        "result",
        json: "{\"channel\":\"\(channel)\",\"snapshot\":\(snapshot),"
          + "\"symbol\":\(JSONValue.quoted(symbol))}")
    }
    if method != "pong" { object.add("success", json: error == nil ? "true" : "false") }
    if error != nil, let symbol { object.add("symbol", quoted: symbol) }
    let time = CivilTime.rfc3339(context.wall)
    object.add("time_in", quoted: time)
    object.add("time_out", quoted: time)
    if case .number(let id) = request?["req_id"] { object.add("req_id", json: id) }
    listener.send(object.json(), at: context.now.monotonic)
  }

  func turn() {
    let now = context.now.monotonic
    if system != announcedSystem {
      announcedSystem = system
      for listener in listeners { sendStatus(to: listener) }
    }
    let second = context.wall / 1_000
    let isNew = second != lastSecond
    lastSecond = second
    for listener in listeners {
      for (index, market) in floor.markets.enumerated()
      where isNew && listener.hears("book", market.listing.code) {
        sendBook(of: index, to: listener)
      }
      if listener.isIdle {
        if now - listener.receivedAt > Self.idleWithoutSubscription { listener.socket.cut() }
      } else if now - listener.sentAt >= Self.heartbeatMilliseconds {
        listener.send("{\"channel\":\"heartbeat\"}", at: now)
      }
    }
  }

  func publish(_ execution: TradingFloor.Execution) {
    guard context.faults.current(.heartbeatOnly) == nil, system == "online" else { return }
    let code = floor.markets[execution.market].listing.code
    for listener in listeners {
      if listener.hears("trade", code) {
        send("trade", false, [trade(execution.trade, execution.market)], to: listener)
      }
      if listener.hears("ticker", code), let ticker = ticker(of: execution.market) {
        send("ticker", false, [ticker], to: listener)
      }
    }
  }

  func repeatMessage(_ number: Int, to listener: KrakenListener) {
    let indices = (listener.symbols["ticker"] ?? []).sorted().compactMap(floor.index)
    guard !indices.isEmpty, let ticker = ticker(of: indices[number % indices.count]) else { return }
    send("ticker", false, [ticker], to: listener)
  }
}

/// A socket on the simulated Kraken: which symbols it hears on which channels.
final class KrakenListener: SimulatedListener {
  let socket: SimulatedSocket
  /// Channels and their symbols.
  private(set) var symbols: [String: Set<String>] = [:]
  /// How many levels its books have.
  private(set) var depth = 10
  private var books: [String: SimulatedOrderBook] = [:]
  /// Monotonic milliseconds when the server last sent something, and when the client last did.
  private(set) var sentAt: Int64
  private(set) var receivedAt: Int64

  init(_ socket: SimulatedSocket, at now: Int64) {
    self.socket = socket
    sentAt = now
    receivedAt = now
  }

  var isIdle: Bool { symbols.values.allSatisfy(\.isEmpty) }

  func receive(at now: Int64) { receivedAt = now }

  /// How many levels its books have from now on.
  func setDepth(_ depth: Int) { self.depth = depth }

  func subscribe(_ channel: String, _ symbol: String) {
    symbols[channel, default: []].insert(symbol)
  }

  func unsubscribe(_ channel: String, _ symbol: String) {
    symbols[channel]?.remove(symbol)
    if channel == "book" { books[symbol] = nil }
  }

  /// - Returns: the book of the symbol that was sent before; nil where none was.
  func replaceBook(of symbol: String, with book: SimulatedOrderBook) -> SimulatedOrderBook? {
    defer { books[symbol] = book }
    return books[symbol]
  }

  func hears(_ channel: String, _ symbol: String) -> Bool {
    symbols[channel]?.contains(symbol) ?? false
  }

  func send(_ text: String, at now: Int64) {
    sentAt = now
    socket.send(text)
  }
}
