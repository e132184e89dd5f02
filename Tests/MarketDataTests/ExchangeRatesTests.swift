import Testing

@testable import MarketData

@Suite("Exchange rates")
struct ExchangeRatesTests {
  private static let day: Int64 = 86_400_000
  private static let noon: Int64 = 1_795_212_000_000

  private func rates(
    _ base: String = "USD", _ units: [String: Double] = ["KRW": 1_400, "EUR": 0.8, "JPY": 150],
    source: String = "ECB", age: Int64 = 0, staleAfter: Int64 = day
  ) -> ExchangeRates {
    ExchangeRates(
      base: base, units: units, source: source, time: Self.noon - age,
      staleAfterMilliseconds: staleAfter)
  }

  @Test("a rate goes from the base, to it, across it, and is 1 from a currency to itself")
  func rate() {
    #expect(rates().rate(from: "USD", to: "KRW") == 1_400)
    #expect(rates().rate(from: "KRW", to: "USD").map { 2_800 * $0 } == 2)
    #expect(rates().rate(from: "EUR", to: "KRW") == 1_750)
    #expect(rates().rate(from: "KRW", to: "KRW") == 1)
    #expect(rates().rate(from: "USD", to: "USD") == 1)
  }

  @Test(
    "of what a source does not know it has no rate",
    arguments: [("USD", "TWD"), ("TWD", "USD"), ("USDT", "KRW"), ("", "KRW"), ("usd", "KRW")])
  func unknown(from: String, to: String) {
    #expect(rates().rate(from: from, to: to) == nil)
  }

  @Test("a dollar coin is no dollar, and a dollar no coin")
  func coin() {
    let coin = rates("USDT", ["KRW": 1_408])
    #expect(coin.rate(from: "USDT", to: "KRW") == 1_408)
    #expect(coin.rate(from: "USD", to: "KRW") == nil)
    #expect(rates().rate(from: "USDT", to: "KRW") == nil)
  }

  @Test("a rate beyond all numbers is none")
  func extremes() {
    let rates = rates("USD", ["AAA": 1e-300, "BBB": 1e300])
    #expect(rates.rate(from: "AAA", to: "BBB") == nil)
    #expect(rates.rate(from: "BBB", to: "AAA") == nil)
    #expect(self.rates("USD", ["KRW": 1e15]).rate(from: "USD", to: "KRW") == 1e15)
  }

  @Test("there and back is the same amount")
  func roundTrip() throws {
    for (from, to) in [("USD", "KRW"), ("EUR", "JPY"), ("KRW", "EUR")] {
      let there = try #require(rates().rate(from: from, to: to))
      let back = try #require(rates().rate(from: to, to: from))
      #expect(abs(there * back - 1) < 1e-15 * 4)
    }
  }

  @Test("rates are stale after their time, and never too young")
  func stale() {
    #expect(!rates(age: Self.day).isStale(at: Self.noon))
    #expect(rates(age: Self.day + 1).isStale(at: Self.noon))
    #expect(rates(age: -Self.day).age(at: Self.noon) == 0)
  }

  @Test("the first that is fresh and knows both is taken, else the first that knows both")
  func best() {
    let (fresh, old) = (rates(source: "fresh"), rates(source: "old", age: 2 * Self.day))
    let narrow = rates("USD", ["EUR": 0.8], source: "narrow")
    func best(_ all: ExchangeRates...) -> String? {
      all.best(from: "USD", to: "KRW", at: Self.noon)?.source
    }
    #expect(best(old, narrow, fresh) == "fresh")
    #expect(best(fresh, rates(source: "second")) == "fresh")
    #expect(best(narrow, old) == "old")
    #expect(best(narrow) == nil && best() == nil)
  }
}
