/// Bithumb, Korea: API 2.x, which speaks the protocol of `KoreanExchange`, and what only 1.x has.
/// https://apidocs.bithumb.com (v2.1.5 and v1.2.0, read 2026-10).
public struct Bithumb: BithumbAPI, OrderBookSource {
  public init() {}

  public let title = "Bithumb"
  public let websocket = "wss://ws-api.bithumb.com/websocket/v1"
}

extension Bithumb: FallbackSource {
  public var fallbacks: [(endpoint: String, exchange: any Exchange)] {
    [("pubwss", BithumbClassic())]
  }
}

/// One of Bithumb's two APIs, which share their REST host: lists, history, candles and wallets are
/// the same. They differ in the stream and in the tickers.
protocol BithumbAPI: KoreanExchange, MarketRankingSource, DailyHistorySource, ChartCandleSource,
  WalletSource
{}

extension BithumbAPI {
  public var name: String { "bithumb" }
  /// Its day begins at midnight in Seoul.
  public var baseline: String { "00:00 KST" }
  /// The host alone: 2.x lies below `/v1`, and 1.x below `/public`.
  public var rest: String { "https://api.bithumb.com" }
}
