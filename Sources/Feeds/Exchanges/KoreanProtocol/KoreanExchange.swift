import MarketData

/// An exchange that speaks the protocol which Upbit and Bithumb (API 2.x) have in common: codes,
/// requests, messages, and the answers to most calls. Its paths and limits are its own.
protocol KoreanExchange: TradeTellingTickers, AnsweringTickers {}

extension KoreanExchange {
  public var exampleCode: String { "KRW-BTC" }

  /// Codes are `QUOTE-BASE` in capitals: `KRW-BTC`.
  public func markets(code: String) -> [Market] {
    guard let (quote, base) = Currency.pair(in: code, separator: "-") else { return [] }
    return [Market(exchange: name, code: code, base: base, quote: quote)]
  }

  /// The quotes, including those of Upbit's other regions (Upbit's reference, "List Trading Pairs").
  private static var quotes: [String] { ["KRW", "BTC", "USDT", "SGD", "IDR", "THB"] }

  public func market(base: String, quote: String) -> Market? {
    Self.quotes.contains(quote) ? market(code: "\(quote)-\(base)") : nil
  }

  /// Five messages in a second and a hundred in a minute (Upbit's reference, "Rate Limits"; Bithumb
  /// documents nothing).
  public var streamLimits: StreamLimits {
    StreamLimits(sending: [.init(5, within: 1_000), .init(100, within: 60_000)])
  }
  public var streamsTrades: Bool { true }

  /// A request that carries a subscription. It always names every code, since it replaces the one
  /// before it.
  /// - Parameter depth: a suffix of each code that asks for a depth of the books.
  func request(_ subscription: Subscription, ticket: String, depth: String = "") -> String {
    func type(_ name: String, _ codes: [String], suffix: String = "") -> String {
      let list = codes.map { "\"\($0)\(suffix)\"" }.joined(separator: ",")
      return codes.isEmpty ? "" : "{\"type\":\"\(name)\",\"codes\":[\(list)]},"
    }
    return "[{\"ticket\":\"\(ticket)\"}," + type("ticker", subscription.markets)
      + type("trade", subscription.markets)
      + type("orderbook", subscription.books, suffix: depth) + "{\"format\":\"DEFAULT\"}]"
  }

  /// The answer is a list of tickers whose code stands under `market`. Errors may come with status
  /// 200.
  public func readTickers(
    _ bytes: UnsafeBufferPointer<UInt8>, asked: [String], of markets: MarketTable
  ) -> ParsedMessage {
    KoreanMessage.read(bytes, of: markets, isStream: false)
  }
}

/// What the clocks of Korean exchanges show: some stamps are of Korean time, and some count
/// microseconds.
enum KoreanTime {
  /// How far Korea is ahead of UTC, all year.
  static let aheadMilliseconds: Int64 = 9 * 3_600_000
  private static let leewayMilliseconds: Int64 = 600_000

  /// A larger stamp than this counts microseconds: as milliseconds it would be of the year 5138.
  static let millisecondsMax: Int64 = 100_000_000_000_000

  /// Whether a stamp was made as if Korean time were UTC.
  /// - Parameter civil: the same time in UTC, from the fields beside the stamp.
  static func isAhead(_ milliseconds: Int64, of civil: CivilTime) -> Bool {
    ExchangeClock.era.contains(milliseconds)
      && abs(milliseconds - civil.unix * 1_000 - aheadMilliseconds) <= leewayMilliseconds
  }
}
