import MarketData

/// Coinbase Exchange, USA. https://docs.cdp.coinbase.com/exchange (WebSocket feed and REST, read
/// 2026-11).
public struct Coinbase: TickerSource, MarketListSource, HistorySource, RecentTradesSource,
  ChartCandleSource
{
  public init() {}

  public let name = "coinbase"
  public let title = "Coinbase"
  public let baseline = "24 h"
  public let websocket = "wss://ws-feed.exchange.coinbase.com"
  public let rest = "https://api.exchange.coinbase.com"

  /// Codes are `BASE-QUOTE` in capitals: `BTC-USD`.
  public func markets(code: String) -> [Market] {
    let parts = code.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy(Currency.isName) else { return [] }
    return [Market(exchange: name, code: code, base: String(parts[0]), quote: String(parts[1]))]
  }

  public func market(base: String, quote: String) -> Market? { market(code: "\(base)-\(quote)") }

  /// A hundred messages in a second for an address ("WebSocket Rate Limits"), of which others behind
  /// the same address may want some.
  public let streamLimits = StreamLimits(sending: [.init(20, within: 1_000)])

  public let streamsTrades = true

  /// Heartbeats come each second, and say what time it is where nobody trades.
  private static let channels = #""matches","ticker","heartbeat""#
  /// The one channel of books that asks for no key.
  private static let bookChannel = #""level2_batch""#

  /// What is new is subscribed and what is old unsubscribed. A connection that has subscribed to
  /// nothing for five seconds is dropped, so the new comes first.
  public func requests(
    from old: Subscription, to new: Subscription, ticket: String
  ) -> [String] {
    func request(_ type: String, _ codes: [String], _ channels: String) -> [String] {
      guard !codes.isEmpty else { return [] }
      let list = codes.map { "\"\($0)\"" }.joined(separator: ",")
      return ["{\"type\":\"\(type)\",\"product_ids\":[\(list)],\"channels\":[\(channels)]}"]
    }
    func difference(_ codes: [String], without others: [String]) -> [String] {
      let others = Set(others)
      return codes.filter { !others.contains($0) }
    }
    return request("subscribe", difference(new.markets, without: old.markets), Self.channels)
      + request("subscribe", difference(new.books, without: old.books), Self.bookChannel)
      + request("unsubscribe", difference(old.markets, without: new.markets), Self.channels)
      + request("unsubscribe", difference(old.books, without: new.books), Self.bookChannel)
  }

  public var parser: MessageParser { { CoinbaseMessage.read($0, of: $1) } }

  /// One call tells the last trade and when it was, the other what the day was like.
  public func tickerCalls(codes: [String]) -> [TickerCall] {
    codes.flatMap { code in
      ["ticker", "stats"].map {
        TickerCall(codes: [code], path: CallPath("/products/\(code)/\($0)").text)
      }
    }
  }

  public func readTickers(
    _ bytes: UnsafeBufferPointer<UInt8>, asked: [String], of markets: MarketTable
  ) -> ParsedMessage {
    CoinbaseMessage.readTicker(bytes, of: asked.first.flatMap(markets.index))
  }

  /// A call gives so many trades, the newest first.
  private static let tradesPerCall = 1_000

  /// Older pages are asked for by what the page before says in its head, so the newest has to do.
  public func historyPath(code: String, range: Range<Int64>) -> String {
    tradesPath(code: code, count: Self.tradesPerCall)
  }

  public func tradesPath(code: String, count: Int) -> String {
    CallPath("/products/\(code)/trades?limit=\(count)").text
  }

  /// A call gives so many candles, and refuses to be asked for more.
  private static let candlesPerCall = 300

  public let candleSpans: [Int64] = [60_000, 300_000, 3_600_000, 86_400_000]

  /// Both ends are named, or neither counts; the end is the start of the last candle.
  public func candlesPath(code: String, span: Int64, before end: Int64, count: Int) -> String {
    let last = (end - 1) / span * span
    let first = last - Int64(min(count, Self.candlesPerCall) - 1) * span
    let (start, end) = (CivilTime(unix: first / 1_000).text, CivilTime(unix: last / 1_000).text)
    return CallPath(
      "/products/\(code)/candles?granularity=\(span / 1_000)&start=\(start)Z&end=\(end)Z"
    ).text
  }

  public let listPaths = ["/products", "/currencies"]
}
