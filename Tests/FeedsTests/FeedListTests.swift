import MarketData
import Testing

@testable import Feeds

/// What a feed makes of its exchange's list of markets.
@Suite struct FeedListTests {
  private static let bitcoin = Listing(
    code: "KRW-BTC", base: "BTC", quote: "KRW",
    names: MarketNames(english: "Bitcoin", korean: "비트코인"))

  @Test("a code that is not listed is named once, and left out from then on")
  func unlisted() {
    let rig = FeedRig("KRW-BTC", "KRW-NOPE")
    rig.answer(1, #"[{"market":"KRW-BTC","korean_name":"비트코인","english_name":"Bitcoin"}]"#)
    #expect(rig.updates.contains(.listed(market: 1, false)))
    #expect(
      rig.updates.contains(.listing(market: 0, Self.bitcoin)))
    let lines = rig.intents.compactMap {
      if case .log(.warning, let line) = $0 { line } else { nil }
    }
    #expect(lines.contains { $0.contains("KRW-NOPE") })
    rig.happen(.closed(Closure(reason: "cut")))
    rig.pass(5_000)
    let paths = rig.wanted().compactMap { if case .get(_, let path, _) = $0 { path } else { nil } }
    #expect(paths.contains("/ticker?markets=KRW-BTC"))
    #expect(!paths.contains { $0.contains("NOPE") })
  }

  @Test("without a list, an unknown code does not take the others down")
  func singlePolls() {
    let rig = FeedRig("KRW-BTC", "KRW-NOPE")
    rig.answer(1, "oops", status: 500)
    rig.happen(.closed(Closure(reason: "cut")))
    rig.pass(0)
    rig.answer(rig.call("/ticker?markets=KRW-BTC,KRW-NOPE")!, "{}", status: 404)
    for _ in 0..<3 {
      rig.pass(5_000)
      rig.answer(rig.call("/ticker?markets=KRW-BTC")!, rig.ticker())
      rig.answer(rig.call("/ticker?markets=KRW-NOPE")!, "{}", status: 404)
    }
    let complaints = rig.intents.filter {
      if case .log(_, let line) = $0 { line.contains("tickers") } else { false }
    }
    #expect(complaints.count == 1)
    #expect(rig.prices == [100, 100, 100])
    #expect(rig.link == .polling)
    #expect(rig.updates.allSatisfy { if case .listed = $0 { false } else { true } })
  }

  @Test("an empty list declares nothing unknown")
  func emptyList() {
    let rig = FeedRig("KRW-BTC")
    rig.answer(1, "[]")
    #expect(!rig.updates.contains(.listed(market: 0, false)))
  }
}
