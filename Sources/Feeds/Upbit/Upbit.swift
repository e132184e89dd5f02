import MarketData

/// Upbit, Korea. https://docs.upbit.com/kr/reference (WebSocket and REST, read 2026-10).
public struct Upbit: MarketRankingSource, HistorySource, RecentTradesSource, ChartCandleSource,
  RateLimited, RateLimitHeaders
{
  public init() {}

  public let name = "upbit"
  public let title = "Upbit"
  /// The change counts from the close of the UTC day, which is nine in the morning in Seoul.
  public let baseline = "09:00 KST"
  public let websocket = "wss://api.upbit.com/websocket/v1"
  public let rest = "https://api.upbit.com/v1"

  /// Codes are `QUOTE-BASE` in capitals: `KRW-BTC`.
  public func markets(code: String) -> [Market] {
    let parts = code.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy(Currency.isName) else { return [] }
    return [Market(exchange: name, code: code, base: String(parts[1]), quote: String(parts[0]))]
  }

  /// Codes are `QUOTE-BASE`; what nobody trades there is told by the list.
  public func market(base: String, quote: String) -> Market? { market(code: "\(quote)-\(base)") }

  /// Five messages in a second and a hundred in a minute (reference, "Rate Limits").
  public let streamLimits = StreamLimits(
    sending: [.init(5, within: 1_000), .init(100, within: 60_000)])

  public let streamsTrades = true

  /// A new request replaces the one before it, so it always names every code.
  public func requests(
    from old: Subscription, to new: Subscription, ticket: String
  ) -> [String] {
    func type(_ name: String, _ codes: [String], suffix: String = "") -> String {
      let list = codes.map { "\"\($0)\(suffix)\"" }.joined(separator: ",")
      return codes.isEmpty ? "" : "{\"type\":\"\(name)\",\"codes\":[\(list)]},"
    }
    return [
      "[{\"ticket\":\"\(ticket)\"}," + type("ticker", new.markets) + type("trade", new.markets)
        + type("orderbook", new.books, suffix: ".15") + "{\"format\":\"DEFAULT\"}]"
    ]
  }

  public var parser: MessageParser { { UpbitMessage.read($0, of: $1, isStream: true) } }

  /// A URL holds so many codes with ease.
  private static let codesPerCall = 100

  /// More than fit into a call come with everything that is paid in the same.
  public func tickerCalls(codes: [String]) -> [TickerCall] {
    if codes.isEmpty { return [] }
    if codes.count <= Self.codesPerCall {
      return [TickerCall(codes: codes, path: CallPath("/ticker?markets=\(codes)").text)]
    }
    let quotes = Set(codes.map { String($0.prefix { $0 != "-" }) }).sorted()
    return [TickerCall(codes: codes, path: CallPath("/ticker/all?quote_currencies=\(quotes)").text)]
  }

  /// The answer is a list of tickers whose code stands under `market`.
  public func readTickers(
    _ bytes: UnsafeBufferPointer<UInt8>, asked: [String], of markets: MarketTable
  ) -> ParsedMessage {
    UpbitMessage.read(bytes, of: markets, isStream: false)
  }

  /// A call gives so many candles, of whatever span.
  private static let candlesPerCall = 200

  /// Candles of a second. `to` is exclusive.
  public func historyPath(code: String, range: Range<Int64>) -> String {
    candlesPath(
      code: code, span: 1_000, before: range.upperBound, count: Self.secondsAsked(in: range))
  }

  /// Seconds without a trade have no candle: an answer that is not full reaches back to all of it.
  public func readHistory(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String, range: Range<Int64>
  ) -> HistoryPage? {
    guard let candles = readCandles(bytes, of: code, span: 1_000) else { return nil }
    // An answer without a candle, or with none so old, says nothing.
    guard let oldest = candles.first?.start, oldest < range.upperBound else {
      return HistoryPage(candles: [], knownFrom: range.upperBound)
    }
    return HistoryPage(
      candles: candles, knownFrom: candles.count < Self.secondsAsked(in: range) ? nil : oldest)
  }

  private static func secondsAsked(in range: Range<Int64>) -> Int {
    min(candlesPerCall, max(1, Int((range.upperBound - range.lowerBound) / 1_000)))
  }

  public let candleSpans: [Int64] = [1_000, 60_000, 300_000, 3_600_000, 86_400_000]

  public func candlesPath(code: String, span: Int64, before end: Int64, count: Int) -> String {
    let kind =
      switch span {
      case 86_400_000: "days"
      case 60_000...: "minutes/\(span / 60_000)"
      default: "seconds"
      }
    let (count, to) = (min(count, Self.candlesPerCall), CivilTime(unix: end / 1_000).text)
    return CallPath("/candles/\(encoded: kind)?market=\(code)&count=\(count)&to=\(to)Z").text
  }

  public let listPaths = ["/market/all?is_details=true"]

  /// Markets, candles, trades, tickers and books are limited each by itself: ten in a second.
  public func weight(of path: String) -> CallWeight {
    CallWeight(String(path.dropFirst().prefix { $0 != "/" && $0 != "?" }))
  }

  public let buckets: [String: TokenBucket] = [:]

  /// `Remaining-Req: group=ticker; min=600; sec=9`; `min` is a constant of old.
  public func usage(_ headers: [Header]) -> RateLimitUsage? {
    guard let value = headers.last(where: { $0.name == "remaining-req" })?.value else { return nil }
    for part in value.split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1).map(\.trimmed)
      if pair.count == 2, pair[0] == "sec" { return Int(pair[1]).map { .left($0) } }
    }
    return nil
  }
}

extension Substring {
  /// Without spaces and tabs around it.
  fileprivate var trimmed: Substring {
    var text = self
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}
