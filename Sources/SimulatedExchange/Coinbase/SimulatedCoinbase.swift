/// A simulated Coinbase Exchange: `/feed` and REST at the root (docs.cdp.coinbase.com/exchange).
final class SimulatedCoinbase: StreamingSource {
  static let name = "coinbase"

  let context: SourceContext
  let floor: TradingFloor
  let listeners = ListenerList<CoinbaseListener>()
  let restPath = ""
  let webSocketPaths = ["/feed"]

  private var limits = RateLimits()
  private var lastSecond: Int64 = 0
  private var sequence: Int64 = 112_233_445_566

  private static let subscribeWithin: Int64 = 5_000
  static let bookDepth = 40

  init(_ context: SourceContext) {
    self.context = context
    floor = context.floor(
      [("BTC", 2), ("ETH", 2), ("DOGE", 5), ("XRP", 4), ("SOL", 2)].map {
        SimulatedListing($0, "USD", code: "\($0)-USD", decimals: $1, on: "coinbase")
      } + [SimulatedListing("BTC", "USDC", code: "BTC-USDC", decimals: 2, on: "coinbase")])
  }

  /// Ten calls in a second are allowed, and fifteen in a burst. A call without a user agent is
  /// refused.
  func answer(_ request: HTTPRequest, from peer: String) -> HTTPResponse {
    guard request.header("user-agent") != nil else {
      return Self.message("User-Agent header is required.", 400)
    }
    let verdict = limits.admit("public", peer: peer, limit: 15, now: context.now.monotonic)
    guard case .allowed = verdict else {
      context.overran()
      return failure(429)
    }
    return CoinbaseREST(floor: floor, context: context).answer(request)
  }

  func failure(_ status: Int) -> HTTPResponse {
    Self.message(status == 429 ? "Public rate limit exceeded" : "Internal server error", status)
  }

  static func message(_ text: String, _ status: Int) -> HTTPResponse {
    .json("{\"message\":\(JSONValue.quoted(text))}", status: status)
  }

  func welcome(_ socket: SimulatedSocket, _ upgrade: HTTPRequest) -> CoinbaseListener {
    CoinbaseListener(socket, at: context.now.monotonic)
  }

  func hear(_ event: WebSocketSession.Event, from listener: CoinbaseListener) {
    guard case .text(let text) = event else { return }
    guard listener.mayAsk(at: context.now.monotonic) else {
      context.overran()
      return listener.socket.close(1_008)
    }
    guard let request = JSONValue(text.utf8), let type = request["type"]?.text,
      type == "subscribe" || type == "unsubscribe"
    else { return refuse("Malformed JSON", listener) }
    let isNew = type == "subscribe"
    var wanted: [(channel: String, product: String)] = []
    let all = request["product_ids"]?.elements ?? []
    for channel in request["channels"]?.elements ?? [] {
      guard let name = channel.text ?? channel["name"]?.text else { continue }
      guard CoinbaseListener.channels.contains(name) else {
        return refuse("\(name) is not a valid channel", listener)
      }
      for product in (channel["product_ids"]?.elements ?? all).compactMap(\.text) {
        wanted.append((name, product))
      }
    }
    guard !wanted.isEmpty else { return refuse("No channels provided", listener) }
    // One unknown product fails the whole request.
    if isNew, let unknown = wanted.first(where: { !isListed($0.product) }) {
      return refuse("\(unknown.product) is not a valid product", listener)
    }
    let alias = context.faults.current(.productAlias) != nil
    wanted = wanted.map { ($0.channel, alias ? Self.alias($0.product) : $0.product) }
    for (channel, product) in wanted {
      if isNew {
        listener.subscribe(channel, product)
      } else {
        listener.unsubscribe(channel, product)
      }
    }
    acknowledge(listener)
    guard isNew else { return }
    for (channel, product) in wanted { begin(channel, product, for: listener) }
  }

  private func isListed(_ product: String) -> Bool {
    floor.index(of: product) != nil && !context.faults.isOn(.unlisted, value: product)
  }

  /// Products in USDC share the order book of those in USD, and the answers may name the latter.
  private static func alias(_ product: String) -> String {
    product.hasSuffix("-USDC") ? String(product.dropLast()) : product
  }

  private func refuse(_ reason: String, _ listener: CoinbaseListener) {
    listener.socket.send(
      "{\"type\":\"error\",\"message\":\"Failed to subscribe\",\"reason\":"
        + JSONValue.quoted(reason) + "}")
  }

  private func acknowledge(_ listener: CoinbaseListener) {
    let channels = listener.products.sorted { $0.key < $1.key }.filter { !$0.value.isEmpty }
      .map { name, products in
        let list = products.sorted().map(JSONValue.quoted).joined(separator: ",")
        return "{\"name\":\"\(name)\",\"product_ids\":[\(list)],\"account_ids\":null}"
      }
    listener.socket.send(
      "{\"type\":\"subscriptions\",\"channels\":[\(channels.joined(separator: ","))]}")
  }

  /// Sends the first message of a channel.
  private func begin(_ channel: String, _ product: String, for listener: CoinbaseListener) {
    guard let index = floor.index(of: product) else { return }
    switch channel {
    case "matches":
      guard let last = floor.markets[index].lastTrade(at: context.wall) else { return }
      send(match(last, product, isLast: true), to: listener)
    case "ticker": send(ticker(of: index), to: listener)
    case "level2_batch": sendBook(of: index, to: listener)
    default: break
    }
  }

  func turn() {
    for listener in listeners
    where listener.isIdle && context.now.monotonic - listener.openedAt > Self.subscribeWithin {
      listener.socket.cut()
    }
    let second = context.wall / 1_000
    guard second != lastSecond else { return }
    lastSecond = second
    for (index, market) in floor.markets.enumerated() {
      for listener in listeners where listener.hears("heartbeat", market.listing.code) {
        send(heartbeat(of: index), to: listener)
      }
      for listener in listeners where listener.hears("level2_batch", market.listing.code) {
        sendBook(of: index, to: listener)
      }
    }
  }

  func publish(_ execution: TradingFloor.Execution) {
    guard context.faults.current(.heartbeatOnly) == nil else { return }
    let code = floor.markets[execution.market].listing.code
    for listener in listeners {
      if listener.hears("matches", code) {
        send(match(execution.trade, code, isLast: false), to: listener)
      }
      if listener.hears("ticker", code) { send(ticker(of: execution.market), to: listener) }
    }
  }

  func repeatMessage(_ number: Int, to listener: CoinbaseListener) {
    let indices = (listener.products["ticker"] ?? []).sorted().compactMap(floor.index)
    guard !indices.isEmpty else { return }
    send(ticker(of: indices[number % indices.count]), to: listener)
  }

  func nextSequence() -> Int64 {
    sequence += 1
    return sequence
  }
}

/// A socket on the simulated Coinbase: which products it hears on which channels.
final class CoinbaseListener: SimulatedListener {
  let socket: SimulatedSocket
  let openedAt: Int64
  /// Channels and their products.
  private(set) var products: [String: Set<String>] = [:]
  /// The order books as they were sent last.
  private var books: [String: SimulatedOrderBook] = [:]
  /// Monotonic milliseconds of the client's messages of the last second.
  private var requestTimes: [Int64] = []

  static let channels = ["matches", "ticker", "heartbeat", "level2_batch"]

  init(_ socket: SimulatedSocket, at now: Int64) {
    self.socket = socket
    openedAt = now
  }

  var isIdle: Bool { products.values.allSatisfy(\.isEmpty) }

  func hears(_ channel: String, _ product: String) -> Bool {
    products[channel]?.contains(product) ?? false
  }

  func subscribe(_ channel: String, _ product: String) {
    products[channel, default: []].insert(product)
  }

  func unsubscribe(_ channel: String, _ product: String) { products[channel]?.remove(product) }

  /// - Returns: the book of the product that was sent before; nil where none was.
  func replaceBook(of product: String, with book: SimulatedOrderBook) -> SimulatedOrderBook? {
    defer { books[product] = book }
    return books[product]
  }

  /// False for more than a hundred messages in a second.
  func mayAsk(at now: Int64) -> Bool {
    requestTimes.removeAll { now - $0 >= 1_000 }
    requestTimes.append(now)
    return requestTimes.count <= 100
  }
}
