import MarketData

extension Coinbase: RecentTradesSource {
  public func tradesPath(code: String, count: Int) -> String {
    CallPath("/products/\(code)/trades?limit=\(count)").text
  }

  /// `[{"trade_id":7,"side":"sell","size":"0.01","price":"104810.01","time":"2026-11-20T…Z"},…]`,
  /// newest first; the side is that of the order that was there before.
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
  /// A call gives so many trades, the newest first.
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
    // How long a page is, is up to the exchange: what is older than its last trade is not known.
    guard let oldest = trades.map(\.time).min() else { return .silent }
    let second = oldest - oldest % 1_000
    let isFull = trades.count >= Self.tradesPerCall
    // Of the millisecond in which a full page begins, more may be on the page before.
    var page = HistoryPage(trades, in: range, knownFrom: isFull ? oldest + 1 : oldest)
    // The second in which the page begins is asked for again, as a whole.
    page.cursor = trades.first { $0.time > second + 999 }?.id
    guard isFull, page.cursor == nil else { return page }
    // More was traded in one second than a page holds. Where it is wanted it stays unknown, and what lies
    // before it is asked for; where it is on the way to what is wanted, page after page goes by.
    if second < range.upperBound {
      page.resumesBefore = second
    } else {
      page.cursor = trades.first?.id
    }
    return page
  }
}
