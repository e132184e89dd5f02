import MarketData

extension KoreanExchange {
  /// `[{"market":"KRW-BTC","trade_date_utc":"2026-11-20","trade_time_utc":"04:12:33",
  /// "timestamp":1795147953123,"trade_price":148740000,"trade_volume":0.1,"ask_bid":"BID",
  /// "sequential_id":…}]`, newest first. The time stamps may be of Korean time.
  /// - Parameter areIdentified: whether an id names one trade, and names it in the stream, too.
  /// - Returns: oldest first; nil where one of them makes no sense, since the others would claim
  ///   that it was not made.
  func readTrades(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String, areIdentified: Bool
  ) -> [Trade]? {
    let trades = JSONScanner.readValues(bytes) { scanner -> Trade? in
      var isOurs = true
      var date: JSONText?
      var timeOfDay: JSONText?
      var time: Int64?
      var price: Double?
      var volume: Double?
      var id: Int64?
      var isBuy: Bool?
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
        } else if key == "ask_bid" {
          isBuy = scanner.string()?.isBuy("BID", sell: "ASK")
        } else if areIdentified, key == "sequential_id" {
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
      guard isOurs else { return nil }
      return Trade(id: id, toldPrice: price, volume: volume, time: time, isBuy: isBuy)
    }
    return trades?.reversed().inOrder
  }
}
