/// Upbit's quotation REST: a request and the floor in, a response out
/// (docs.upbit.com/kr/reference).
struct UpbitREST {
  let floor: TradingFloor
  /// While a capture is played, prices come from the frames played so far, and there is no history.
  let player: CapturePlayer?
  let faults: FaultPlan

  static let notFound = HTTPResponse.error(404, "Code not found")
  static let mismatch = HTTPResponse.error(
    400, "Type mismatch error. Check the parameters type!")
  static let invalid = HTTPResponse.error(
    400, "Invalid parameter. Check the given value!")
  static let missing = HTTPResponse.error(
    400, "Missing request parameter error. Check the required parameters!")

  /// The group that a path's calls are counted in; nil for an unknown path.
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
      // Candles of seconds go back three months at most.
      return candles(request, spanSeconds: 1, minutes: nil, oldest: floor.now - 90 * 86_400_000)
    case ("candles", "minutes", 3):
      guard let unit = Int64(parts[2]), StreamKind.minuteUnits.contains(unit) else {
        return Self.invalid
      }
      return candles(request, spanSeconds: unit * 60, minutes: unit)
    case ("candles", let name?, 2):
      guard let calendar = CandleCalendar(rawValue: name) else { break }
      return candles(request, calendar)
    case ("trades", "ticks", 2): return trades(request)
    case ("orderbook", nil, 1): return orderbooks(request)
    case ("orderbook", "instruments", 2): return instruments(request)
    default: break
    }
    return .error(404, "Not Found")
  }

  private func marketList(_ request: HTTPRequest) -> HTTPResponse {
    if faults.strike(.noMarketList) != nil { return .error(503, "Service Unavailable") }
    let wish = request.parameter("is_details") ?? request.parameter("isDetails") ?? "false"
    guard wish == "true" || wish == "false" else { return Self.mismatch }
    let listed = floor.markets.map(\.listing).filter { !isUnlisted($0.code) }
    return .json(
      UpbitObject.list(
        listed.map {
          UpbitObject.listed($0, details: wish == "true", events: events(of: $0.code))
        }))
  }

  /// `warning` and cautions that faults have switched on for a market.
  private func events(of code: String) -> Set<String> {
    let warns = faults.isOn(.delisted, value: code)
    let events = faults.values(.marketEvent).filter { $0.hasPrefix(code + ":") }
      .map { String($0.dropFirst(code.count + 1)) }
    return Set(events + (warns ? ["warning"] : []))
  }

  /// One unknown code fails the whole call. Where the client has not named the codes it is left out.
  private func tickers(_ codes: [String], dropUnknown: Bool = false) -> HTTPResponse {
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
    guard let index = known(code) else { return nil }
    if let player { return player.ticker(of: code) }
    return floor.day(of: index).map { UpbitObject.restTicker(code, $0, now: floor.now) }
  }

  func known(_ code: String) -> Int? {
    isUnlisted(code) ? nil : floor.index(of: code)
  }

  private func isUnlisted(_ code: String) -> Bool {
    faults.isOn(.unlisted, value: code)
  }
}
