import MarketData
import State
import Timing

/// A desk with alerts, whose time and prices somebody sets.
public final class AlertDesk {
  public var desk: Desk
  private var seconds: Int64 = 0
  /// 2026-11-20 05:05:00 UTC.
  private var start: Int64 = 1_795_151_100_000

  /// Heard and without a price.
  public init(
    _ rules: [AlertRule], markets: [String] = ["KRW-BTC", "KRW-ETH"], quiet: String? = nil,
    language: Language = .english, preferences: Preferences? = nil
  ) {
    let states = markets.map { MarketState.named($0) }
    var settings = Settings(language: language)
    settings.alerts.rules = rules
    settings.alerts.quiet = quiet.flatMap { LocalHours($0) }
    desk = Desk(markets: states, settings: settings, preferences: preferences)
    wait(0)
    for exchange in Set(states.map(\.market.exchange)) { link(.streaming, of: exchange) }
  }

  public var now: Moment { Moment(monotonic: seconds * 1_000, wall: start + seconds * 1_000) }

  /// Time passes as for a machine that is awake, which has a turn each second where a rule changes with time.
  public func wait(_ seconds: Int64) {
    for _ in 0..<seconds / 10 { sleep(10) }
    if seconds == 0 || seconds % 10 > 0 { sleep(seconds % 10) }
  }

  /// Time passes without a turn but the one at its end.
  public func sleep(_ seconds: Int64) {
    self.seconds += seconds
    desk.apply(.time(now, utcOffsetSeconds: 9 * 3_600))
  }

  /// Somebody sets the wall clock.
  public func setClock(by seconds: Int64) {
    start += seconds * 1_000
    wait(0)
  }

  public func link(_ link: Link, of exchange: String = "upbit") {
    desk.apply(.update(.link(exchange: exchange, link, heard: now.monotonic)))
  }

  /// A price, and a second that passes after it.
  /// - Returns: what came to the front.
  @discardableResult
  public func price(
    _ price: Double, high: Double? = nil, low: Double? = nil, of market: MarketID = 0
  ) -> [FiredAlert] {
    let ticker = Ticker(price: price, tradeTime: now.wall, dayLow: low, dayHigh: high)
    desk.apply(.update(.ticker(market: market, ticker)))
    let news = desk.alerts.fired
    wait(1)
    return news + desk.alerts.fired
  }

  /// Other markets are at the places from now on, all of them known.
  public func show(_ markets: [MarketID]) {
    desk.apply(.places(markets.map { Desk.Place([$0]) }, newcomers: []))
  }

  public func speak(_ market: MarketID, at place: PlaceID = 0) {
    desk.apply(.update(.selected(place, market)))
  }

  public func press(_ command: Command = .nextMarket) { desk.apply(.command(command)) }
}
