import MarketData

/// Coinbase Exchange, USA. https://docs.cdp.coinbase.com/exchange (WebSocket feed and REST, read
/// 2026-11).
public struct Coinbase: OrderBookSource, TradeTellingTickers {
  public init() {}

  public let name = "coinbase"
  public let title = "Coinbase"
  public let baseline = "24 h"
  public let exampleCode = "BTC-USD"
  public let websocket = "wss://ws-feed.exchange.coinbase.com"
  public let rest = "https://api.exchange.coinbase.com"

  /// Codes are `BASE-QUOTE` in capitals: `BTC-USD`.
  public func markets(code: String) -> [Market] {
    guard let (base, quote) = Currency.pair(in: code, separator: "-") else { return [] }
    return [Market(exchange: name, code: code, base: base, quote: quote)]
  }

  public func market(base: String, quote: String) -> Market? { market(code: "\(base)-\(quote)") }
}
