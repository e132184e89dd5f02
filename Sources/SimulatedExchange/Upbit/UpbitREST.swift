/// Upbit's quotation REST: a request and the floor in, a response out (docs.upbit.com/kr/reference).
struct UpbitREST {
  let floor: TradingFloor
  /// While a capture is played, prices are what it has said so far, and there is no history.
  let player: CapturePlayer?
  let faults: FaultPlan

  private static let notFound = HTTPResponse.error(404, "Code not found")
  private static let mismatch = HTTPResponse.error(
    400, "Type mismatch error. Check the parameters type!")
  private static let invalid = HTTPResponse.error(
    400, "Invalid parameter. Check the given value!")
  private static let missing = HTTPResponse.error(
    400, "Missing request parameter error. Check the required parameters!")

  /// The group that a path's calls are counted in; nil where there is nothing.
  static func group(of path: String) -> String? {
    let parts = path.split(separator: "/")
    guard parts.first == "v1", parts.count > 1 else { return nil }
    return switch parts[1] {
    case "market", "ticker", "orderbook": String(parts[1])
    case "candles": "candle"
    case "trades": "trade"
    default: nil
    }
  }

  func answer(_ request: HTTPRequest) -> HTTPResponse {
    let parts = request.path.split(separator: "/").dropFirst().map { String($0) }
    switch (parts.first, parts.dropFirst().first, parts.count) {
    case ("market", "all", 2): return marketList(request)
    case ("ticker", nil, 1):
      guard let codes = request.parameter("markets") else { return Self.missing }
      return tickers(codes.split(separator: ",").map { String($0) })
    case ("ticker", "all", 2):
      guard let quotes = request.parameter("quote_currencies") else { return Self.missing }
      let wanted = quotes.split(separator: ",").map { String($0) }
      let codes = floor.markets.map(\.listing).filter { wanted.contains($0.quote) }.map(\.code)
      return tickers(codes, dropUnknown: true)
    case ("candles", "seconds", 2):
      return candles(request, spanSeconds: 1, minutes: nil)
    case ("candles", "minutes", 3):
      guard let unit = Int64(parts[2]), StreamKind.minuteUnits.contains(unit) else {
        return Self.invalid
      }
      return candles(request, spanSeconds: unit * 60, minutes: unit)
    case ("trades", "ticks", 2): return trades(request)
    case ("orderbook", nil, 1): return orderbooks(request)
    default: return .error(404, "Not Found")
    }
  }

  private func marketList(_ request: HTTPRequest) -> HTTPResponse {
    if faults.strike(.noMarketList) != nil { return .error(503, "Service Unavailable") }
    let wish = request.parameter("is_details") ?? request.parameter("isDetails") ?? "false"
    guard wish == "true" || wish == "false" else { return Self.mismatch }
    let listed = floor.markets.map(\.listing).filter { !isUnlisted($0.code) }
    let delisted = faults.current(.delisted)?.value
    return .json(
      UpbitObject.list(
        listed.map { UpbitObject.listed($0, details: wish == "true", warns: $0.code == delisted) }))
  }

  /// One unknown code fails the whole call, unless nobody named it.
  private func tickers(
    _ codes: [String], dropUnknown: Bool = false
  ) -> HTTPResponse {
    guard !codes.isEmpty || dropUnknown else { return Self.invalid }
    var tickers: [JSONObject] = []
    for code in codes {
      if var ticker = ticker(code) {
        faults.spoilREST(&ticker)
        tickers.append(ticker)
      } else if !dropUnknown {
        return Self.notFound
      }
    }
    return .json(UpbitObject.list(tickers))
  }

  private func ticker(_ code: String) -> JSONObject? {
    guard let place = known(code) else { return nil }
    if let player { return player.ticker(of: code) }
    return floor.day(of: place).map { UpbitObject.restTicker(code, $0, now: floor.now) }
  }

  private func candles(
    _ request: HTTPRequest, spanSeconds: Int64, minutes: Int64?
  ) -> HTTPResponse {
    guard let code = request.parameter("market") else { return Self.missing }
    guard let place = known(code) else { return Self.notFound }
    guard let count = Int(request.parameter("count") ?? "1") else { return Self.mismatch }
    guard count > 0 else { return Self.invalid }
    var end = floor.now + 1
    if let to = request.parameter("to"), !to.isEmpty {
      guard let seconds = CivilTime.unixSeconds(of: to) else { return Self.invalid }
      end = min(end, seconds * 1_000)
    }
    guard player == nil, faults.strike(.emptyHistory) == nil else { return .json("[]") }
    var candles = floor.markets[place].candles(
      count: min(count, 200), spanSeconds: spanSeconds, before: end, now: floor.now)
    if faults.strike(.shuffledHistory) != nil {
      var dice = Dice(seed: 3)
      candles.shuffle(using: &dice)
    }
    var objects = candles.map { UpbitObject.restCandle(code, $0, minutes: minutes) }
    for place in objects.indices { faults.spoilREST(&objects[place]) }
    return .json(UpbitObject.list(objects))
  }

  /// The newest trades; the time of day and the days ago of the real one are not understood.
  private func trades(_ request: HTTPRequest) -> HTTPResponse {
    guard let code = request.parameter("market") else { return Self.missing }
    guard let place = known(code), let day = floor.day(of: place) else {
      return Self.notFound
    }
    guard let count = Int(request.parameter("count") ?? "1") else { return Self.mismatch }
    guard 1...500 ~= count else { return Self.invalid }
    let trades = floor.markets[place].newestTrades(min(count, 500), at: floor.now)
    return .json(
      UpbitObject.list(
        trades.map { UpbitObject.restTrade(code, $0, previousClose: day.previousClose) }))
  }

  private func orderbooks(_ request: HTTPRequest) -> HTTPResponse {
    guard let codes = request.parameter("markets") else { return Self.missing }
    guard let depth = Int(request.parameter("count") ?? "30") else { return Self.mismatch }
    guard request.parameter("level") ?? "0" == "0" else { return .json("[]") }
    var books: [JSONObject] = []
    for code in codes.split(separator: ",").map({ String($0) }) {
      guard let place = known(code), let day = floor.day(of: place) else {
        return Self.notFound
      }
      let listing = floor.markets[place].listing
      let book = SimulatedOrderBook(
        listing: listing, price: day.last.price, second: floor.now / 1_000,
        depth: max(1, min(depth, 30)))
      books.append(UpbitObject.restOrderBook(code, book, now: floor.now))
    }
    return .json(UpbitObject.list(books))
  }

  private func known(_ code: String) -> Int? {
    isUnlisted(code) ? nil : floor.place(of: code)
  }

  private func isUnlisted(_ code: String) -> Bool {
    faults.isOn(.unlisted, value: code)
  }
}
