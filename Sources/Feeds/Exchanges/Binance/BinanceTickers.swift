import MarketData

extension Binance: MarketRankingSource {
  /// A call weighs 2 for up to this many codes, 40 for up to a hundred, and 80 for all.
  static let codesPerCall = 20

  /// Up to 400 codes in calls of 20; for more, one call for all markets. Up to 800 codes it weighs more than
  /// calls of 20 would, which is little of 6,000 a minute, and is one answer in place of 21 or more.
  public func tickerCalls(codes: [String]) -> [TickerCall] {
    guard codes.count <= 20 * Self.codesPerCall else {
      return [TickerCall(codes: codes, path: "/ticker/24hr?type=MINI")]
    }
    return codes.pieces(of: Self.codesPerCall).map { part in
      TickerCall(codes: part, path: "/ticker/24hr?type=MINI&symbols=" + Self.list(part))
    }
  }

  /// `[{"symbol":"BTCUSDT","openPrice":"…","highPrice":"…","lowPrice":"…","lastPrice":"…",
  /// "volume":"…","quoteVolume":"…","closeTime":…}]`, or one of them.
  public func readTickers(
    _ bytes: UnsafeBufferPointer<UInt8>, asked: [String], of markets: MarketTable
  ) -> ParsedMessage {
    var scanner = JSONScanner(bytes)
    var parsed = ParsedMessage()
    switch scanner.kind {
    case .object: Self.readTicker(&scanner, of: markets, into: &parsed)
    case .array:
      scanner.enter(.array)
      while scanner.nextElement() {
        guard scanner.kind == .object else {
          scanner.skip()
          parsed.dropped += 1
          continue
        }
        Self.readTicker(&scanner, of: markets, into: &parsed)
      }
    default: scanner.skip()
    }
    return scanner.isComplete ? parsed : ParsedMessage(isWellFormed: false, dropped: 1)
  }

  private static func readTicker(
    _ scanner: inout JSONScanner, of markets: MarketTable, into parsed: inout ParsedMessage
  ) {
    var code: JSONText?
    var last: JSONDecimal?
    var time: Int64?
    var ticker = Ticker(price: 0)
    scanner.enter(.object)
    while let key = scanner.nextKey() {
      if key == "symbol" {
        code = scanner.string()
      } else if key == "lastPrice" {
        last = scanner.number()
      } else if key == "openPrice" {
        ticker.baselinePrice = scanner.number()?.price
      } else if key == "highPrice" {
        ticker.dayHigh = scanner.number()?.price
      } else if key == "lowPrice" {
        ticker.dayLow = scanner.number()?.price
      } else if key == "volume" {
        ticker.volume = scanner.number()?.sum
      } else if key == "quoteVolume" {
        ticker.turnover = scanner.number()?.sum
      } else if key == "closeTime" {
        time = scanner.number()?.integer
      } else if key == "code" {
        parsed.rejection = "error" + (scanner.number()?.integer.map { " \($0)" } ?? "")
      } else {
        scanner.skip()
      }
    }
    guard parsed.rejection == nil else { return }
    guard let code, let last else {
      parsed.dropped += 1
      return
    }
    guard let market = markets.market(of: code) else { return }
    ticker.price = last.double
    ticker.decimals = last.decimals
    if ticker.price == 0 {
      // Where nothing was traded for 24 hours there is no price, and that is no mistake.
      parsed.statements.append(Statement(market: market, time: time))
    } else if ticker.price.isPrice {
      parsed.statements.append(Statement(market: market, ticker: ticker, time: time))
    } else {
      parsed.dropped += 1
    }
  }
}
