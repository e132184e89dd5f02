/// API 2.x's REST: a request and the floor in, a response out.
struct BithumbREST {
  let floor: TradingFloor
  let faults: FaultPlan

  func answer(_ request: HTTPRequest) -> HTTPResponse {
    let parts = request.path.split(separator: "/").dropFirst().map { String($0) }
    switch (parts.first, parts.dropFirst().first, parts.count) {
    case ("market", "all", 2): return list()
    case ("market", "virtual_asset_warning", 2): return .json(Self.warnings)
    case ("ticker", nil, 1): return tickers(request)
    case ("candles", "minutes", 3):
      guard let unit = Int64(parts[2]), StreamKind.minuteUnits.contains(unit) else {
        return error(400, "invalid_parameter")
      }
      return candles(request, spanSeconds: unit * 60, minutes: unit)
    case ("candles", "days", 2): return candles(request, spanSeconds: 86_400, minutes: nil)
    case ("trades", "ticks", 2): return trades(request)
    case ("orderbook", nil, 1): return books(request)
    default: return error(404, "not_found")  // Seconds and years are among them.
    }
  }

  /// An error, whose name is a text or a number. A fault may give it the status 200.
  private func error(_ status: Int, _ name: String) -> HTTPResponse {
    let json = status == 404 ? "404" : JSONValue.quoted(name)
    return .error(faults.current(.errorStatus200) == nil ? status : 200, "simulated", name: json)
  }

  private static let warnings = """
    [{"market":"KRW-DOGE","warning_type":"PRICE_SUDDEN_FLUCTUATION","warning_step":"CAUTION",\
    "end_date":"2026-11-21 06:59:59"},{"market":"KRW-PEPE","warning_type":\
    "EXCHANGE_TRADING_CONCENTRATION","warning_step":"DANGER","end_date":"2026-11-21 06:59:59"}]
    """

  private func list() -> HTTPResponse {
    if faults.strike(.noMarketList) != nil { return error(503, "maintenance") }
    return .json(
      UpbitObject.list(
        floor.markets.map(\.listing).filter { known($0.code) != nil }.map { listing in
          var object = JSONObject()
          object.add("market", quoted: listing.code)
          object.add("korean_name", quoted: listing.korean)
          object.add("english_name", quoted: listing.english)
          let warns = faults.isOn(.delisted, value: listing.code)
          object.add("market_warning", quoted: warns ? "CAUTION" : "NONE")
          return object
        }))
  }

  private func tickers(_ request: HTTPRequest) -> HTTPResponse {
    let codes = request.parameter("markets")?.split(separator: ",").map { String($0) } ?? []
    let indices = codes.compactMap(known)
    guard !codes.isEmpty else { return error(400, "invalid_parameter") }
    guard indices.count == codes.count else { return error(404, "not_found") }
    return .json(
      UpbitObject.list(
        indices.compactMap { index in
          floor.day(of: index).map { day in
            var object = UpbitObject.restTicker(
              floor.markets[index].listing.code, day, now: floor.now)
            object.put("trade_timestamp", String(day.last.time + ahead))
            object.put("timestamp", String(floor.now + ahead))
            object.shortenNumbers()
            faults.spoilREST(&object)
            return object
          }
        }))
  }

  /// The milliseconds that a fault adds to times: they are Korean time as if it were UTC.
  private var ahead: Int64 {
    faults.current(.nineHours) == nil ? 0 : CivilTime.koreaSeconds * 1_000
  }

  /// `to` is Korean time without an offset; days begin at midnight in Seoul.
  private func candles(
    _ request: HTTPRequest, spanSeconds span: Int64, minutes: Int64?
  ) -> HTTPResponse {
    guard let index = request.parameter("market").flatMap(known) else {
      return error(404, "not_found")
    }
    guard let count = Int(request.parameter("count") ?? "1"), count > 0 else {
      return error(400, "invalid_parameter")
    }
    var end = floor.now + 1
    if let to = request.parameter("to"), !to.isEmpty {
      guard to.utf8.count == 19, let seconds = CivilTime.unixSeconds(of: to) else {
        return error(400, "invalid_parameter")
      }
      end = min(end, (seconds - CivilTime.koreaSeconds) * 1_000)
    }
    guard faults.strike(.emptyHistory) == nil else { return .json("[]") }
    let market = floor.markets[index]
    let found =
      minutes == nil
      ? days(of: market, before: end)
      : market.candles(
        count: min(count, 200), spanSeconds: span, before: end, now: floor.now)
    return .json(
      UpbitObject.list(
        found.map { candle in
          var object = UpbitObject.restCandle(market.listing.code, candle, minutes: minutes)
          object.shortenNumbers()
          faults.spoilREST(&object)
          return object
        }))
  }

  /// Only the candle of the last day, as it takes long to walk through a day.
  private func days(of market: SimulatedMarket, before end: Int64) -> [SimulatedCandle] {
    let korean = end / 1_000 + CivilTime.koreaSeconds
    let start = korean - korean % 86_400 - CivilTime.koreaSeconds
    return [market.candle(start: start, spanSeconds: 86_400, until: min(end, floor.now))]
      .compactMap { $0 }
  }

  /// The trades of one Korean day before a time of that day.
  private func trades(_ request: HTTPRequest) -> HTTPResponse {
    guard let code = request.parameter("market"), let index = known(code),
      let day = floor.day(of: index)
    else { return error(404, "not_found") }
    guard let count = Int(request.parameter("count") ?? "1"), 1...500 ~= count,
      let ago = Int64(request.parameter("days_ago") ?? "0"), 0...7 ~= ago
    else { return error(400, "invalid_parameter") }
    let korean = floor.now / 1_000 + CivilTime.koreaSeconds
    let midnight = korean - korean % 86_400 - CivilTime.koreaSeconds - ago * 86_400
    var end = (midnight + 86_400) * 1_000
    if let to = request.parameter("to") {
      let digits = to.filter { $0 != ":" }
      guard digits.utf8.count == 6, let time = Int64(digits) else {
        return error(400, "invalid_parameter")
      }
      end = (midnight + time / 10_000 * 3_600 + time / 100 % 100 * 60 + time % 100) * 1_000
    }
    let trades = floor.markets[index].newestTrades(count, at: min(end - 1, floor.now))
      .filter { $0.time >= midnight * 1_000 }
    return .json(
      UpbitObject.list(
        trades.map { trade in
          var object = BithumbObject.restTrade(code, trade, previousClose: day.previousClose)
          object.put("timestamp", String(trade.time + ahead))
          object.shortenNumbers()
          return object
        }))
  }

  private func books(_ request: HTTPRequest) -> HTTPResponse {
    let codes = request.parameter("markets")?.split(separator: ",").map { String($0) } ?? []
    let indices = codes.compactMap(known)
    guard !codes.isEmpty, indices.count == codes.count else { return error(404, "not_found") }
    let isQuoted = faults.current(.numberStrings) != nil
    return .json(
      UpbitObject.list(
        indices.compactMap { index in
          floor.day(of: index).map { day in
            let listing = floor.markets[index].listing
            let book = SimulatedOrderBook(
              listing: listing, price: day.last.price, second: floor.now / 1_000,
              depth: codes.count == 1 ? 30 : 15)
            var object = JSONObject()
            object.add("market", quoted: listing.code)
            object.add("timestamp", json: String(floor.now))
            object.add(
              "orderbook_units", "", list: BithumbObject.units(book, isQuoted: isQuoted))
            return object
          }
        }))
  }

  private func known(_ code: String) -> Int? {
    faults.isOn(.unlisted, value: code) ? nil : floor.index(of: code)
  }
}
