import MarketData

/// Kraken, USA. https://docs.kraken.com/exchange (Spot WebSocket v2 and REST, read 2026-11).
public struct Kraken: MarketRankingSource, HistorySource, RecentTradesSource, ChartCandleSource,
  RateLimited
{
  public init() {}

  public let name = "kraken"
  public let title = "Kraken"
  public let baseline = "24 h"
  public let websocket = "wss://ws.kraken.com/v2"
  public let rest = "https://api.kraken.com/0"

  /// Codes are those of the stream, `BASE/QUOTE` in capitals: `BTC/USD`.
  public func markets(code: String) -> [Market] {
    let parts = code.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy(Currency.isName) else { return [] }
    return [Market(exchange: name, code: code, base: String(parts[0]), quote: String(parts[1]))]
  }

  public func market(base: String, quote: String) -> Market? { market(code: "\(base)/\(quote)") }

  public let streamLimits = StreamLimits()
  public let streamsTrades = true

  /// Levels of a book on each side, of those that may be asked for.
  static let bookDepth = 25

  /// What is new is subscribed and what is old unsubscribed; each code has an answer of its own.
  public func requests(
    from old: Subscription, to new: Subscription, ticket: String
  ) -> [String] {
    func request(_ method: String, _ codes: [String], without others: [String], _ channel: String)
      -> [String]
    {
      let others = Set(others)
      let codes = codes.filter { !others.contains($0) }
      guard !codes.isEmpty else { return [] }
      let list = codes.map { "\"\($0)\"" }.joined(separator: ",")
      return [
        "{\"method\":\"\(method)\",\"params\":{\"channel\":\(channel),\"symbol\":[\(list)]}}"
      ]
    }
    func change(_ old: [String], _ new: [String], _ channel: String) -> [String] {
      request("subscribe", new, without: old, channel)
        + request("unsubscribe", old, without: new, channel)
    }
    return change(old.markets, new.markets, #""trade","snapshot":false"#)
      + change(old.markets, new.markets, #""ticker""#)
      + change(old.books, new.books, "\"book\",\"depth\":\(Self.bookDepth)")
  }

  public var parser: MessageParser { { KrakenMessage.read($0, of: $1) } }

  /// One call in a second, whatever it asks for.
  public let buckets = ["calls": TokenBucket(1, per: 1_000)]

  public func weight(of path: String) -> CallWeight { CallWeight("calls") }

  /// A URL holds so many codes with ease.
  private static let codesPerCall = 100

  /// Without `assetVersion` answers go by the old names: XXBTZUSD.
  public func tickerCalls(codes: [String]) -> [TickerCall] {
    codes.pieces(of: Self.codesPerCall).map { part in
      TickerCall(codes: part, path: CallPath("/public/Ticker?assetVersion=1&pair=\(part)").text)
    }
  }

  /// A call gives so many trades, the oldest first; where they do not reach to the end, what lies
  /// between is not known. In five minutes there are hardly ever so many.
  static let tradesPerCall = 1_000
  private static let pastPerCall: Int64 = 300_000

  /// The stretch that one call covers.
  static func pastAsked(in range: Range<Int64>) -> Range<Int64> {
    max(range.lowerBound, range.upperBound - pastPerCall)..<range.upperBound
  }

  /// `since` is in nanoseconds and exclusive.
  public func historyPath(code: String, range: Range<Int64>) -> String {
    let since = Self.pastAsked(in: range).lowerBound * 1_000_000 - 1
    let count = Self.tradesPerCall
    return CallPath(
      "/public/Trades?assetVersion=1&pair=\(code)&since=\(since)&count=\(count)"
    ).text
  }

  public func tradesPath(code: String, count: Int) -> String {
    CallPath("/public/Trades?assetVersion=1&pair=\(code)&count=\(count)").text
  }

  public let candleSpans: [Int64] = [60_000, 300_000, 3_600_000, 86_400_000]

  /// `since` is exclusive; what comes after `end` comes as well.
  public func candlesPath(code: String, span: Int64, before end: Int64, count: Int) -> String {
    let since = (end - Int64(count) * span) / 1_000 - 1
    return CallPath(
      "/public/OHLC?assetVersion=1&pair=\(code)&interval=\(span / 60_000)&since=\(since)"
    ).text
  }

  public let listPaths = ["/public/AssetPairs?assetVersion=1"]
}
