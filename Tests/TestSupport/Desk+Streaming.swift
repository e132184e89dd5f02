import MarketData
import State
import Timing

extension Desk {
  /// A desk whose exchange streams, after some updates.
  ///
  /// - Parameters:
  ///   - markets: all of one exchange.
  ///   - now: when all of it happens.
  ///   - exchangeTime: what the exchange's clock shows then; nil where it shows the board's time.
  public static func streaming(
    _ updates: [Update] = [], markets: [MarketState] = [.upbit("BTC")],
    settings: Settings = Settings(language: .english), at now: Moment, exchangeTime: Int64? = nil,
    utcOffsetSeconds: Int = 0
  ) -> Desk {
    var desk = Desk(markets: markets, settings: settings)
    let exchange = markets[0].market.exchange
    desk.apply(.time(now, utcOffsetSeconds: utcOffsetSeconds))
    let offset = (exchangeTime ?? now.wall) - now.monotonic
    for update in [
      .clock(exchange: exchange, offset: offset),
      .link(exchange: exchange, .streaming, heard: now.monotonic),
    ] + updates {
      desk.apply(.update(update))
    }
    return desk
  }
}
