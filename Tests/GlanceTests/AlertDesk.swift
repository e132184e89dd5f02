import MarketData

@testable import Glance

/// A desk with alerts, whose time and prices somebody turns by hand.
final class AlertDesk {
  var desk: Desk
  private var seconds: Int64 = 0
  /// 2026-11-20 05:05:00 UTC.
  private let start: Int64 = 1_795_151_100_000
  private let markets: [Market]

  /// Heard and without a price.
  init(
    _ rules: [AlertRule], markets: [String] = ["KRW-BTC", "KRW-ETH"], quiet: String? = nil,
    language: Language = .english, choices: Choices? = nil
  ) {
    self.markets = markets.map { code in
      let parts = code.split(separator: "-").map(String.init)
      return Market(exchange: "upbit", code: code, base: parts[1], quote: parts[0])
    }
    var settings = Settings(language: language)
    settings.alerts.rules = rules
    settings.alerts.quiet = quiet.flatMap { LocalHours($0) }
    desk = Desk(
      markets: self.markets.map {
        MarketState(market: $0, exchangeTitle: "Upbit", baseline: "09:00 KST")
      }, settings: settings, choices: choices)
    wait(0)
    link(.streaming)
  }

  var now: Moment { Moment(monotonic: seconds * 1_000, wall: start + seconds * 1_000) }

  func wait(_ seconds: Int64) {
    self.seconds += seconds
    desk.apply(.time(now, utcOffsetSeconds: 9 * 3_600))
  }

  func link(_ link: Link) {
    desk.apply(.update(.link(exchange: "upbit", link, heard: now.monotonic)))
  }

  /// A price, and a second that passes after it.
  /// - Returns: what came to the front.
  @discardableResult
  func price(
    _ price: Double, high: Double? = nil, low: Double? = nil, of market: Int = 0
  ) -> [AlertNews] {
    let ticker = Ticker(price: price, tradeTime: now.wall, dayLow: low, dayHigh: high)
    desk.apply(.update(.ticker(market: market, ticker)))
    let news = desk.rung
    wait(1)
    return news + desk.rung
  }

  func press(_ command: Command = .nextMarket) { desk.apply(.command(command)) }
}
