import MarketData
import TestSupport
import Testing
import Timing

@testable import State

@Suite("A notice")
struct NoticeTests {
  private func notice(_ text: String, seconds: Int = 30, holds: Bool = false) -> Notice {
    var notice = Notice(text)
    (notice.seconds, notice.holds) = (seconds, holds)
    return notice
  }

  private func bench(_ rules: [AlertRule] = [], quiet: String? = nil) -> AlertDesk {
    AlertDesk(rules, quiet: quiet)
  }

  private func text(of bench: AlertDesk) -> String? { bench.desk.frontNotice?.notice.text }

  @Test("it is in front for its time, and then what was there before is there again")
  func time() {
    let bench = bench()
    bench.press(.show(.list))
    bench.desk.apply(.notice(notice("A", seconds: 10)))
    #expect(bench.desk.page == .notice)
    bench.wait(9)
    #expect(bench.desk.page == .notice)
    bench.wait(1)
    #expect(bench.desk.page == .list && bench.desk.notices.entries.isEmpty)
    bench.wait(1)
    #expect(bench.desk.noticeDeadline == .never)
  }

  @Test("any press puts it away and does nothing else")
  func press() {
    for (_, command) in Command.named(pages: [.glance, .list]) {
      let bench = bench()
      bench.press(.show(.list))
      let before = bench.desk.preferences
      bench.desk.apply(.notice(notice("A", holds: true)))
      bench.press(command)
      #expect(bench.desk.page == .list && bench.desk.preferences == before, "\(command)")
    }
  }

  @Test("one that is held stays until a press")
  func held() {
    let bench = bench()
    bench.desk.apply(.notice(notice("A", seconds: 1, holds: true)))
    bench.wait(1_000_000)
    #expect(bench.desk.page == .notice)
    // It blinks no more, so nothing is due but the end of the minute.
    #expect(bench.desk.isNoticeLit && bench.desk.noticeDeadline == .never)
    bench.press()
    #expect(bench.desk.page == .glance)
  }

  @Test("several come one after the other, each for its whole time")
  func queue() {
    let bench = bench()
    for text in ["A", "B", "C"] { bench.desk.apply(.notice(notice(text, seconds: 10))) }
    bench.wait(10)
    #expect(text(of: bench) == "B")
    bench.wait(5)
    bench.press()
    #expect(text(of: bench) == "C")
    bench.wait(9)
    #expect(text(of: bench) == "C")
    bench.wait(1)
    #expect(bench.desk.page == .glance)
  }

  @Test("the ninth is dropped, and none of those that came before it")
  func ninth() {
    let bench = bench()
    for number in 1...9 {
      #expect(bench.desk.notices.isFull == (number == 9))
      bench.desk.apply(.notice(notice("\(number)")))
    }
    #expect(bench.desk.notices.entries.map(\.notice.text) == (1...8).map { "\($0)" })
    #expect(NoticeQueue.refusal.hasPrefix("8 notices are already waiting"))
    bench.press()
    #expect(!bench.desk.notices.isFull)
  }

  @Test("in quiet hours it waits, and has its whole time at their end")
  func quiet() {
    // It is 14:05 in Seoul.
    let bench = bench(quiet: "14:00-15:00")
    bench.desk.apply(.notice(notice("A", seconds: 90)))
    bench.wait(54 * 60)
    #expect(bench.desk.page == .glance)
    bench.wait(60)
    #expect(bench.desk.page == .notice)
    bench.wait(89)
    #expect(bench.desk.page == .notice)
    bench.wait(1)
    #expect(bench.desk.page == .glance)
  }

  @Test("quiet hours take away what is in front, and bring it back")
  func quietBegins() {
    let bench = bench(quiet: "14:06-14:08")
    bench.desk.apply(.notice(notice("A", seconds: 61)))
    bench.wait(60)
    #expect(bench.desk.page == .glance)
    bench.wait(120)
    #expect(bench.desk.page == .notice)
    bench.wait(60)
    #expect(bench.desk.page == .notice)
  }

  @Test("it comes before an alert that is there, which is back after it")
  func beforeAlert() {
    let bench = bench([AlertRule(.above(100))])
    bench.price(99)
    bench.price(101)
    bench.desk.apply(.notice(notice("A", seconds: 10)))
    #expect(bench.desk.page == .notice)
    bench.wait(10)
    #expect(bench.desk.page == .alert)
  }

  @Test(
    "an alert that comes later is before it; a press snoozes that alone, and its time goes on then")
  func behindAlert() {
    let bench = bench([AlertRule(.above(100))])
    bench.price(99)
    bench.desk.apply(.notice(notice("A", seconds: 10)))
    bench.wait(2)
    bench.price(101)
    #expect(bench.desk.page == .alert)
    bench.wait(60)
    #expect(bench.desk.page == .alert && bench.desk.notices.entries.count == 1)
    bench.press()
    #expect(bench.desk.page == .notice)
    bench.wait(9)
    #expect(bench.desk.page == .notice)
    bench.wait(1)
    #expect(bench.desk.page == .glance && !bench.desk.preferences.snoozes.isEmpty)
  }

  @Test("neither home nor the next market come by themselves behind it")
  func still() {
    let bench = bench()
    var settings = bench.desk.settings
    (settings.rotateEverySeconds, settings.homeAfterSeconds) = (10, 60)
    bench.desk.apply(.settings(settings))
    bench.press(.show(.list))
    bench.desk.apply(.notice(notice("A", holds: true)))
    for _ in 0..<300 { bench.wait(1) }
    bench.press()
    #expect(bench.desk.page == .list && bench.desk.place == 0)
  }

  @Test("clocks that jump back or forth do no harm")
  func clocks() {
    let bench = bench([AlertRule(.above(100))])
    for jump in [-5_000_000, 0, -1, 9_000_000_000, Int64(0)] {
      bench.desk.apply(.notice(notice("A", seconds: 5)))
      let moment = Moment(monotonic: jump, wall: jump)
      bench.desk.apply(.time(moment, utcOffsetSeconds: -43_200))
      #expect(bench.desk.deadline > Deadline(jump))
    }
    for second in 1...60 {
      let moment = Moment(monotonic: Int64(second) * 1_000, wall: 0)
      bench.desk.apply(.time(moment, utcOffsetSeconds: 0))
    }
    #expect(bench.desk.page == .glance)
  }

  @Test("its text is one line of letters that can be seen")
  func cleaned() {
    let table = [
      ("a\nb\r\n\tc", "a b c"), ("  a   b ", "a b"), ("\u{0}\u{1B}[31mred\u{7F}\u{9B}", "[31mred"),
      ("문\u{2028}열림", "문 열림"), ("a\u{202E}b\u{200B}c\u{FEFF}", "abc"), ("\n\n", ""),
      ("🔔 ding", "🔔 ding"),
    ]
    for (text, clean) in table {
      #expect(Notice.cleaned(text) == clean, "\(text.debugDescription)")
    }
  }
}
