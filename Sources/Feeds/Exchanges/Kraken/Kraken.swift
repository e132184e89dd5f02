import MarketData

/// Kraken, USA. https://docs.kraken.com/exchange (Spot WebSocket v2 and REST, read 2026-11).
public struct Kraken: OrderBookSource, AnsweringTickers {
  public init() {}

  public let name = "kraken"
  public let title = "Kraken"
  public let baseline = "24 h"
  public let exampleCode = "BTC/USD"
  public let websocket = "wss://ws.kraken.com/v2"
  public let rest = "https://api.kraken.com/0"

  /// Codes are those of the stream, `BASE/QUOTE` in capitals: `BTC/USD`.
  public func markets(code: String) -> [Market] {
    guard let (base, quote) = Currency.pair(in: code, separator: "/") else { return [] }
    return [Market(exchange: name, code: code, base: base, quote: quote)]
  }

  public func market(base: String, quote: String) -> Market? { market(code: "\(base)/\(quote)") }
}

extension Kraken: RateLimited {
  /// One call in a second, whatever it asks for.
  public var buckets: [String: TokenBucket] { ["calls": TokenBucket(1, per: 1_000)] }

  public func weight(of path: String) -> CallWeight { CallWeight("calls") }
}
