import MarketData
import Testing

@testable import Glance
@testable import State

@Suite("An alert in front")
struct AlertFrontTests {
  @Test("it shows its market, and any press takes it away and brings back what was there")
  func snooze() {
    for command in Command.all {
      let bench = AlertDesk([AlertRule(.above(100))])
      bench.press(.show(.list))
      bench.price(99, of: 1)
      bench.price(101, of: 1)
      #expect(bench.desk.page == .alert && bench.desk.report.market.base == "ETH")
      #expect(bench.desk.scene.statusHeader.code == "ETH/KRW")
      bench.press(command)
      #expect(bench.desk.page == .list && bench.desk.position == 0, "\(command)")
    }
  }

  @Test("snoozed it comes back after its time where it still holds, and tells nobody again")
  func comesBack() {
    let bench = AlertDesk([AlertRule(.above(100))])
    bench.price(99)
    bench.price(101)
    bench.press()
    bench.wait(599)
    #expect(bench.desk.page == .glance)
    bench.wait(2)
    #expect(bench.desk.page == .alert && bench.desk.alerts.fired.isEmpty)
  }

  @Test("snoozed it does not come back where it is over, and stays away when it comes again")
  func overMeanwhile() {
    let bench = AlertDesk([AlertRule(.above(100))])
    bench.price(99)
    bench.price(101)
    bench.press()
    bench.price(99)
    #expect(bench.price(101).isEmpty && bench.desk.page == .glance)
    bench.wait(600)
    #expect(bench.desk.page == .alert && bench.desk.alerts.fired.count == 1)
    bench.press()
    bench.price(90)
    bench.wait(601)
    #expect(bench.desk.page == .glance)
  }

  @Test("it leaves by itself when it is over, and after ten minutes")
  func leaves() {
    let bench = AlertDesk([AlertRule(.above(100))])
    bench.price(99)
    bench.price(101)
    bench.price(99.8)
    #expect(bench.desk.page == .alert)
    bench.price(99.5)
    #expect(bench.desk.page == .glance)
    bench.price(101)
    bench.wait(597)
    #expect(bench.desk.page == .alert)
    bench.wait(3)
    #expect(bench.desk.page == .glance)
    bench.wait(10_000)
    #expect(bench.desk.page == .glance)
  }

  @Test("several queue, the newest in front")
  func queue() {
    let bench = AlertDesk([AlertRule(.above(100)), AlertRule(.above(110))])
    bench.price(99)
    bench.price(99, of: 1)
    bench.price(101)
    bench.price(101, of: 1)
    #expect(bench.desk.report.market.base == "ETH")
    bench.price(111)
    #expect(bench.desk.report.market.base == "BTC")
    var seen: [String] = []
    while bench.desk.page == .alert {
      seen.append(bench.desk.report.market.base)
      bench.press()
    }
    #expect(seen == ["BTC", "ETH", "BTC"])
  }

  @Test("neither home nor the next market come by themselves behind it")
  func still() {
    let bench = AlertDesk([AlertRule(.above(100))])
    var settings = bench.desk.settings
    (settings.rotateEverySeconds, settings.homeAfterSeconds) = (10, 60)
    bench.desk.apply(.settings(settings))
    bench.press(.show(.book))
    bench.price(99)
    bench.price(101)
    for _ in 0..<300 { bench.wait(1) }
    bench.price(90)
    #expect(bench.desk.page == .book && bench.desk.position == 0)
  }

  @Test("in quiet hours nothing comes, and what still holds comes at their end")
  func quiet() {
    // It is 14:05 in Seoul.
    let bench = AlertDesk(
      [AlertRule(.above(100)), AlertRule(.below(90))], quiet: "14:00-15:00")
    bench.price(95)
    #expect(bench.price(101).isEmpty && bench.desk.page == .glance)
    #expect(bench.price(89).isEmpty)
    bench.wait(54 * 60)
    #expect(bench.desk.page == .glance && bench.desk.alerts.fired.isEmpty)
    bench.wait(60)
    #expect(bench.desk.alerts.fired.map(\.condition) == [.below(90)] && bench.desk.page == .alert)
  }

  @Test("quiet hours take away what is in front, and bring it back")
  func quietBegins() {
    let bench = AlertDesk([AlertRule(.above(100))], quiet: "14:06-14:08")
    bench.price(99)
    #expect(bench.price(101).count == 1)
    bench.wait(60)
    #expect(bench.desk.page == .glance)
    bench.wait(120)
    #expect(bench.desk.page == .alert && bench.desk.alerts.fired.isEmpty)
  }

  @Test("a snooze survives, and is no longer than configured whatever the clock says")
  func kept() {
    let bench = AlertDesk([AlertRule(.above(100))])
    bench.price(99)
    bench.price(101)
    bench.press()
    let next = AlertDesk([AlertRule(.above(100))], preferences: bench.desk.savedPreferences)
    next.wait(10)
    next.price(101)
    #expect(next.desk.page == .glance)
    next.wait(700)
    #expect(next.desk.page == .alert && next.desk.alerts.fired.isEmpty)
    var choices = bench.desk.savedPreferences
    choices.snoozes = choices.snoozes.mapValues { $0 + 86_400_000 }
    let later = AlertDesk([AlertRule(.above(100))], preferences: choices)
    later.price(99)
    #expect(later.price(101).count == 1)
  }

  @Test("clocks that jump back or forth do no harm")
  func clocks() {
    let bench = AlertDesk(
      [AlertRule(.above(100)), AlertRule(.change(percent: 3, withinMinutes: 1))])
    bench.price(99)
    bench.price(101)
    for jump in [-5_000_000, 0, -1, 9_000_000_000, Int64(0)] {
      let moment = Moment(monotonic: jump, wall: jump)
      bench.desk.apply(.time(moment, utcOffsetSeconds: -43_200))
      #expect(bench.desk.screenDeadline > jump)
      bench.press()
      _ = bench.desk.scene
    }
    bench.wait(5)
    #expect(bench.price(90).isEmpty || bench.desk.page == .alert)
  }

  @Test("a light blinks once a second, and asks for each change of it")
  func blink() {
    let bench = AlertDesk([AlertRule(.above(100))])
    bench.price(99)
    bench.price(101)
    var levels: [UInt8] = []
    var now = bench.now.monotonic
    for _ in 0..<4 {
      levels.append(bench.desk.scene.content.lights.level)
      #expect(bench.desk.screenDeadline == now + 500)
      now += 500
      bench.desk.apply(
        .time(Moment(monotonic: now, wall: bench.now.wall), utcOffsetSeconds: 9 * 3_600))
    }
    #expect(levels == [15, 0, 15, 0] || levels == [0, 15, 0, 15])
  }

  @Test("new rules begin anew")
  func reload() {
    let bench = AlertDesk([AlertRule(.above(100)), AlertRule(.above(101))])
    bench.price(99)
    bench.price(102)
    var settings = bench.desk.settings
    settings.alerts.rules = []
    bench.desk.apply(.settings(settings))
    #expect(bench.desk.page == .glance)
    bench.press()
    bench.wait(1)
  }

  @Test("programs read it as one line of JSON, people as a sentence")
  func json() {
    let cases: [(AlertRule.Condition, String, String)] = [
      (.above(100.5), "BTC/KRW above 100.5", "BTC/KRW 100.5 이상"),
      (.below(90), "BTC/KRW below 90.0", "BTC/KRW 90.0 이하"),
      (
        .change(percent: 3, withinMinutes: 120), "BTC/KRW rose 12.22% in 2 h",
        "BTC/KRW 2시간 동안 12.22% 상승"
      ),
      (.dayHigh, "BTC/KRW new day high 101.0", "BTC/KRW 당일 신고가 101.0"),
    ]
    for (condition, english, korean) in cases {
      for (language, sentence) in [(Language.english, english), (.korean, korean)] {
        let bench = AlertDesk([AlertRule(condition)], language: language)
        var news: [FiredAlert] = []
        for price in [91.0, 90, 90.5, 101] {
          let ticker = Ticker(
            price: price, tradeTime: bench.now.wall, dayHigh: max(price, 100), decimals: 1)
          bench.desk.apply(.update(.ticker(market: 0, ticker)))
          news += bench.desk.alerts.fired
          bench.wait(1)
        }
        #expect(news.last?.sentence(in: language) == sentence)
      }
    }
    let bench = AlertDesk([AlertRule(.above(100.5))])
    bench.price(99)
    #expect(
      bench.price(101).first?.json(in: .english) == """
        {"time":1795151101.0,"alert":"above","market":"upbit:KRW-BTC","level":100.5,\
        "figure":null,"price":101.0,"sentence":"BTC/KRW above 101"}
        """)
  }

  @Test("another configuration keeps the alerts of the rules that stay, wherever they stand")
  func rulesThatStay() {
    let bench = AlertDesk([AlertRule(.above(100)), AlertRule(.below(50))])
    bench.price(99)
    bench.price(101)
    var settings = bench.desk.settings
    settings.alerts.rules = [AlertRule(.below(40)), AlertRule(.below(50)), AlertRule(.above(100))]
    bench.desk.apply(.settings(settings))
    bench.wait(1)
    #expect(bench.desk.page == .alert && bench.desk.alertScene.condition == .above(100))
    #expect(bench.desk.alerts.fired.isEmpty)
    settings.alerts.rules.removeLast()
    bench.desk.apply(.settings(settings))
    #expect(bench.desk.page == .glance)
    #expect(bench.price(49).map(\.condition) == [.below(50)])
  }
}
