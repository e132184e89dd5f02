import MarketData
import TestSupport
import Testing

@testable import State

@Suite("By which way one currency becomes another")
struct CurrencyWayTests {
  /// Markets with their prices, whether official rates are known, what is asked, and the answer. A
  /// dollar is 1,400 won, 0.8 euros and 150 yen; a dollar coin is 1 % less at Binance and 2 % more in
  /// won.
  struct Way: Sendable {
    let markets: [(String, Double)]
    var isOfficial = true
    let from: String
    let to: String
    let value: Double?
    var isRough = false

    init(
      _ markets: [(String, Double)], official isOfficial: Bool = true, _ from: String, _ to: String,
      _ value: Double?, rough isRough: Bool = false
    ) {
      (self.markets, self.isOfficial, self.from, self.to) = (markets, isOfficial, from, to)
      (self.value, self.isRough) = (value, isRough)
    }
  }

  static let won = [("upbit:KRW-USDT", 1_428.0)]
  static let ways: [Way] = [
    // A dollar coin by its own dollar price, else as a dollar, never by won.
    Way(won, "USDT", "EUR", 0.8, rough: true),
    Way(won, "USDT", "JPY", 150, rough: true),
    Way(won, "USDC", "EUR", 0.8, rough: true),
    Way(won, "EUR", "USDT", 1.25, rough: true),
    Way(won, "USDT", "USD", 1, rough: true),
    Way(won, "USDT", "USDC", 1, rough: true),
    Way(won + [("binance:USD-USDT", 0.99)], "USDT", "EUR", 0.792),
    Way(won + [("binance:USD-USDT", 0.99)], "USDT", "JPY", 148.5),
    Way(won + [("binance:USD-USDT", 0.99)], "JPY", "USDT", 1 / 148.5),
    Way(won + [("binance:USDT-EUR", 1.25)], "USDT", "EUR", 0.8),
    Way(won + [("binance:USDT-USDC", 1), ("binance:USDT-EUR", 1.25)], "USDC", "EUR", 0.8),
    // What is in won, by won.
    Way(won, "USDT", "KRW", 1_428),
    Way(won, "KRW", "USDT", 1 / 1_428),
    Way(won, "KRW", "EUR", 0.8 / 1_400),
    Way([], "USDT", "KRW", 1_400, rough: true),
    Way(won + [("upbit:KRW-USDC", 1_428)], "USDT", "USDC", 1),
    Way(won + [("binance:USDT-BTC", 100_000)], "BTC", "KRW", 142_800_000),
    // Where nothing else is known the premium is put up with, and marked.
    Way([("upbit:KRW-BTC", 140_000_000)], "BTC", "EUR", 80_000, rough: true),
    Way([("upbit:KRW-BTC", 140_000_000)], "EUR", "BTC", 1 / 80_000, rough: true),
    Way(
      [("upbit:KRW-BTC", 147_000_000), ("binance:USDT-BTC", 100_000)], "BTC", "EUR", 80_000,
      rough: true),
    Way(
      [("upbit:KRW-BTC", 140_000_000), ("coinbase:USD-BTC", 100_000)], "BTC", "EUR", 80_000),
    Way(
      won + [("binance:USDT-EUR", 1.25)], official: false, "KRW", "EUR", 0.8 / 1_428, rough: true),
    Way(
      won + [("binance:USD-USDT", 1)], official: false, "USD", "KRW", 1_428, rough: true),
    Way(won, official: false, "USDT", "EUR", nil),
    Way(won, official: false, "KRW", "USD", nil),
  ]

  @Test("dollar coins go by dollars, and the kimchi premium is never held unmarked")
  func converted() {
    for way in Self.ways {
      var desk = MoneyDesk.desk(of: way.markets.isEmpty ? ["upbit:KRW-XRP"] : way.markets.map(\.0))
      for (index, market) in way.markets.enumerated() {
        MoneyDesk.say(MarketID(index), market.1, &desk)
      }
      if way.isOfficial {
        let rates = ExchangeRates(
          base: "USD", units: ["KRW": 1_400, "EUR": 0.8, "JPY": 150], source: "ECB",
          time: MoneyDesk.wall, staleAfterMilliseconds: 86_400_000)
        desk.apply(.update(.rates([rates])))
      }
      let rate = desk.rate(from: way.from, to: way.to)
      let name = "\(way.from) to \(way.to) by \(way.markets)"
      #expect((rate == nil) == (way.value == nil), "\(name): \(rate?.source ?? "-")")
      guard let rate, let value = way.value else { continue }
      #expect(abs(rate.value / value - 1) < 1e-9, "\(name): \(rate.value) by \(rate.source)")
      #expect(rate.isRough == way.isRough, "\(name): by \(rate.source)")
    }
  }
}
