import MarketData

/// The dogechain.info block explorer, which says what a DOGE costs in dollars, and nothing else of
/// a market: no trades, no times, no history. It has not been heard since 2024, so it is tried
/// patiently, and DOGE is shown from an exchange that still trades it.
public struct Dogechain: FixedMarketList, Replaceable {
  public init() {}

  public let name = "dogechain"
  public let title = "Dogechain"
  public let baseline = "24 h"
  public var exampleCode: String { Self.market.code }
  public let websocket = "wss://ws.dogechain.info/inv"
  public let rest = "https://dogechain.info"

  static let market = Market(
    exchange: "dogechain", code: "DOGE-USD", base: "DOGE", quote: "USD")

  public func markets(code: String) -> [Market] { code == Self.market.code ? [Self.market] : [] }

  public func market(base: String, quote: String) -> Market? { market(code: "\(base)-\(quote)") }

  public let fixedList = [
    Listing(
      code: market.code, base: market.base, quote: market.quote,
      names: MarketNames(english: "Dogecoin", korean: "도지코인"))
  ]
}
