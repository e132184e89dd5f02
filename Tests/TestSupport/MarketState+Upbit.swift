import MarketData
import State

extension MarketState {
  /// A market of Upbit in won, as a desk begins with it: `KRW-BTC` for `BTC`.
  public static func upbit(_ base: String) -> MarketState {
    MarketState(
      market: Market(exchange: "upbit", code: "KRW-\(base)", base: base, quote: "KRW"),
      exchangeTitle: "Upbit", baseline: "09:00 KST")
  }
}
