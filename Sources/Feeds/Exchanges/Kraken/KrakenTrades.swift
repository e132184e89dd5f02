import MarketData

extension Kraken: RecentTradesSource {
  public func tradesPath(code: String, count: Int) -> String {
    CallPath("/public/Trades?assetVersion=1&pair=\(code)&count=\(count)").text
  }

  /// `{"BTC/USD":[["104810.0","0.01",1795147953.1234,"b","m","",61044952],…],"last":"…"}`: price,
  /// volume, time in seconds, the taker's side, kind, nothing, id; oldest first.
  public func readTrades(_ bytes: UnsafeBufferPointer<UInt8>, of code: String) -> [Trade]? {
    let names = KrakenAnswer.names(of: [code])
    var trades: [Trade]?
    let answer = KrakenAnswer(bytes) { key, scanner in
      guard names[key.string] != nil, scanner.kind == .array else { return scanner.skip() }
      trades = []
      scanner.readLists { scanner in
        if let trade = Self.readTrade(&scanner) { trades?.append(trade) } else { trades = nil }
      }
    }
    guard let answer, answer.error == nil else { return nil }
    return trades
  }

  private static func readTrade(_ scanner: inout JSONScanner) -> Trade? {
    var numbers: [JSONDecimal?] = []
    var isBuy: Bool?
    while numbers.count < 7, scanner.nextElement() {
      if numbers.count == 3 {
        isBuy = scanner.string()?.isBuy("b", sell: "s")
        numbers.append(nil)
      } else {
        numbers.append(scanner.number())
      }
    }
    guard numbers.count >= 3 else { return nil }
    return Trade(
      id: numbers.count > 6 ? numbers[6]?.integer : nil, toldPrice: numbers[0]?.double,
      volume: numbers[1]?.double,
      time: numbers[2].flatMap { Int64(exactly: ($0.double * 1_000).rounded(.down)) }, isBuy: isBuy)
  }
}

extension Kraken: HistorySource {
  /// A call gives at most this many trades, the oldest first. Five minutes hardly ever have so many.
  private static let tradesPerCall = 1_000
  private static let spanPerCall: Int64 = 300_000

  /// The stretch that one call covers.
  private static func asked(in range: Range<Int64>) -> Range<Int64> {
    max(range.lowerBound, range.upperBound - spanPerCall)..<range.upperBound
  }

  /// `since` is in nanoseconds and exclusive.
  public func historyPath(code: String, range: Range<Int64>) -> String {
    let since = Self.asked(in: range).lowerBound * 1_000_000 - 1
    let count = Self.tradesPerCall
    return CallPath(
      "/public/Trades?assetVersion=1&pair=\(code)&since=\(since)&count=\(count)"
    ).text
  }

  public func readHistory(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String, range: Range<Int64>
  ) -> HistoryPage? {
    guard let trades = readTrades(bytes, of: code) else { return nil }
    let asked = Self.asked(in: range)
    var page = HistoryPage(trades, in: range, knownFrom: asked.lowerBound)
    // The last second of a full page may lack its end.
    if trades.count >= Self.tradesPerCall, let newest = trades.map(\.time).max(),
      newest < asked.upperBound
    {
      page.knownUntil = newest - newest % 1_000
    }
    return page
  }
}
