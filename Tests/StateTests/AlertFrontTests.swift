import MarketData
import TestSupport
import Testing

@testable import State

@Suite("An alert in front")
struct AlertFrontTests {
  @Test("it shows its market, and any press takes it away and brings back what was there")
  func snooze() {
    for (_, command) in Command.named(pages: [.glance, .list]) {
      let bench = AlertDesk([AlertRule(.above(100))])
      bench.press(.show(.list))
      bench.price(99, of: 1)
      bench.price(101, of: 1)
      #expect(bench.desk.page == .alert && bench.desk.report.market.base == "ETH")
      bench.press(command)
      #expect(bench.desk.page == .list && bench.desk.place == 0, "\(command)")
    }
  }

  @Test("what is chosen by its value leaves it in front, and is there after it")
  func chosen() {
    let bench = AlertDesk([AlertRule(.above(100))])
    bench.price(99)
    bench.price(101)
    bench.press(.choose(.page(.list)))
    bench.press(.choose(.theme(.night)))
    #expect(bench.desk.page == .alert && bench.desk.theme == .night && bench.desk.isInterrupted)
    bench.press(.snooze)
    #expect(bench.desk.page == .list && !bench.desk.isInterrupted)
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
    #expect(bench.desk.page == .book && bench.desk.place == 0)
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

  @Test("what quiet hours kept back waits for a live price, which says whether it is so still")
  func quietAndLost() {
    for price in [95.0, 102] {
      let bench = AlertDesk([AlertRule(.above(100))], quiet: "14:00-15:00")
      bench.price(95)
      bench.price(101)
      bench.link(.stale)
      bench.wait(56 * 60)
      #expect(bench.desk.page == .glance && bench.desk.alerts.fired.isEmpty)
      bench.link(.streaming)
      #expect(bench.price(price).isEmpty == (price < 100))
    }
  }

  @Test("a record that quiet hours kept back is no news of the day that begins in them")
  func quietRecord() {
    let bench = AlertDesk([AlertRule(.dayHigh)], quiet: "14:00-14:30")
    bench.price(100, high: 110)
    bench.price(111, high: 111)
    bench.price(110.8, high: 110.8)
    bench.wait(30 * 60)
    #expect(bench.price(110.8, high: 110.8).isEmpty && bench.desk.page == .glance)
    bench.price(110, high: 110.8)
    #expect(bench.price(111, high: 111).map(\.figure) == [111])
  }

  @Test(
    "a record that quiet hours kept back is no news while its day may be over",
    arguments: [110.8, 110.85])
  func quietRecordInDoubt(price: Double) {
    let bench = AlertDesk([AlertRule(.dayHigh)], quiet: "14:00-14:06")
    bench.price(100, high: 110)
    bench.price(111, high: 111)
    bench.wait(56)
    bench.price(price, high: 110.8)
    for _ in 0..<20 {
      bench.wait(1)
      #expect(bench.desk.page == .glance && bench.desk.alerts.fired.isEmpty)
    }
  }

  @Test("a record that quiet hours kept back is no news where another day is told first")
  func quietRecordOfYesterday() {
    let bench = AlertDesk([AlertRule(.dayHigh)], quiet: "14:00-14:06")
    bench.price(100, high: 110)
    bench.price(111, high: 111)
    bench.link(.stale)
    bench.wait(60)
    bench.link(.streaming)
    #expect(bench.price(105, high: 108).isEmpty)
    #expect(bench.desk.page == .glance && bench.desk.alerts.alarms.isEmpty)
  }

  @Test("a premium of quiet hours waits until all that it is made of is known again")
  func quietPremium() {
    for won in [103_000.0, 101_000] {
      let bench = AlertDesk(
        [AlertRule(.premiumAbove(2))], markets: ["KRW-BTC", "binance:USDT-BTC", "KRW-USDT"],
        quiet: "14:00-15:00")
      func tell(_ dollars: Double) {
        bench.link(.streaming)
        bench.price(1_000, of: 2)
        bench.price(dollars, of: 1)
      }
      tell(100)
      bench.price(100_000)
      bench.price(103_000)
      bench.link(.stale, of: "binance")
      bench.wait(57 * 60)
      bench.link(.streaming)
      #expect(bench.price(won).isEmpty && bench.desk.page == .glance)
      bench.link(.streaming, of: "binance")
      tell(100)
      #expect((bench.desk.page == .alert) == (won > 102_000))
    }
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
    let next = AlertDesk([AlertRule(.above(100))], preferences: bench.desk.preferences)
    next.wait(10)
    next.price(101)
    #expect(next.desk.page == .glance)
    next.wait(700)
    #expect(next.desk.page == .alert && next.desk.alerts.fired.isEmpty)
    var choices = bench.desk.preferences
    choices.snoozes = choices.snoozes.mapValues { $0 + 86_400_000 }
    let later = AlertDesk([AlertRule(.above(100))], preferences: choices)
    later.price(99)
    #expect(later.price(101).count == 1)
  }

  /// One whose alert was put away, and whose clock may have been set after that.
  private func snoozed(setClockBy hours: Int64 = 0) -> AlertDesk {
    let bench = AlertDesk([AlertRule(.above(100))])
    bench.price(99)
    bench.price(101)
    bench.press()
    bench.setClock(by: hours * 3_600)
    return bench
  }

  @Test("a snooze lasts its time, and not longer, although the clock is set meanwhile")
  func clockIsSet() {
    for hours in [3, -3] as [Int64] {
      let bench = snoozed(setClockBy: hours)
      bench.wait(598)
      #expect(bench.desk.page == .glance && bench.desk.hasSnoozedAlert, "\(hours)")
      bench.wait(3)
      #expect(bench.desk.page == .alert && !bench.desk.hasSnoozedAlert, "\(hours)")
      // A clock that was set back shows again what it showed before the snooze was over, and tells of
      // prices that are newer than those before it.
      bench.wait(3 * 3_600 - 300)
      bench.price(90)
      #expect(bench.price(101).count == 1, "\(hours)")
    }
  }

  @Test("what is saved of a snooze follows the clock that is set, and ends with it")
  func savedAndClockIsSet() {
    for hours in [3, -3] as [Int64] {
      let bench = snoozed(setClockBy: hours)
      let saved = bench.desk.preferences.snoozes
      #expect(saved.values.map { $0 - bench.now.wall } == [600_000], "\(hours)")
      bench.wait(601)
      #expect(bench.desk.preferences.snoozes == saved, "\(hours)")
      bench.setClock(by: -3 * 3_600)
      #expect(bench.desk.preferences.snoozes.isEmpty, "\(hours)")
    }
  }

  @Test("a snooze is no longer than another configuration allows, nor is what is saved of it")
  func shortenedSnooze() {
    let bench = snoozed()
    var settings = bench.desk.settings
    settings.alerts.rules[0].snoozeMinutes = 5
    bench.desk.apply(.settings(settings))
    bench.wait(298)
    #expect(bench.desk.page == .glance && bench.desk.hasSnoozedAlert)
    #expect(bench.desk.preferences.snoozes.values.map { $0 - bench.now.wall } == [2_000])
    bench.wait(3)
    #expect(bench.desk.page == .alert && !bench.desk.hasSnoozedAlert)
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

  @Test("another configuration keeps the alerts of the rules that stay, wherever they stand")
  func rulesThatStay() {
    let bench = AlertDesk([AlertRule(.above(100)), AlertRule(.below(50))])
    bench.price(99)
    bench.price(101)
    var settings = bench.desk.settings
    settings.alerts.rules = [AlertRule(.below(40)), AlertRule(.below(50)), AlertRule(.above(100))]
    bench.desk.apply(.settings(settings))
    bench.wait(1)
    #expect(bench.desk.page == .alert && bench.desk.alerts.front?.key.rule == 2)
    #expect(bench.desk.alerts.fired.isEmpty)
    settings.alerts.rules.removeLast()
    bench.desk.apply(.settings(settings))
    #expect(bench.desk.page == .glance)
    #expect(bench.price(49).map(\.condition) == [.below(50)])
  }
}
