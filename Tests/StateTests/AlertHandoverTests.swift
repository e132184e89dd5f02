import MarketData
import TestSupport
import Testing

@testable import State

@Suite("Alerts where another market takes a place")
struct AlertHandoverTests {
  /// Bitcoin at Upbit and in its place at Bithumb, and ether behind it.
  private func bench(
    _ rules: [AlertRule], others: [String] = ["bithumb:KRW-BTC", "KRW-ETH"],
    shown: [MarketID] = [0, 2],
    preferences: Preferences? = nil
  ) -> AlertDesk {
    let bench = AlertDesk(rules, markets: ["KRW-BTC"] + others, preferences: preferences)
    bench.show(shown)
    return bench
  }

  /// A condition, the price before and after the exchange falls silent, and whether it comes.
  static let crossings: [(AlertRule.Condition, Double, Double, Bool)] = [
    (.above(100), 99, 101, true), (.above(100), 101, 102, false), (.above(100), 98, 99, false),
    (.below(100), 101, 99, true), (.below(100), 99, 98, false),
    // Two exchanges are apart without anything having changed.
    (.change(percent: 3, withinMinutes: 10), 100, 104, false),
    (.dayHigh, 100, 102, false), (.dayLow, 100, 98, false),
  ]

  @Test("a level that is crossed while another exchange takes over is not missed")
  func crossed() {
    for (condition, before, after, comes) in Self.crossings {
      let bench = bench([AlertRule(condition)])
      bench.price(before, high: 101, low: 99)
      bench.link(.offline)
      bench.price(after, high: 101, low: 99, of: 1)
      bench.wait(60)
      bench.speak(1)
      bench.wait(1)
      #expect(
        bench.desk.alerts.fired.map(\.market.exchange) == (comes ? ["bithumb"] : []), "\(condition)"
      )
      #expect((bench.desk.page == .alert) == comes)
    }
  }

  @Test("a price in another currency is another price: what it crosses begins anew")
  func otherCurrency() {
    let bench = bench([AlertRule(.above(100))], others: ["bithumb:USDT-BTC", "KRW-ETH"])
    bench.price(99)
    bench.price(101, of: 1)
    bench.speak(1)
    bench.wait(1)
    #expect(bench.desk.page == .glance && bench.price(102, of: 1).isEmpty)
    // Whoever comes back goes on where he was.
    bench.price(101)
    bench.speak(0)
    bench.wait(1)
    #expect(bench.desk.alerts.fired.map(\.market.exchange) == ["upbit"])
  }

  @Test("an alert in front stays in front, tells nobody again, and ends where the other says so")
  func inFront() {
    let bench = bench([AlertRule(.above(100))])
    bench.price(99)
    bench.price(101)
    bench.price(101, of: 1)
    bench.speak(1)
    #expect(bench.desk.page == .alert)
    bench.wait(1)
    #expect(bench.desk.page == .alert && bench.desk.alerts.fired.isEmpty)
    bench.price(99, of: 1)
    #expect(bench.desk.page == .glance)
    // And back again, over the level.
    bench.price(102)
    bench.speak(0)
    bench.wait(1)
    #expect(bench.desk.page == .alert && bench.desk.alerts.fired.count == 1)
  }

  @Test("a snooze goes with it")
  func snoozed() {
    let bench = bench([AlertRule(.above(100))])
    bench.price(99)
    bench.price(101)
    bench.price(101, of: 1)
    bench.press()
    bench.speak(1)
    bench.setClock(by: 3_600)
    bench.wait(100)
    #expect(bench.desk.page == .glance)
    let next = self.bench([AlertRule(.above(100))], preferences: bench.desk.preferences)
    next.setClock(by: 3_700)
    next.speak(1)
    next.price(101, of: 1)
    #expect(next.desk.page == .glance)
    next.wait(510)
    #expect(next.desk.page == .alert)
    bench.wait(600)
    #expect(bench.desk.page == .alert && bench.desk.alerts.fired.isEmpty)
  }

  @Test("an exchange that has a place of its own keeps what is known of it")
  func ownPlace() {
    expectItWaits(bench([AlertRule(.above(100))], shown: [0, 1]))
  }

  @Test("a rule that names its exchange waits for it")
  func named() {
    var rule = AlertRule(.above(100))
    rule.markets = [Market(exchange: "upbit", code: "KRW-BTC", base: "BTC", quote: "KRW")]
    expectItWaits(bench([rule]))
  }

  /// The other exchange's price does not count, its own does once it is back.
  private func expectItWaits(_ bench: AlertDesk) {
    bench.price(99)
    bench.price(101, of: 1)
    bench.speak(1)
    bench.wait(1)
    #expect(bench.desk.page == .glance)
    bench.price(101)
    bench.speak(0)
    bench.wait(1)
    #expect(bench.desk.page == .alert)
  }

  @Test("a feed that is lost stays lost where its markets change places, and ends when it is heard")
  func feedLost() {
    let rows: [(shown: [MarketID], code: String)] = [([2, 0], "KRW-ETH"), ([2], "KRW-ETH")]
    for row in rows {
      let bench = bench([AlertRule(.feedLost(afterSeconds: 60))])
      bench.wait(1)
      bench.link(.stale)
      bench.wait(60)
      #expect(bench.desk.report.market.code == "KRW-BTC" && bench.desk.page == .alert)
      bench.show(row.shown)
      bench.wait(1)
      #expect(bench.desk.page == .alert && bench.desk.alerts.fired.isEmpty)
      #expect(bench.desk.report.market.code == row.code)
      bench.link(.streaming)
      bench.wait(1)
      #expect(bench.desk.page == .glance)
    }
  }

  @Test("a premium goes on at the market that stands for it now")
  func premium() {
    let bench = bench(
      [AlertRule(.premiumAbove(3))],
      others: ["bithumb:KRW-BTC", "USDT-BTC", "KRW-USDT"], shown: [0, 2, 3])
    bench.price(1_000, of: 3)
    bench.price(100, of: 2)
    bench.price(102_000)
    bench.price(104_000, of: 1)
    bench.show([1, 2, 3])
    bench.wait(1)
    #expect(bench.desk.alerts.fired.map(\.market.exchange) == ["bithumb"])
    bench.show([2, 3])
    bench.wait(1)
    #expect(bench.desk.page == .glance && bench.desk.alerts.alarms.isEmpty)
  }

  @Test("what is shown no more ends, and begins anew when it is back")
  func removed() {
    let rules: [AlertRule.Condition] = [.above(100), .dayHigh, .feedLost(afterSeconds: 5)]
    let bench = bench(rules.map(AlertRule.init), others: ["bithumb:KRW-ETH"], shown: [0, 1])
    bench.price(99, high: 99)
    bench.price(101, high: 101)
    bench.link(.stale)
    bench.wait(10)
    #expect(bench.desk.alerts.alarms.count == 3)
    bench.show([1])
    #expect(bench.desk.alerts.alarms.isEmpty && bench.desk.page == .glance)
    bench.link(.streaming)
    bench.show([0, 1])
    bench.wait(1)
    #expect(bench.desk.page == .glance && bench.desk.alerts.alarms.isEmpty)
  }
}
