/// Calls about one market or several: candles, trades, order books.
extension UpbitREST {
  /// Candles of seconds and minutes. Stretches without a trade have none.
  func candles(
    _ request: HTTPRequest, spanSeconds: Int64, minutes: Int64?, oldest: Int64 = 0
  ) -> HTTPResponse {
    page(request) { market, code, count, end in
      guard end > oldest else { return [] }
      return market.candles(count: count, spanSeconds: spanSeconds, before: end, now: floor.now).map
      {
        UpbitObject.restCandle(code, $0, minutes: minutes)
      }
    }
  }

  /// Candles of days and longer.
  func candles(_ request: HTTPRequest, _ calendar: CandleCalendar) -> HTTPResponse {
    page(request) { market, code, count, end in
      let candles = calendar.spans(count + 1, before: end).compactMap { span in
        market.candle(
          start: span.lowerBound, spanSeconds: span.upperBound - span.lowerBound,
          until: floor.now)
      }
      return zip(candles, candles.dropFirst()).map { candle, before in
        calendar == .days
          ? UpbitObject.restDay(
            code, candle, previousClose: before.close,
            isConverted: request.parameter("converting_price_unit") == "KRW"
              && code.hasPrefix("KRW-"))
          : UpbitObject.restPeriod(code, candle)
      }
    }
  }

  /// Reads the parameters that all calls for candles have, and applies the faults to the candles.
  private func page(
    _ request: HTTPRequest,
    _ candles: (SimulatedMarket, _ code: String, _ count: Int, _ end: Int64) -> [JSONObject]
  ) -> HTTPResponse {
    guard let code = request.parameter("market") else { return Self.missing }
    guard let index = known(code) else { return Self.notFound }
    guard let count = Int(request.parameter("count") ?? "1") else { return Self.mismatch }
    guard count > 0 else { return Self.invalid }
    var end = floor.now + 1
    if let to = request.parameter("to"), !to.isEmpty {
      guard let seconds = CivilTime.unixSeconds(of: to) else { return Self.invalid }
      end = min(end, seconds * 1_000)
    }
    guard player == nil, faults.strike(.emptyHistory) == nil else { return .json("[]") }
    var objects = candles(floor.markets[index], code, min(count, 200), end)
    if faults.strike(.shuffledHistory) != nil {
      var random = RandomGenerator(seed: 3)
      objects.shuffle(using: &random)
    }
    for index in objects.indices { faults.spoilREST(&objects[index]) }
    return .json(UpbitObject.list(objects))
  }

  /// The newest trades up to a time of a day (`to`, `days_ago`), and older than one (`cursor`).
  func trades(_ request: HTTPRequest) -> HTTPResponse {
    guard let code = request.parameter("market") else { return Self.missing }
    guard let index = known(code), let day = floor.day(of: index) else { return Self.notFound }
    guard let count = Int(request.parameter("count") ?? "1"),
      let daysAgo = Int64(request.parameter("days_ago") ?? "0"),
      let cursor = Int64(request.parameter("cursor") ?? "\(Int64.max)")
    else { return Self.mismatch }
    guard 1...500 ~= count, request.parameter("days_ago") == nil || 1...7 ~= daysAgo else {
      return Self.invalid
    }
    let midnight = (DayStatistics.day(of: floor.now) - daysAgo) * 86_400_000
    var end = min(floor.now, midnight + 86_399_999)
    if let to = request.parameter("to") {
      let digits = to.filter { $0 != ":" }
      guard digits.utf8.count == 6, let number = Int64(digits) else { return Self.invalid }
      let seconds = number / 10_000 * 3_600 + number / 100 % 100 * 60 + number % 100
      end = min(end, midnight + seconds * 1_000)
    }
    // An id is its milliseconds times 10,000 and a count: trades of the cursor's own millisecond may be
    // newer.
    end = min(end, cursor / 10_000)
    let trades = floor.markets[index].newestTrades(count + 20, at: end)
      .filter { $0.id < cursor && (daysAgo == 0 || $0.time >= midnight) }.prefix(count)
    return .json(
      UpbitObject.list(
        trades.map { UpbitObject.restTrade(code, $0, previousClose: day.previousClose) }))
  }

  func orderbooks(_ request: HTTPRequest) -> HTTPResponse {
    guard let depth = Int(request.parameter("count") ?? "30") else { return Self.mismatch }
    guard request.parameter("level") ?? "0" == "0" else { return .json("[]") }
    return objects(request) { code, listing, day in
      let book = SimulatedOrderBook(
        listing: listing, price: day.last.price, second: floor.now / 1_000,
        depth: max(1, min(depth, 30)))
      return UpbitObject.restOrderBook(code, book, now: floor.now)
    }
  }

  /// The step of each market's price, and how its book may be grouped: not at all.
  func instruments(_ request: HTTPRequest) -> HTTPResponse {
    objects(request) { code, listing, day in
      var object = JSONObject()
      object.add("market", quoted: code)
      object.add("quote_currency", quoted: listing.quote)
      object.add("tick_size", json: DecimalText.price(listing.step(at: day.last.price)))
      object.add("supported_levels", json: "[\"0\"]")
      faults.spoilREST(&object)
      return object
    }
  }

  /// One object for each of the `markets`; one that is unknown fails the whole call.
  private func objects(
    _ request: HTTPRequest,
    _ object: (_ code: String, SimulatedListing, DayStatistics) -> JSONObject
  ) -> HTTPResponse {
    guard let codes = request.parameter("markets") else { return Self.missing }
    var objects: [JSONObject] = []
    for code in codes.split(separator: ",").map({ String($0) }) {
      guard let index = known(code), let day = floor.day(of: index) else { return Self.notFound }
      objects.append(object(code, floor.markets[index].listing, day))
    }
    return .json(UpbitObject.list(objects))
  }
}
