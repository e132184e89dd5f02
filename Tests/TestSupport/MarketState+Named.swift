import Feeds
import MarketData
import State

extension MarketState {
  /// A market as a desk begins with it, by exchange, quote and base: `binance:USDT-BTC`, and
  /// `KRW-BTC` for one of Upbit.
  public static func named(_ name: String) -> MarketState {
    let parts = name.split(separator: ":").map(String.init)
    let exchange = parts.count == 1 ? "upbit" : parts[0]
    let pair = parts.last!.split(separator: "-").map(String.init)
    return MarketState(
      market: Market(exchange: exchange, code: parts.last!, base: pair[1], quote: pair[0]),
      exchangeTitle: exchange.prefix(1).uppercased() + exchange.dropFirst(), baseline: "09:00 KST")
  }

  /// A market of Upbit in won: `KRW-BTC` for `BTC`.
  public static func upbit(_ base: String) -> MarketState { named("KRW-\(base)") }

  /// A market as the exchange itself names it.
  public init(_ code: String, of exchange: any Exchange) {
    self.init(
      market: exchange.market(code: code)!, exchangeTitle: exchange.title,
      baseline: exchange.baseline, tellsTrades: exchange.streamsTrades)
  }
}
