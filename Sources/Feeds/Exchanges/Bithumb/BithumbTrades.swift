import MarketData

extension Bithumb: RecentTradesSource {
  public func tradesPath(code: String, count: Int) -> String {
    Self.ticksPath(code: code, count: count)
  }

  public func readTrades(_ bytes: UnsafeBufferPointer<UInt8>, of code: String) -> [Trade]? {
    readTicks(bytes, of: code)
  }
}

extension BithumbAPI {
  fileprivate static func ticksPath(code: String, count: Int) -> String {
    CallPath("/v1/trades/ticks?market=\(code)&count=\(count)").text
  }

  /// The ids of the stream are unique. Those of this call are not: each is its millisecond times
  /// 10,000, whatever was traded in it, and says nothing of the stream's. So they are left out, and
  /// the order of the list, newest first, tells which of a millisecond's trades was the first.
  fileprivate func readTicks(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String
  ) -> [Trade]? {
    readTrades(bytes, of: code, areIdentified: false)
  }

  /// The most trades that a call gives: a burst may fill a page within one second, and such a page
  /// tells nothing of that second.
  private static var tradesPerCall: Int { 500 }
  private static var dayMilliseconds: Int64 { 86_400_000 }

  /// The day in Seoul, counted from 1970.
  private static func koreanDay(_ time: Int64) -> Int64 {
    (time + KoreanTime.aheadMilliseconds) / dayMilliseconds
  }

  /// The path of a call that is made at the range's end.
  public func historyPath(code: String, range: Range<Int64>) -> String {
    historyPath(code: code, range: range, at: range.upperBound)
  }

  /// The path of a call for the newest trades of one day before the range's end, by Korean time of day.
  public func historyPath(code: String, range: Range<Int64>, at clock: Int64) -> String {
    var path = Self.ticksPath(code: code, count: Self.tradesPerCall)
    let korean = CivilTime(unix: (range.upperBound + KoreanTime.aheadMilliseconds) / 1_000)
    let timeOfDay = korean.text.suffix(8).filter { $0 != ":" }
    // A range that ends at midnight asks for all of the day before.
    if timeOfDay != "000000" { path += "&to=\(timeOfDay)" }
    let daysAgo = Self.koreanDay(clock) - Self.koreanDay(range.upperBound - 1)
    return daysAgo > 0 ? path + "&days_ago=\(daysAgo)" : path
  }

  /// Candles of a second, made of trades. An answer that is not full reaches back to midnight in
  /// Seoul, if not farther; the oldest second of a full one may lack its beginning.
  public func readHistory(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String, range: Range<Int64>
  ) -> HistoryPage? {
    guard let trades = readTicks(bytes, of: code) else { return nil }
    let day = Self.koreanDay(range.upperBound - 1)
    let midnight = day * Self.dayMilliseconds - KoreanTime.aheadMilliseconds
    var knownFrom = midnight > range.lowerBound ? midnight : nil
    guard let oldest = trades.first?.time, let newest = trades.last?.time else {
      // The answer for a market in which nothing was traded since midnight.
      var page = HistoryPage(candles: [], knownFrom: knownFrom)
      page.needsConfirmation = true
      return page
    }
    // Asked for at midnight by a clock that differs from the exchange's, a page may be of the wrong day.
    guard Self.koreanDay(newest) == day else { return .silent }
    if trades.count >= Self.tradesPerCall { knownFrom = oldest - oldest % 1_000 + 1_000 }
    if let knownFrom, knownFrom >= range.upperBound {
      return HistoryPage(candles: [], knownFrom: knownFrom, resumesBefore: range.upperBound - 1_000)
    }
    let known = trades.filter { $0.time >= knownFrom ?? .min && $0.time < range.upperBound }
    return HistoryPage(candles: known.seconds, knownFrom: knownFrom)
  }
}
