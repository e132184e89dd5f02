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

  /// What is said of a market: the price in its own quote, and no number that is not known. One that is not
  /// listed any more has none.
  func market(_ id: MarketID) -> String {
    let market = desk.markets[id]
    let shown = market.isListed ? (market.price, market.change) : (nil, nil)
    return JSON.object([
      ("price", JSON.number(shown.0)), ("change", JSON.number(shown.1)),
      ("baseline", market.baseline.asJSON), ("link", desk.link(of: id).rawValue.asJSON),
      (
        "time",
        market.lastTradeTime.map { JSON.number(Double($0) / 1_000) } ?? "null"
      ),
    ])
  }

  /// What is said of a market of which nothing is known.
  static let unheardMarket = JSON.object([
    ("price", "null"), ("change", "null"), ("baseline", "null"),
    ("link", Link.offline.rawValue.asJSON), ("time", "null"),
  ])

  /// The same of an exchange.
  static let unheardFeed = JSON.object([
    ("link", Link.offline.rawValue.asJSON), ("trouble", "null"),
  ])

  /// How an exchange is heard.
  func feed(_ exchange: ExchangeState) -> String {
    JSON.object([
      ("link", exchange.link.rawValue.asJSON),
      ("trouble", exchange.failureReason?.rawValue.asJSON ?? "null"),
    ])
  }

  static func gesture(_ name: String) -> String { JSON.object([("event_type", name.asJSON)]) }

  /// That an alert has come, with its sentence in the language of the screen.
  func alert(_ alert: FiredAlert) -> String {
    JSON.object([
      ("event_type", alert.condition.name.asJSON), ("market", "\(alert.market)".asJSON),
      ("price", JSON.number(alert.price)), ("figure", JSON.number(alert.figure)),
      ("sentence", alert.sentence(in: desk.language).asJSON),
    ])
  }
}
