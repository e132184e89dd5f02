import MarketData
import TestSupport
import Testing

@testable import Glance
@testable import State

@Suite("A line of JSON")
struct JSONLineTests {
  /// A market whose code breaks out of a text, begins a command to a terminal, and turns what
  /// follows around.
  private static let odd = Market(
    exchange: "upbit", code: "A\"}\n\u{9B}2J\u{202E}", base: "\u{1B}]0;x\u{7}", quote: "\u{2066}\\")
  private static let escaped = #""upbit:A\"}\u000a\u009b2J\u202e""#

  @Test("of an alert has every text escaped")
  func alert() {
    var news = FiredAlert(
      rule: 0, condition: .above(2), market: Self.odd, exchangeTitle: "Upbit", decimals: 0,
      since: 0, price: 2, figure: nil)
    #expect(
      news.json(in: .english) == """
        {"time":0.0,"alert":"above","market":\(Self.escaped),"level":2.0,"figure":null,\
        "price":2.0,"sentence":"\\u001b]0;x\\u0007/\\u2066\\\\ above 2"}
        """)
    (news.price, news.figure) = (.infinity, .nan)
    #expect(news.json(in: .english).contains("\"figure\":null,\"price\":null"))
  }

  @Test("of a report has every text escaped")
  func report() {
    let desk = Desk(
      markets: [MarketState(market: Self.odd, exchangeTitle: "", baseline: "09:00\u{200F}\"")])
    let line = desk.report.json(wall: 0)
    #expect(line.contains("\"market\":\(Self.escaped),"))
    #expect(line.contains(#""baseline":"09:00\u200f\"","#))
  }

  @Test("programs read it as one line of JSON, people as a sentence")
  func json() {
    let cases: [(AlertRule.Condition, String, String)] = [
      (.above(100.5), "BTC/KRW above 100.5", "BTC/KRW 100.5 돌파"),
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
}
