import MarketData
import TestSupport
import Testing
import Timing

@testable import State

@Suite("What the desk says of money")
struct MoneyTests {
  private static let wall: Int64 = 1_795_212_000_000

  private func desk(_ names: [String]) -> Desk {
    var desk = Desk(
      markets: names.map { .named($0) }, settings: Settings(language: .english))
    desk.apply(.time(Moment(monotonic: 100_000, wall: Self.wall), utcOffsetSeconds: 0))
    return desk
  }

  private let usual = ["KRW-BTC", "binance:USDT-BTC", "KRW-USDT"]

  private func say(_ updates: Update..., to desk: inout Desk) {
    for update in updates { desk.apply(.update(update)) }
  }

  private func price(_ market: MarketID, _ price: Double) -> Update {
    .ticker(market: market, Ticker(price: price))
  }

  private func rates(_ won: Double, age: Int64 = 3_600_000) -> Update {
    .rates([
      ExchangeRates(
        base: "USD", units: ["KRW": won], source: "ECB", time: Self.wall - age,
        staleAfterMilliseconds: 86_400_000)
    ])
  }

  @Test("the premium is known by both rates once everything is, and not before")
  func premium() throws {
    var desk = desk(usual)
    #expect(desk.premium(base: "BTC") == nil)
    say(
      price(0, 147_000_000), price(1, 100_000),
      .link(exchange: "upbit", .streaming, heard: 99_000), to: &desk)
    #expect(desk.premium(base: "BTC") == nil)
    say(.link(exchange: "binance", .streaming, heard: 98_000), to: &desk)
    #expect(desk.premium(base: "BTC")?.official == nil)
    say(rates(1_400), to: &desk)
    #expect(abs(desk.premium(base: "BTC")!.official!.fraction - 0.05) < 1e-12)
    #expect(desk.premium(base: "BTC")?.byCoin == nil)
    say(price(2, 1_500), to: &desk)
    let premium = try #require(desk.premium(base: "BTC"))
    #expect(abs(premium.byCoin!.fraction + 0.02) < 1e-12)
    #expect(premium.byCoin?.source == "Upbit" && premium.byCoin?.rateAge == 1_000)
    #expect(premium.official?.age == 3_600_000 && premium.byCoin?.age == 2_000)
    #expect(premium.dollar.currency == "USDT" && premium.dollar.source == "Binance")
    #expect(premium.official?.isStale == false && premium.byCoin?.isStale == false)
    #expect(desk.premium(base: "ETH") == nil)
  }

  @Test("a market that is found to trade against another currency has a premium, or none")
  func listed() {
    var desk = desk(["KRW-BTC", "binance:BTC-BTC", "KRW-USDT"])
    func list(_ quote: String) {
      let code = desk.markets[1].market.code
      let names = MarketNames(english: "Bitcoin", korean: "비트코인")
      let listing = Listing(code: code, base: "BTC", quote: quote, names: names)
      desk.apply(.update(.listing(market: 1, listing)))
    }
    list("EUR")
    #expect(desk.premiumBases.isEmpty)
    list("USDT")
    #expect(desk.premiumBases == ["BTC"])
  }

  @Test("it is stale while one of the exchanges is, or while the rate is")
  func stale() {
    for link in [Link.stale, .offline] {
      var desk = desk(usual)
      say(
        price(0, 147), price(1, 0.1), price(2, 1_408), rates(1_400),
        .link(exchange: "upbit", .streaming, heard: 99_000),
        .link(exchange: "binance", link, heard: 10_000), to: &desk)
      #expect(desk.premium(base: "BTC")?.official?.isStale == true)
      #expect(desk.premium(base: "BTC")?.byCoin?.isStale == true)
      say(.link(exchange: "binance", .polling, heard: 99_000), to: &desk)
      // Only what is told from then on is of now.
      #expect(desk.premium(base: "BTC")?.official?.isStale == true)
      MoneyDesk.wait(1_000, &desk)
      say(price(1, 0.1), to: &desk)
      #expect(desk.premium(base: "BTC")?.official?.isStale == false)
      say(rates(1_400, age: 86_400_001), to: &desk)
      #expect(desk.premium(base: "BTC")?.official?.isStale == true)
      #expect(desk.premium(base: "BTC")?.byCoin?.isStale == false)
    }
  }

  @Test("a dollar coin's price is a rate under its own name, from the exchange that says it")
  func coins() {
    var desk = desk(["KRW-USDT", "kraken:USD-USDC", "USDT-USDC"])
    say(
      price(0, 1_408), price(1, 0.999), price(2, 1.001),
      .link(exchange: "upbit", .streaming, heard: 40_000),
      .link(exchange: "kraken", .streaming, heard: 100_000), to: &desk)
    #expect(desk.coinRates.map(\.base) == ["USDT", "USDC"])
    #expect(desk.coinRates.map(\.source) == ["Upbit", "Kraken"])
    #expect(desk.coinRates[0].rate(from: "USDT", to: "KRW") == 1_408)
    #expect(desk.coinRates[0].rate(from: "USD", to: "KRW") == nil)
    #expect(desk.coinRates[0].age(at: Self.wall) == 60_000)
    #expect(desk.rates.isEmpty)
  }

  @Test("what CoinGecko says is kept with the time when it said so, facts for an hour")
  func gecko() {
    var desk = desk(usual)
    var trending = Trending()
    trending.coins = [Trending.Coin(id: "x", symbol: "X", name: "X")]
    var facts = CoinFacts(id: "bitcoin", symbol: "BTC", name: "Bitcoin", currency: "USD")
    facts.heard = 9
    say(.trending(trending, heard: 7), .facts(["BTC": facts]), to: &desk)
    let known = desk.reference
    #expect(known.trending == trending && known.trendingHeard == 7)
    #expect(known.facts(of: "BTC", at: 3_600_009) == facts)
    #expect(known.facts(of: "BTC", at: 3_600_010) == nil && known.facts(of: "ETH", at: 9) == nil)
  }

  static let precisions: [(String, Double, Int)] = [
    ("USD", 105_269.64, 2), ("USD", 2.208, 3), ("USD", 0.0000087, 9), ("KRW", 148_737_000, 0),
    ("KRW", 512.3, 1), ("KRW", 0.01228, 5), ("JPY", 1_000, 0), ("USD", 0, 2), ("USD", 1e-300, 12),
    ("USD", .infinity, 2),
  ]

  @Test("a converted price has four digits at least", arguments: precisions)
  func decimals(currency: String, price: Double, decimals: Int) {
    #expect(Money.decimals(of: currency, near: price) == decimals)
  }
}
