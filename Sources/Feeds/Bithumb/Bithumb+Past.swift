import MarketData

extension Bithumb {
  private static let tradesPerCall = 500
  private static let dayMilliseconds: Int64 = 86_400_000

  /// The newest trades before the end, by Korean time of day.
  public func pastPath(code: String, range: Range<Int64>) -> String {
    let path = "/v1/trades/ticks?market=\(code)&count=\(Self.tradesAsked(in: range))"
    let korean = CivilTime(unix: (range.upperBound + KoreanTime.aheadMilliseconds) / 1_000)
    let timeOfDay = korean.text.suffix(8).filter { $0 != ":" }
    // A call gives the trades of one day: what ends at midnight is all of yesterday.
    return path + (timeOfDay == "000000" ? "&days_ago=1" : "&to=\(timeOfDay)")
  }

  /// A lively market makes a few trades in a second.
  private static func tradesAsked(in range: Range<Int64>) -> Int {
    min(tradesPerCall, max(100, Int((range.upperBound - range.lowerBound) / 1_000) * 10))
  }

  /// Candles of a second, made of trades. An answer that is not full reaches back to midnight in
  /// Seoul, if not farther; of a full one the oldest second may lack its beginning.
  public func readPast(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String, range: Range<Int64>
  ) -> Past? {
    guard let trades = Self.readTrades(bytes, of: code) else { return nil }
    // Asked after midnight for what ended before it, a call gives the trades of the wrong day.
    guard let oldest = trades.first?.time,
      trades.last!.time < range.upperBound + 60_000
    else {
      return Past(candles: [], knownFrom: range.upperBound)
    }
    var knownFrom: Int64?
    if trades.count < Self.tradesAsked(in: range) {
      let korean = range.upperBound - 1 + KoreanTime.aheadMilliseconds
      let midnight = range.upperBound - 1 - korean % Self.dayMilliseconds
      knownFrom = midnight > range.lowerBound ? midnight : nil
    } else {
      knownFrom = oldest - oldest % 1_000 + 1_000
    }
    let known = trades.filter { $0.time >= knownFrom ?? .min && $0.time < range.upperBound }
    return Past(candles: known.seconds, knownFrom: knownFrom)
  }

  /// `[{"market":"KRW-BTC","trade_date_utc":"2026-11-20","trade_time_utc":"04:12:33",
  /// "timestamp":1795147953123,"trade_price":148740000,"trade_volume":0.1,"sequential_id":…}]`
  /// - Returns: in order of time, then of the exchange's id; nil where one of them makes no sense,
  ///   since the others would claim that it was not made.
  static func readTrades(_ bytes: UnsafeBufferPointer<UInt8>, of code: String) -> [Trade]? {
    var trades: [Trade] = []
    let isWhole = JSONScanner.readObjects(bytes) { scanner in
      var isOurs = true
      var date: JSONText?
      var timeOfDay: JSONText?
      var time: Int64?
      var price: Double?
      var volume: Double?
      var id: Int64?
      while let key = scanner.nextKey() {
        if key == "market" {
          if let market = scanner.string() { isOurs = market.raw.buffer.elementsEqual(code.utf8) }
        } else if key == "trade_date_utc" {
          date = scanner.string()
        } else if key == "trade_time_utc" {
          timeOfDay = scanner.string()
        } else if key == "timestamp" {
          time = scanner.number()?.integer
        } else if key == "trade_price" {
          price = scanner.number()?.double
        } else if key == "trade_volume" {
          volume = scanner.number()?.double
        } else if key == "sequential_id" {
          id = scanner.number()?.integer
        } else {
          scanner.skip()
        }
      }
      if let date, let timeOfDay,
        let civil = CivilTime(date: date.raw.buffer, time: timeOfDay.raw.buffer)
      {
        time =
          time.map { $0 - (KoreanTime.isAhead($0, of: civil) ? KoreanTime.aheadMilliseconds : 0) }
          ?? civil.unix * 1_000
      }
      guard isOurs, let time, ExchangeClock.era.contains(time), let price, price.isPrice,
        let volume, volume.isFinite, volume >= 0
      else { return false }
      trades.append(Trade(id: id, price: price, volume: volume, time: time))
      return true
    }
    return isWhole ? trades.inOrder : nil
  }
}
