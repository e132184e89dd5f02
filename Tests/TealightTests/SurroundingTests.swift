import Configuration
import Feeds
import MarketData
import Testing

@testable import Tealight

@Suite("Rates and CoinGecko over the wire", .serialized)
struct SurroundingTests {
  @Test("every source of rates says what a dollar is worth", arguments: Catalogue.rateSources)
  func sources(name: String) throws {
    let bench = try SurroundingBench(sources: [name])
    #expect(bench.until { !$0.rates.isEmpty }, "\(bench.log)")
    let won = try #require(bench.rates.first?.rate(from: "USD", to: "KRW"))
    #expect(500...3_000 ~= won)
    #expect(bench.rates.count == 1)
    #expect(bench.log == ["\(name): exchange rates received"])
  }

  @Test(
    "where the first does not answer as it should, the next one speaks",
    arguments: [
      "rest-status=503", "rest-html", "rest-error=401", "rest-error=403", "rest-truncate",
    ])
  func fallback(fault: String) throws {
    let bench = try SurroundingBench("openexchangerates:\(fault)")
    #expect(bench.until { !$0.rates.isEmpty }, "\(bench.log)")
    #expect(bench.rates.map(\.source) == ["Frankfurter"])
    #expect(
      bench.log.count == 2 && bench.log[0].hasPrefix("openexchangerates: no exchange rates"))
  }

  @Test("a wrong key is named, and never shown")
  func wrongKey() throws {
    let bench = try SurroundingBench(key: "not-a-key")
    #expect(bench.until { !$0.rates.isEmpty })
    #expect(bench.log[0].contains("invalid_app_id") && !bench.log[0].contains("not-a-key"))
  }

  @Test("rates that are days old are not enough while somebody has newer ones")
  func stale() throws {
    let bench = try SurroundingBench(
      "frankfurter:stale-rates=8", sources: ["frankfurter", "er-api"])
    #expect(bench.until { $0.rates.count == 2 }, "\(bench.log)")
    let now = bench.clock.now().wall
    #expect(bench.rates.best(from: "USD", to: "KRW", at: now)?.source == "Exchange Rate API")
  }

  @Test("nobody is believed whose certificate is another's")
  func otherAuthority() throws {
    let bench = try SurroundingBench("other-ca")
    #expect(bench.until { $0.log.count >= 3 })
    #expect(bench.rates.isEmpty)
  }

  @Test("what is trending and what coins are worth comes from CoinGecko")
  func gecko() throws {
    let bench = try SurroundingBench(sources: [])
    bench.want(trending: true, "BTC", "DOGE")
    #expect(bench.until { $0.facts.count == 2 }, "\(bench.log)")
    #expect(bench.facts["BTC"]?.id == "bitcoin" && bench.facts["BTC"]?.rank == 1)
    #expect(bench.facts["DOGE"]?.id == "dogecoin" && bench.facts["DOGE"]?.marketCap ?? 0 > 0)
    #expect(150...170 ~= bench.facts["BTC"]?.week.count ?? 0)
    #expect(bench.rates.isEmpty)
  }

  @Test("prices that are null or text spoil nothing", arguments: ["null-fields", "price-text"])
  func geckoFields(fault: String) throws {
    let bench = try SurroundingBench("coingecko:\(fault)", sources: [])
    bench.want(trending: true)
    #expect(bench.until { $0.trending != nil }, "\(bench.log)")
    #expect(bench.trending?.coins.isEmpty == false)
  }

  @Test(
    "every form of an error is understood",
    arguments: [
      "rest-status=429", "rest-html", "rest-blocked", "error-form=A|rest-status=429",
      "error-form=C|rest-error=403",
      "rest-status=401",
    ])
  func geckoErrors(faults: String) throws {
    let list = faults.split(separator: "|").map { "coingecko:\($0)" }
    let bench = try SurroundingBench(list[0], list.last!, sources: [])
    bench.want(trending: true)
    #expect(bench.until { !$0.log.isEmpty })
    #expect(bench.log.count == 1 && bench.log[0].hasPrefix("coingecko: no data: "))
    #expect(bench.trending == nil)
  }

  @Test("a person may ask once: for rates, for a name, for what is trending")
  func lookup() throws {
    let bench = try SurroundingBench(sources: [])
    for name in Catalogue.rateSources {
      let source = try #require(Catalogue.rateSource(name, appID: Secret(SurroundingBench.key)))
      let rates = try bench.lookup(name).rates(["EUR", "KRW"], from: source)
      #expect(rates.knows("KRW") && rates.knows("EUR"))
    }
    let gecko = CoinGecko()
    let found = try bench.lookup("coingecko").search("doge", on: gecko)
    #expect(found.coins.contains { $0.id == "dogecoin" })
    #expect(try bench.lookup("coingecko").search("도지&x=1", on: gecko).coins.count < 5)
    #expect(try !bench.lookup("coingecko").trending(on: gecko).coins.isEmpty)
    #expect(throws: Lookup.Failure.self) {
      try bench.lookup("nobody").rates(["KRW"], from: Frankfurter())
    }
  }
}
