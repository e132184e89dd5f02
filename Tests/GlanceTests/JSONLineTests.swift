import MarketData
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
}
