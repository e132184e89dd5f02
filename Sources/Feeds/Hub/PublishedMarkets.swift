import MarketData

/// The exchange that published markets have in their names: `hub:POWER`. It has no socket and no calls:
/// its prices come from a hub.
public struct PublishedMarkets: Exchange {
  public init() {}

  public let name = Market.exchangeOfPublished
  public let title = "Hub"
  public let baseline = ""
  public let exampleCode = "POWER"
  public let websocket = ""
  public let rest = ""
  public let streamLimits = StreamLimits()
  public let streamsTrades = false

  /// A code is one to twenty capitals and digits; the unit of the price comes with the price.
  public func markets(code: String) -> [Market] {
    Currency.isName(code) ? [Market(exchange: name, code: code, base: code, quote: "")] : []
  }

  public func market(base: String, quote: String) -> Market? { nil }

  public func requests(
    from old: Subscription, to new: Subscription, ticket: String
  ) -> [String] { [] }

  public var parser: MessageParser {
    { _, _ in ParsedMessage() }
  }
}
