import MarketData
import TestSupport
import Testing

@testable import State

@Suite("What brings an alert")
struct AlertRuleTests {
  /// A rule, prices a second apart, and which of them bring it (from 0).
  struct Walk: Sendable, CustomTestStringConvertible {
    let name: String
    let condition: AlertRule.Condition
    let prices: [Double]
    let fires: [Int]
    var testDescription: String { name }

    init(
      _ name: String, _ condition: AlertRule.Condition, _ prices: [Double], fires: [Int]
    ) {
      (self.name, self.condition, self.prices, self.fires) = (name, condition, prices, fires)
    }
  }

  static let walks = [
    Walk("crossed once", .above(100), [98, 99, 100, 101, 102], fires: [2]),
    Walk("trembles about the level", .above(100), [99, 100, 99.9, 100, 99.6, 101], fires: [1]),
    Walk(
      "goes back by half a per cent", .above(100), [99, 100, 99.5, 100, 99.4, 101],
      fires: [1, 3, 5]),
    Walk("is above at the start", .above(100), [101, 102, 103], fires: []),
    Walk("is above at the start, and crosses later", .above(100), [101, 99.4, 100], fires: [2]),
    Walk("nearly there at the start", .above(100), [99.9, 100], fires: [1]),
    Walk("falls below", .below(100), [101, 100, 100.4, 99, 100.5, 100], fires: [1, 5]),
    Walk("is below at the start", .below(100), [99, 98], fires: []),
    Walk("prices that are none", .above(100), [99, 0, -5, .infinity, .nan, 100], fires: [5]),
    Walk("moves up", .change(percent: 3, withinMinutes: 1), [100, 101, 102.9, 103], fires: [3]),
    Walk("moves down", .change(percent: 3, withinMinutes: 1), [100, 99, 97], fires: [2]),
    Walk(
      "moves from the lowest price, not from the first", .change(percent: 3, withinMinutes: 1),
      [100, 98, 100, 101], fires: [3]),
    Walk(
      "moves too slowly", .change(percent: 3, withinMinutes: 1),
      (0..<300).map { 100 + Double($0) * 0.04 }, fires: []),
    Walk(
      "moves and stays", .change(percent: 3, withinMinutes: 1), [100, 103, 103, 103], fires: [1]),
    Walk(
      "moves again once the first move is over", .change(percent: 3, withinMinutes: 1),
      [100, 103] + Array(repeating: 103, count: 61) + [107], fires: [1, 63]),
  ]

  @Test("it comes when it is crossed, and again only once things have gone back", arguments: walks)
  func fires(walk: Walk) {
    let bench = AlertDesk([AlertRule(walk.condition)])
    let fires = walk.prices.indices.filter { !bench.price(walk.prices[$0]).isEmpty }
    #expect(fires == walk.fires)
  }

  @Test("a new day high is higher than all before it, and the first prices of a day are none")
  func dayHigh() {
    let bench = AlertDesk([AlertRule(.dayHigh)])
    #expect(bench.price(100, high: 110).isEmpty)
    #expect(bench.price(110, high: 110).isEmpty)
    let news = bench.price(111, high: 111)
    #expect(news.map(\.figure) == [111])
    #expect(bench.price(112, high: 112).isEmpty)
    // Back by half a per cent: 111.44.
    #expect(bench.price(111.4, high: 112).isEmpty)
    #expect(!bench.price(113, high: 113).isEmpty)
    #expect(bench.price(112, high: 113).isEmpty)
    // Another day begins where the price stands.
    #expect(bench.price(112, high: 112).isEmpty)
    #expect(bench.price(112.1, high: 112.1).isEmpty)
    #expect(bench.price(111, high: 112.1).isEmpty)
    #expect(!bench.price(113, high: 113).isEmpty)
  }

  @Test("a record that leaves the last 24 hours while the price is far from it takes no alert away")
  func sinkingHigh() {
    let bench = AlertDesk([AlertRule(.dayHigh)])
    for high in [110.0, 108, 105] { #expect(bench.price(100, high: high).isEmpty) }
    #expect(bench.price(106, high: 106).map(\.figure) == [106])
  }

  @Test("a price below a day high that nobody heard of is none")
  func unheardHigh() {
    let bench = AlertDesk([AlertRule(.dayHigh)])
    bench.price(149, high: 150)
    bench.link(.stale)
    bench.wait(3_600)
    bench.link(.streaming)
    #expect(bench.price(152, high: 155).isEmpty)
    #expect(bench.price(156, high: 156).map(\.figure) == [156])
  }

  @Test("a new day low is lower than all before it")
  func dayLow() {
    let bench = AlertDesk([AlertRule(.dayLow)])
    #expect(bench.price(100, low: 90).isEmpty)
    #expect(bench.price(90, low: 90).isEmpty)
    #expect(bench.price(89.9, low: 89.9).map(\.figure) == [89.9])
    #expect(bench.price(89, low: 89).isEmpty)
    #expect(bench.price(89.5, low: 89).isEmpty)
    #expect(!bench.price(88, low: 88).isEmpty)
  }

  @Test("a record leaves with its day, and not with a range that was told before it")
  func recordOfYesterday() {
    let bench = AlertDesk([AlertRule(.dayLow)])
    bench.price(100, low: 90)
    for low in [89.0, 90, 89] {
      bench.price(89, low: low)
      #expect(bench.desk.page == .alert)
    }
    bench.price(89.1, low: 89.1)
    bench.wait(10)
    #expect(bench.desk.page == .glance)
    #expect(bench.price(89, low: 89).isEmpty)
  }

  @Test("a day that is told of later than a record takes it away only where it stays so")
  func lateRange() {
    let bench = AlertDesk([AlertRule(.dayLow)])
    bench.price(89.2, low: 89.1)
    #expect(bench.price(89, low: 89).map(\.figure) == [89])
    bench.price(89.1, low: 89.1)
    #expect(bench.desk.page == .alert)
    #expect(bench.price(89.1, low: 89).isEmpty && bench.desk.page == .alert)
    bench.wait(60)
    #expect(bench.desk.page == .alert)
    bench.price(89.1, low: 89.1)
    bench.wait(8)
    #expect(bench.desk.page == .alert)
    bench.wait(1)
    #expect(bench.desk.page == .glance)
    #expect(bench.price(89, low: 89).isEmpty)
  }

  @Test("old prices alert nobody; what they moved meanwhile does")
  func stale() {
    let bench = AlertDesk([AlertRule(.above(100))])
    bench.price(99)
    bench.link(.stale)
    bench.wait(1)
    #expect(bench.price(101).isEmpty)
    bench.link(.streaming)
    bench.wait(1)
    #expect(bench.desk.page == .alert)
  }

  @Test("what a board slept through is no move of the minute in which it wakes")
  func slept() {
    let bench = AlertDesk([AlertRule(.change(percent: 1, withinMinutes: 1))])
    bench.price(100)
    bench.price(100)
    bench.sleep(32_768)
    // What is heard first is that nothing was.
    bench.link(.stale)
    bench.wait(1)
    bench.link(.streaming)
    #expect(bench.price(103).isEmpty)
    #expect(!bench.price(105).isEmpty)
  }

  @Test("what a board slept through is nobody's silence")
  func sleptThroughSilence() {
    let bench = AlertDesk([AlertRule(.feedLost(afterSeconds: 60))])
    bench.price(100)
    let heard = bench.now.monotonic
    bench.sleep(3_600)
    bench.desk.apply(.update(.link(exchange: "upbit", .stale, heard: heard)))
    bench.wait(59)
    #expect(bench.desk.page != .alert)
    bench.wait(1)
    #expect(bench.desk.page == .alert)
  }

  @Test("a price from before an outage is no price of now until its own market is heard")
  func oldPriceOfAnother() {
    let bench = AlertDesk(
      [AlertRule(.change(percent: 3, withinMinutes: 10))], markets: ["KRW-BTC", "KRW-ETH"])
    bench.price(100, of: 1)
    bench.link(.stale)
    bench.wait(3_600)
    bench.price(50, of: 0)
    bench.link(.streaming)
    bench.wait(1)
    #expect(bench.price(104, of: 1).isEmpty)
    bench.wait(1)
    #expect(!bench.price(108, of: 1).isEmpty)
  }

  @Test("a day's range from before an outage is none of now until it is told again")
  func oldRange() {
    let bench = AlertDesk([AlertRule(.dayHigh)])
    func tell(_ price: Double, high: Double?) {
      var ticker = Ticker(price: price)
      ticker.dayHigh = high
      bench.desk.apply(.update(.ticker(market: 0, ticker)))
    }
    tell(90, high: 100)
    bench.wait(1)
    bench.link(.stale)
    bench.wait(3_600)
    tell(105, high: nil)
    bench.link(.streaming)
    bench.wait(1)
    tell(105, high: 110)
    bench.wait(1)
    #expect(bench.desk.alerts.fired.isEmpty && bench.desk.page == .glance)
    tell(111, high: 111)
    bench.wait(1)
    #expect(bench.desk.page == .alert)
  }

  @Test("a feed that was heard is lost after its time, once for an exchange")
  func feedLost() {
    let bench = AlertDesk([AlertRule(.feedLost(afterSeconds: 60))])
    bench.link(.stale)
    bench.wait(59)
    #expect(bench.desk.alerts.fired.isEmpty)
    bench.wait(1)
    #expect(bench.desk.alerts.fired.map(\.market.code) == ["KRW-BTC"])
    bench.wait(100)
    #expect(bench.desk.alerts.fired.isEmpty && bench.desk.page == .alert)
    bench.link(.polling)
    bench.wait(1)
    #expect(bench.desk.page == .glance)
  }

  @Test("a feed that answers pings and tells of no market is lost all the same")
  func lostAndAnswering() {
    let bench = AlertDesk([AlertRule(.feedLost(afterSeconds: 60))])
    for _ in 0..<59 {
      bench.link(.stale)
      bench.wait(1)
      #expect(bench.desk.alerts.fired.isEmpty)
    }
    bench.link(.stale)
    bench.wait(1)
    #expect(bench.desk.alerts.fired.count == 1 && bench.desk.page == .alert)
  }

  @Test("a feed that was never heard was not lost")
  func neverHeard() {
    let bench = AlertDesk([AlertRule(.feedLost(afterSeconds: 5))])
    bench.desk.apply(.update(.link(exchange: "upbit", .offline, heard: nil)))
    bench.wait(1_000)
    #expect(bench.desk.alerts.fired.isEmpty && bench.desk.page == .glance)
  }

  @Test("the premium is counted in its own per cents, at the market in won alone")
  func premium() {
    let bench = AlertDesk(
      [AlertRule(.premiumAbove(3)), AlertRule(.premiumBelow(-1))],
      markets: ["KRW-BTC", "USDT-BTC", "KRW-USDT"])
    bench.price(1_000, of: 2)
    bench.price(100, of: 1)
    var seen: [String] = []
    for won in [100_000.0, 102_900, 103_000, 102_600, 103_000, 102_500, 103_000, 99_000] {
      seen += bench.price(won).map { "\($0.condition.name) \($0.market.code)" }
    }
    #expect(
      seen == ["premium_above KRW-BTC", "premium_above KRW-BTC", "premium_below KRW-BTC"])
  }

  @Test("the premium of a market that a rule names is that of its own price")
  func namedPremium() {
    var rule = AlertRule(.premiumAbove(3))
    rule.markets = [Market(exchange: "bithumb", code: "KRW-BTC", base: "BTC", quote: "KRW")]
    let bench = AlertDesk(
      [rule], markets: ["KRW-BTC", "bithumb:KRW-BTC", "USDT-BTC", "KRW-USDT"])
    bench.price(1_000, of: 3)
    bench.price(100, of: 2)
    #expect(bench.price(100_000, of: 1).isEmpty)
    #expect(bench.price(104_000, of: 0).isEmpty)
    #expect(bench.price(103_000, of: 1).map(\.market.exchange) == ["bithumb"])
  }

  /// A dollar is a thousand won.
  private func official(_ bench: AlertDesk) -> ExchangeRates {
    ExchangeRates(
      base: "USD", units: ["KRW": 1_000], source: "ECB", time: bench.now.wall,
      staleAfterMilliseconds: 60_000)
  }

  @Test("a premium that is taken by another rate is another number, which nobody crossed")
  func otherRate() {
    let bench = AlertDesk(
      [AlertRule(.premiumAbove(2)), AlertRule(.premiumBelow(1))],
      markets: ["KRW-BTC", "USDT-BTC", "KRW-USDT"])
    bench.price(1_027, of: 2)
    bench.price(100, of: 1)
    // By the coin 0.3 %, officially 3 %.
    #expect(bench.price(103_000).isEmpty)
    let official = self.official(bench)
    func say(_ rates: [ExchangeRates]) { bench.desk.apply(.update(.rates(rates))) }
    say([official])
    #expect(bench.price(103_000).isEmpty)
    say([])
    #expect(bench.price(103_000).isEmpty)
    #expect(bench.price(104_800).map(\.condition.name) == ["premium_above"])
    // It goes on, as one alert.
    say([official])
    #expect(bench.price(104_800).isEmpty && bench.desk.alerts.alarms.count == 1)
  }

  @Test("what holds by one rate, and not by the other, fires once the other crosses the level")
  func heldByOtherRate() {
    let bench = AlertDesk(
      [AlertRule(.premiumBelow(1))], markets: ["KRW-BTC", "USDT-BTC", "KRW-USDT"])
    bench.price(1_010, of: 2)
    bench.price(100, of: 1)
    // By the coin 0.3 %, officially 1.3 %, which is nearer to the level than the hysteresis.
    #expect(bench.price(101_300).isEmpty)
    let official = self.official(bench)
    bench.desk.apply(.update(.rates([official])))
    #expect(bench.price(101_300).isEmpty)
    #expect(bench.price(100_800).map(\.condition.name) == ["premium_below"])
  }

  @Test("each market of a hub is lost by itself")
  func hubMarkets() {
    let names = ["hub:KRW-A", "hub:KRW-B"]
    let bench = AlertDesk([AlertRule(.feedLost(afterSeconds: 5))], markets: names)
    for name in names {
      bench.desk.apply(.update(.link(exchange: name, .streaming, heard: bench.now.monotonic)))
    }
    bench.wait(1)
    bench.desk.apply(.update(.link(exchange: "hub:KRW-B", .stale, heard: bench.now.monotonic)))
    bench.wait(6)
    #expect(bench.desk.alerts.fired.map(\.market.code) == ["KRW-B"])
  }

  @Test("rules look at the markets that they name")
  func named() {
    var rule = AlertRule(.above(100))
    rule.markets = [Market(exchange: "upbit", code: "KRW-ETH", base: "ETH", quote: "KRW")]
    let bench = AlertDesk([rule])
    bench.price(99)
    bench.price(99, of: 1)
    #expect(bench.price(101).isEmpty)
    #expect(bench.price(101, of: 1).map(\.market.base) == ["ETH"])
  }

  @Test("a walk never brings it twice without having gone back between", arguments: 0..<40)
  func property(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let back = Double.random(in: 0...2, using: &random)
    var rule = AlertRule(.above(100))
    rule.hysteresisPercent = back
    let bench = AlertDesk([rule])
    var price = Double.random(in: 95...105, using: &random)
    var mayFire = price < 100
    for step in 0..<500 {
      let hasFired = !bench.price(price).isEmpty
      #expect(hasFired == (step > 0 && mayFire && price >= 100), "\(price)")
      if price >= 100 { mayFire = false } else if price <= 100 * (1 - back / 100) { mayFire = true }
      if step == 0 { mayFire = price < 100 }
      price *= .random(in: 0.99...1.01, using: &random)
      // Prices that stand on the edge itself round as they like.
      if abs(price - 100 * (1 - back / 100)) < 1e-6 { price += 1e-5 }
    }
  }
}
