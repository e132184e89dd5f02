import MarketData

/// Bithumb, Korea: API 2.x, which speaks Upbit's dialect, and what only 1.x has.
/// https://apidocs.bithumb.com (v2.1.5 and v1.2.0, read 2026-10).
public struct Bithumb: FallbackSource, MarketRankingSource, HistorySource, RecentTradesSource,
  ChartCandleSource, WalletSource
{
  public init() {}

  public let name = "bithumb"
  public let title = "Bithumb"
  /// Its day begins at midnight in Seoul.
  public let baseline = "00:00 KST"
  public let websocket = "wss://ws-api.bithumb.com/websocket/v1"
  /// The host alone: 2.x lies below `/v1`, and 1.x below `/public`.
  public let rest = "https://api.bithumb.com"
  public var fallbacks: [(endpoint: String, exchange: any Exchange)] {
    [("pubwss", BithumbClassic())]
  }

  /// Codes are `QUOTE-BASE` in capitals: `KRW-BTC`.
  public func markets(code: String) -> [Market] {
    Upbit().markets(code: code).map {
      Market(exchange: name, code: code, base: $0.base, quote: $0.quote)
    }
  }

  public func market(base: String, quote: String) -> Market? { market(code: "\(quote)-\(base)") }

  /// Nothing is documented of messages on a connection: as gently as with Upbit.
  public let streamLimits = StreamLimits(
    sending: [.init(5, within: 1_000), .init(100, within: 60_000)])

  public let streamsTrades = true

  /// Whether a second request replaces the first is not documented, so it always names every code.
  public func requests(
    from old: Subscription, to new: Subscription, ticket: String
  ) -> [String] {
    func type(_ name: String, _ codes: [String]) -> String {
      let list = codes.map { "\"\($0)\"" }.joined(separator: ",")
      return codes.isEmpty ? "" : "{\"type\":\"\(name)\",\"codes\":[\(list)]},"
    }
    return [
      "[{\"ticket\":\"\(ticket)\"}," + type("ticker", new.markets) + type("trade", new.markets)
        + type("orderbook", new.books) + "{\"format\":\"DEFAULT\"}]"
    ]
  }

  public var parser: MessageParser { { UpbitMessage.read($0, of: $1, isStream: true) } }

  public func tickerCalls(codes: [String]) -> [TickerCall] {
    // There is no call for all of them.
    codes.pieces(of: 100).map { part in
      TickerCall(codes: part, path: CallPath("/v1/ticker?markets=\(part)").text)
    }
  }

  /// Errors come with status 200, too.
  public func readTickers(
    _ bytes: UnsafeBufferPointer<UInt8>, asked: [String], of markets: MarketTable
  ) -> ParsedMessage {
    UpbitMessage.read(bytes, of: markets, isStream: false)
  }

  /// There are no candles of seconds.
  public let candleSpans: [Int64] = [60_000, 300_000, 3_600_000, 86_400_000]

  /// `to` is Korean time, and an offset or a Z behind it is refused.
  public func candlesPath(code: String, span: Int64, before end: Int64, count: Int) -> String {
    let kind = span == 86_400_000 ? "days" : "minutes/\(span / 60_000)"
    let to = CivilTime(unix: (end + KoreanTime.aheadMilliseconds) / 1_000).text
    return CallPath(
      "/v1/candles/\(encoded: kind)?market=\(code)&count=\(min(count, 200))&to=\(to)"
    ).text
  }

  public func readCandles(
    _ bytes: UnsafeBufferPointer<UInt8>, of code: String, span: Int64
  ) -> [Candle]? {
    Upbit().readCandles(bytes, of: code, span: span)
  }

  public let listPaths = ["/v1/market/all?isDetails=true", "/v1/market/virtual_asset_warning"]

  public func readList(
    _ bytes: UnsafeBufferPointer<UInt8>, part: Int, into list: inout [Listing]
  ) -> Bool {
    part == 0
      ? Upbit().readList(bytes, part: 0, into: &list) : Self.readWarnings(bytes, into: &list)
  }

  public let walletPaths = ["/public/assetsstatus/ALL", "/public/assetsstatus/multichain/ALL"]
}
