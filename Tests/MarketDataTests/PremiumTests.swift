import Testing

@testable import MarketData

@Suite("The premium of won over dollars")
struct PremiumTests {
  private static let noon: Int64 = 1_795_212_000_000

  private func quotation(
    _ price: Double, _ currency: String, age: Int64 = 0, isStale: Bool = false
  ) -> Quotation {
    Quotation(price: price, currency: currency, source: "X", age: age, isStale: isStale)
  }

  private func rates(
    _ base: String, won: Double, age: Int64 = 0, source: String = "ECB"
  ) -> ExchangeRates {
    ExchangeRates(
      base: base, units: ["KRW": won], source: source, time: Self.noon - age,
      staleAfterMilliseconds: 10_000)
  }

  private func compare(
    won: Quotation, dollar: Quotation, rates: [ExchangeRates], coins: [ExchangeRates]
  ) -> Premium? {
    Premium(won: won, dollar: dollar, rates: rates, coins: coins, at: Self.noon)
  }

  @Test("it is told by the official rate and by the coin's own price, with the ages of both")
  func both() throws {
    let premium = try #require(
      compare(
        won: quotation(147_000_000, "KRW", age: 40), dollar: quotation(100_000, "USDT", age: 900),
        rates: [rates("USD", won: 1_400, age: 5_000)],
        coins: [rates("USDT", won: 1_500, age: 30, source: "Upbit")]))
    let official = try #require(premium.official)
    let byCoin = try #require(premium.byCoin)
    #expect(abs(official.fraction - 0.05) < 1e-12)
    #expect(abs(byCoin.fraction + 0.02) < 1e-12)
    #expect((official.source, official.rateAge, official.age) == ("ECB", 5_000, 5_000))
    #expect((byCoin.source, byCoin.rateAge, byCoin.age) == ("Upbit", 30, 900))
    #expect(!official.isStale && !byCoin.isStale)
  }

  @Test("what is not known is nil, and the other is told all the same")
  func unknown() {
    let (won, dollar) = (quotation(147, "KRW"), quotation(0.1, "USDT"))
    let (rate, coin) = (rates("USD", won: 1_400), rates("USDT", won: 1_408))
    let noCoin = compare(won: won, dollar: dollar, rates: [rate], coins: [])
    #expect(noCoin?.official != nil && noCoin?.byCoin == nil)
    let noRate = compare(won: won, dollar: dollar, rates: [], coins: [coin])
    #expect(noRate?.official == nil && noRate?.byCoin != nil)
  }

  @Test("dollars are not converted as a coin, nor one coin as another")
  func otherCoin() {
    let coin = rates("USDT", won: 1_408)
    for currency in ["USD", "USDC", "FDUSD"] {
      let premium = compare(
        won: quotation(147, "KRW"), dollar: quotation(0.1, currency), rates: [coin], coins: [coin])
      #expect(premium != nil && premium?.official == nil && premium?.byCoin == nil)
    }
  }

  @Test(
    "prices in other currencies have no premium",
    arguments: [("KRW", "EUR"), ("USDT", "USDT"), ("BTC", "USDT"), ("USD", "KRW"), ("KRW", "KRW")])
  func otherCurrencies(won: String, dollar: String) {
    let premium = compare(
      won: quotation(1, won), dollar: quotation(1, dollar), rates: [rates("USD", won: 1_400)],
      coins: [rates("USDT", won: 1_408)])
    #expect(premium == nil)
  }

  @Test("one stale part makes it stale", arguments: 0..<3)
  func stale(which: Int) {
    let premium = compare(
      won: quotation(147, "KRW", isStale: which == 0),
      dollar: quotation(0.1, "USDT", isStale: which == 1),
      rates: [rates("USD", won: 1_400, age: which == 2 ? 10_001 : 0)],
      coins: [rates("USDT", won: 1_408)])
    #expect(premium?.official?.isStale == true)
    #expect(premium?.byCoin?.isStale == (which < 2))
  }

  @Test("it is exact from a millionth of a millionth up", arguments: [1e-12, 1e-6, 1, 1e6, 1e12])
  func extremes(price: Double) throws {
    let premium = compare(
      won: quotation(price * 1_400 * 1.1, "KRW"), dollar: quotation(price, "USDT"),
      rates: [rates("USD", won: 1_400)], coins: [])
    #expect(abs(try #require(premium?.official).fraction - 0.1) < 1e-12)
  }
}
