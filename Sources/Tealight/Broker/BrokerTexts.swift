import Glance
import MarketData
import State

/// What a broker is told of the desk, in JSON.
struct BrokerTexts {
  private let desk: Desk

  init(_ desk: Desk) { self.desk = desk }

  /// What is chosen and shown.
  /// - Parameter tellsMarkets: false while the market on the desk is a placeholder whose exchange is not asked.
  func state(tellsMarkets: Bool) -> String {
    let market = tellsMarkets ? desk.marketName.asJSON : "null"
    return JSON.object([
      ("market", market), ("page", desk.page.rawValue.asJSON),
      ("mood", desk.report.mood.rawValue.asJSON), ("theme", desk.theme.rawValue.asJSON),
      ("colours", desk.colours.rawValue.asJSON), ("language", desk.language.rawValue.asJSON),
      ("layout", desk.layout.rawValue.asJSON),
      ("currency", (desk.currency ?? Desk.ownCurrency).asJSON),
      ("rotate", "\(desk.rotateEverySeconds ?? 0)"),
      ("alert", "\(desk.alerts.front != nil)"), ("said", desk.scene.spoken.asJSON),
    ])
  }

  static func light(isOn: Bool, percent: Int) -> String {
    JSON.object([("state", isOn ? "\"ON\"" : "\"OFF\""), ("brightness", "\(percent)")])
  }

  /// What is said of a market, with the price in its own quote. A number that is not known is null,
  /// and a market that is no longer listed has no price.
  func market(_ id: MarketID) -> String {
    let market = desk.markets[id]
    let shown = market.isListed ? (market.price, market.change) : (nil, nil)
    return Self.textOfMarket(
      desk.link(of: id), price: shown.0, change: shown.1, baseline: market.baseline,
      time: market.lastTradeTime)
  }

  /// The text for a market of which nothing is known.
  static let unheardMarket = textOfMarket(.offline)

  /// - Parameter time: of the last trade, Unix milliseconds.
  private static func textOfMarket(
    _ link: Link, price: Double? = nil, change: Double? = nil, baseline: String? = nil,
    time: Int64? = nil
  ) -> String {
    JSON.object([
      ("price", JSON.number(price)), ("change", JSON.number(change)),
      ("baseline", baseline?.asJSON ?? "null"), ("link", link.rawValue.asJSON),
      ("time", JSON.number(time.map { Double($0) / 1_000 })),
    ])
  }

  /// How an exchange is heard.
  func feed(_ exchange: ExchangeState) -> String {
    Self.textOfFeed(exchange.link, exchange.failureReason)
  }

  /// The text for an exchange of which nothing is known.
  static let unheardFeed = textOfFeed(.offline, nil)

  private static func textOfFeed(_ link: Link, _ reason: FailureReason?) -> String {
    JSON.object([
      ("link", link.rawValue.asJSON), ("trouble", reason?.rawValue.asJSON ?? "null"),
    ])
  }

  static func gesture(_ name: String) -> String { JSON.object([("event_type", name.asJSON)]) }

  /// An alert that has come, with its sentence in the language of the screen.
  func alert(_ alert: FiredAlert) -> String {
    JSON.object([
      ("event_type", alert.condition.name.asJSON), ("market", "\(alert.market)".asJSON),
      ("price", JSON.number(alert.price)), ("figure", JSON.number(alert.figure)),
      ("sentence", alert.sentence(in: desk.language).asJSON),
    ])
  }
}
