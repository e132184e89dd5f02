/// Binance's market data over REST: a request and the floor in, a response out.
struct BinanceREST {
  let floor: TradingFloor
  let context: SourceContext

  static let invalid = error(-1121, "Invalid symbol.")
  static let illegal = error(
    -1100,
    "Illegal characters found in parameter 'symbol'; legal range is '^[A-Z0-9-_.]{1,20}$'.")

  static func missing(_ name: String) -> HTTPResponse {
    error(-1102, "Mandatory parameter '\(name)' was not sent, was empty/null, or malformed.")
  }

  static func error(_ code: Int, _ message: String, status: Int = 400) -> HTTPResponse {
    .json("{\"code\":\(code),\"msg\":\(JSONValue.quoted(message))}", status: status)
  }

  static func failure(_ status: Int, now: Int64) -> HTTPResponse {
    switch status {
    case 403:
      HTTPResponse(
        status: 403, headers: [("Content-Type", "text/html")],
        body: Array("<html><head><title>403 Forbidden</title></head></html>".utf8))
    case 418:
      error(
        -1003,
        "Way too much request weight used; IP banned until \(now + 120_000). "
          + "Please use WebSocket Streams for live updates to avoid bans.", status: status)
    case 429:
      error(
        -1003,
        "Too much request weight used; current limit is 6000 request weight per 1 MINUTE. "
          + "Please use WebSocket Streams for live updates to avoid polling the API.",
        status: status)
    case 451:
      error(0, "Service unavailable from a restricted location.", status: status)
    default:
      error(
        -1000, "An unknown error occurred while processing the request.", status: status)
    }
  }

  func weight(of request: HTTPRequest) -> Int {
    let count = symbols(request)?.count ?? 0
    return switch request.path.dropFirst("/api/v3/".count) {
    case "exchangeInfo": 20
    case "ticker/24hr": count == 0 ? 80 : count <= 20 ? 2 : count <= 100 ? 40 : 80
    case "ticker/price", "ticker/bookTicker": count == 1 ? 2 : 4
    case "klines": 2
    case "depth": 5
    case "trades": 25
    default: 1
    }
  }

  func answer(_ request: HTTPRequest) -> HTTPResponse {
    switch request.path {
    case "/api/v3/ping": .json("{}")
    case "/api/v3/time": .json("{\"serverTime\":\(context.wall)}")
    case "/api/v3/exchangeInfo": exchangeInfo(request)
    case "/api/v3/ticker/24hr": objects(request) { dayTicker($0, request.parameter("type")) }
    case "/api/v3/ticker/price": objects(request, priceTicker)
    case "/api/v3/klines": klines(request)
    case "/api/v3/depth": depth(request)
    case "/api/v3/trades": trades(request)
    default: HTTPResponse(status: 404)
    }
  }

  /// The codes that `symbol=` or `symbols=["A","B"]` names; nil if both are missing.
  private func symbols(_ request: HTTPRequest) -> [String]? {
    if let symbol = request.parameter("symbol") { return [symbol] }
    guard let list = request.parameter("symbols") else { return nil }
    return JSONValue(list.utf8)?.elements?.compactMap(\.text) ?? []
  }

  /// Why a call about these codes is refused: one bad code is enough.
  private func refusal(_ codes: [String], _ request: HTTPRequest) -> HTTPResponse? {
    if request.parameter("symbols")?.contains(" ") == true { return Self.illegal }
    if codes.contains(where: { $0 != $0.uppercased() }) { return Self.illegal }
    return codes.allSatisfy { index(of: $0) != nil } && !codes.isEmpty ? nil : Self.invalid
  }

  func index(of code: String) -> Int? {
    context.faults.isOn(.unlisted, value: code) ? nil : floor.index(of: code)
  }

  private func exchangeInfo(_ request: HTTPRequest) -> HTTPResponse {
    if context.faults.strike(.noMarketList) != nil { return Self.failure(503, now: context.wall) }
    let asked = symbols(request)
    if let asked, let refusal = refusal(asked, request) { return refusal }
    let onlyTrading = request.parameter("symbolStatus") == "TRADING"
    let found = floor.markets.map(\.listing).filter { listing in
      index(of: listing.code) != nil && asked?.contains(listing.code) ?? true
        && !(onlyTrading && context.faults.isOn(.delisted, value: listing.code))
    }
    return .json(
      "{\"timezone\":\"UTC\",\"serverTime\":\(context.wall),\"rateLimits\":[{\"rateLimitType\":"
        + "\"REQUEST_WEIGHT\",\"interval\":\"MINUTE\",\"intervalNum\":1,\"limit\":6000}],"
        + "\"exchangeFilters\":[],\"symbols\":["
        + found.map { symbol($0).json() }.joined(separator: ",") + "]}")
  }

  private func symbol(_ listing: SimulatedListing) -> JSONObject {
    let step = BinanceObject.text(listing.step(at: 1))
    let isGone = context.faults.isOn(.delisted, value: listing.code)
    var object = JSONObject()
    object.add("symbol", quoted: listing.code)
    object.add("status", quoted: isGone ? "BREAK" : "TRADING")
    object.add("baseAsset", quoted: listing.base)
    object.add("baseAssetPrecision", json: "8")
    object.add("quoteAsset", quoted: listing.quote)
    object.add("quotePrecision", json: "8")
    object.add("quoteAssetPrecision", json: "8")
    object.add("orderTypes", json: "[\"LIMIT\",\"LIMIT_MAKER\",\"MARKET\",\"STOP_LOSS_LIMIT\"]")
    object.add("isSpotTradingAllowed", json: "true")
    object.add(
      "filters",
      json: "[{\"filterType\":\"PRICE_FILTER\",\"minPrice\":\"\(step)\","
        + "\"maxPrice\":\"1000000.00000000\",\"tickSize\":\"\(step)\"},"
        + "{\"filterType\":\"LOT_SIZE\",\"minQty\":\"0.00001000\",\"maxQty\":\"9000.00000000\","
        + "\"stepSize\":\"0.00001000\"}]")
    object.add("permissions", json: "[]")
    object.add("permissionSets", json: "[]")
    return object
  }

  /// An object for `symbol=`, a list for `symbols=` or none.
  private func objects(
    _ request: HTTPRequest, _ object: (Int) -> JSONObject?
  ) -> HTTPResponse {
    let asked = symbols(request)
    if let asked, let refusal = refusal(asked, request) { return refusal }
    let indices = asked?.compactMap(index) ?? Array(floor.markets.indices)
    var texts: [String] = []
    for index in indices {
      guard var object = object(index) else { continue }
      context.faults.spoilREST(&object)
      texts.append(object.json())
    }
    if request.parameter("symbol") != nil { return .json(texts.first ?? "{}") }
    return .json("[" + texts.joined(separator: ",") + "]")
  }

  private func priceTicker(_ index: Int) -> JSONObject? {
    var object = JSONObject()
    object.add("symbol", quoted: floor.markets[index].listing.code)
    object.add("price", quoted: BinanceObject.text(floor.day(of: index)?.last.price ?? 0))
    return object
  }

  /// Where nobody has traded all numbers are 0, and the ids are -1.
  private func dayTicker(_ index: Int, _ type: String?) -> JSONObject {
    let code = floor.markets[index].listing.code
    let objects = BinanceObject(floor: floor, now: context.wall)
    let day = floor.day(of: index).map { objects.rolling(index, $0) }
    func text(_ value: Double?) -> String { BinanceObject.text(value ?? 0) }
    var object = JSONObject()
    object.add("symbol", quoted: code)
    if type != "MINI" {
      object.add("priceChange", quoted: text(day.map { $0.last.price - $0.open }))
      object.add("prevClosePrice", quoted: text(day?.open))
      object.add("lastQty", quoted: text(day?.last.volume))
      object.add("bidPrice", quoted: text(day?.last.price))
      object.add("askPrice", quoted: text(day?.last.price))
    }
    object.add("openPrice", quoted: text(day?.open))
    object.add("highPrice", quoted: text(day?.high))
    object.add("lowPrice", quoted: text(day?.low))
    object.add("lastPrice", quoted: text(day?.last.price))
    object.add("volume", quoted: text(day?.volume))
    object.add("quoteVolume", quoted: text(day?.turnover))
    object.add("openTime", json: String(context.wall - 86_400_000))
    object.add("closeTime", json: String(context.wall))
    object.add("firstId", json: day.map { String($0.last.id - 1_000) } ?? "-1")
    object.add("lastId", json: day.map { String($0.last.id) } ?? "-1")
    object.add("count", json: day == nil ? "0" : "1001")
    return object
  }
}
