import MarketData
import State
import Timing

/// A desk where money is known: bitcoin in won and in a dollar coin, the coin in won, and a rate.
public enum MoneyDesk {
  public static let wall: Int64 = 1_795_212_000_000

  public static func desk(
    of codes: [String] = ["upbit:KRW-BTC", "binance:USDT-BTC", "upbit:KRW-USDT"],
    _ change: (inout Settings) -> Void = { _ in }
  ) -> Desk {
    var settings = Settings()
    change(&settings)
    var desk = Desk(markets: codes.map { .named($0) }, settings: settings)
    wait(0, &desk)
    for exchange in ["upbit", "binance", "coinbase"] {
      desk.apply(.update(.link(exchange: exchange, .streaming, heard: 100_000)))
    }
    return desk
  }

  public static func wait(_ milliseconds: Int64, _ desk: inout Desk, utcOffsetSeconds: Int = 0) {
    let monotonic = max(100_000, desk.now.monotonic + milliseconds)
    let now = Moment(monotonic: monotonic, wall: wall + monotonic - 100_000)
    desk.apply(.time(now, utcOffsetSeconds: utcOffsetSeconds))
  }

  /// A market's price now, and what the day began with.
  public static func say(
    _ market: MarketID, _ price: Double, from baseline: Double? = nil, _ desk: inout Desk
  ) {
    var ticker = Ticker(price: price)
    ticker.baselinePrice = baseline
    desk.apply(.update(.ticker(market: market, ticker)))
  }

  public static func sayRate(_ won: Double, age: Int64 = 3_600_000, _ desk: inout Desk) {
    let rates = ExchangeRates(
      base: "USD", units: ["KRW": won, "EUR": 0.8], source: "ECB", time: wall - age,
      staleAfterMilliseconds: 86_400_000)
    desk.apply(.update(.rates([rates])))
  }

  /// All of it: 1 % over the official rate, 1 % under the coin's.
  public static func known(_ change: (inout Settings) -> Void = { _ in }) -> Desk {
    var desk = desk(change)
    say(0, 141_400_000, from: 140_000_000, &desk)
    say(1, 100_000, &desk)
    say(2, 1_428, &desk)
    sayRate(1_400, &desk)
    return desk
  }
}
