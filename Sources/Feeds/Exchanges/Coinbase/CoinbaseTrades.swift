import MarketData

extension Coinbase: RecentTradesSource {
  public func tradesPath(code: String, count: Int) -> String {
    CallPath("/products/\(code)/trades?limit=\(count)").text
  }

  /// `[{"trade_id":7,"side":"sell","size":"0.01","price":"104810.01","time":"2026-11-20T…Z"},…]`,
  /// newest first; the side is that of the maker's order.
  public func readTrades(_ bytes: UnsafeBufferPointer<UInt8>, of code: String) -> [Trade]? {
    JSONScanner.readValues(bytes) { scanner -> Trade? in
      var id: Int64?
      var price: Double?
      var volume: Double?
      var time: Int64?
      var isBuy: Bool?
      while let key = scanner.nextKey() {
        if key == "trade_id" {
          id = scanner.number()?.integer
        } else if key == "price" {
          price = scanner.number()?.double
        } else if key == "size" {
          volume = scanner.number()?.double
        } else if key == "time" {
          time = Timestamp.milliseconds(scanner.string())
        } else if key == "side" {
          isBuy = scanner.string()?.isBuy("sell", sell: "buy")
        } else {
          scanner.skip()
        }
      }
      return Trade(id: id, toldPrice: price, volume: volume, time: time, isBuy: isBuy)
    }?.reversed()
  }
}

extension Coinbase: CursorHistorySource {
  /// A call gives at most this many trades, the newest first.
  private static let tradesPerCall = 1_000

  /// The newest page.
  public func historyPath(code: String, range: Range<Int64>) -> String {
    tradesPath(code: code, count: Self.tradesPerCall)
  }

  /// `after` means older (Coinbase Exchange, REST API, "Pagination").
  public func historyPath(code: String, before cursor: Int64) -> String {
    tradesPath(code: code, count: Self.tradesPerCall) + "&after=\(cursor)"
  }

  public func readHistory(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String, range: Range<Int64>
  ) -> HistoryPage? {
    guard let trades = readTrades(bytes, of: code) else { return nil }
    // The exchange decides how long a page is: nothing before its oldest trade is known.
    guard let oldest = trades.map(\.time).min() else { return .silent }
    let second = oldest - oldest % 1_000
    let isFull = trades.count >= Self.tradesPerCall
    // The millisecond in which a full page begins may have more trades on the page before.
    var page = HistoryPage(trades, in: range, knownFrom: isFull ? oldest + 1 : oldest)
    // The second in which the page begins is asked for again, as a whole.
    page.cursor = trades.first { $0.time > second + 999 }?.id
    guard isFull, page.cursor == nil else { return page }
    // One second has more trades than a page holds. If it is in the range, it stays unknown, and the
    // time before it is asked for. If it is after the range, the page before this one is asked for.
    if second < range.upperBound {
      page.resumesBefore = second
    } else {
      page.cursor = trades.first?.id
    }
    return page
  }
}
