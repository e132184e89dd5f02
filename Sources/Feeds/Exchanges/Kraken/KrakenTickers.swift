import MarketData

extension Kraken: MarketRankingSource {
  /// A URL easily holds this many codes.
  private static let codesPerCall = 100

  /// Without `assetVersion` answers go by the old names: XXBTZUSD.
  public func tickerCalls(codes: [String]) -> [TickerCall] {
    codes.pieces(of: Self.codesPerCall).map { part in
      TickerCall(codes: part, path: CallPath("/public/Ticker?assetVersion=1&pair=\(part)").text)
    }
  }

  /// `{"BTC/USD":{"a":["104810.1","1","1.0"],"b":[…],"c":["104810.0","0.01"],"v":[today, 24 h],
  /// "p":[…],"l":[…],"h":[…],"o":"104300.0"},…}`: ask, bid, last, volume, average, low, high. It
  /// says neither when that was nor what the price was a day ago: `o` is that of midnight UTC.
  public func readTickers(
    _ bytes: UnsafeBufferPointer<UInt8>, asked: [String], of markets: MarketTable
  ) -> ParsedMessage {
    var parsed = ParsedMessage()
    let codes = KrakenAnswer.names(of: asked)
    let answer = KrakenAnswer(bytes) { key, scanner in
      guard let code = codes[key.string],
        let market = markets.market(of: code), scanner.kind == .object
      else { return scanner.skip() }
      if let ticker = Self.readTicker(&scanner), parsed.statements.count < asked.count {
        parsed.statements.append(Statement(market: market, ticker: ticker))
      } else {
        parsed.dropped += 1
      }
    }
    guard let answer else { return ParsedMessage(isWellFormed: false, dropped: 1) }
    guard let error = answer.error else { return parsed }
    return ParsedMessage(rejection: error, failureReason: answer.failureReason)
  }

  private static func readTicker(_ scanner: inout JSONScanner) -> Ticker? {
    // The first two numbers of each list.
    var values: [String: [JSONDecimal?]] = [:]
    scanner.enter(.object)
    while let key = scanner.nextKey() {
      guard ["a", "b", "c", "h", "l", "p", "v"].contains(key.name) else {
        scanner.skip()
        continue
      }
      var numbers: [JSONDecimal?] = []
      scanner.readArray {
        if numbers.count < 2 { numbers.append($0.number()) } else { $0.skip() }
      }
      values[key.name] = numbers
    }
    func number(_ key: String, _ index: Int) -> JSONDecimal? {
      guard let list = values[key], index < list.count else { return nil }
      return list[index]
    }
    func value(_ key: String, _ index: Int) -> Double? { number(key, index)?.price }
    guard let last = number("c", 0), let price = last.price else { return nil }
    let volume = number("v", 1)?.sum
    return Ticker(
      price: price, dayLow: value("l", 1), dayHigh: value("h", 1), volume: volume,
      turnover: number("p", 1)?.sum.flatMap { average in volume.map { $0 * average } },
      bid: value("b", 0), ask: value("a", 0), decimals: last.decimals)
  }
}
