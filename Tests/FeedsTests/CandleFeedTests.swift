import MarketData
import Testing

@testable import Feeds

@Suite("The candles of the chart that somebody looks at")
struct CandleFeedTests {
  private static let minute = Chart(market: 0, span: .minute)

  /// Candles of Upbit, the newest first, that begin so many minutes before a time.
  private func answer(_ minutes: ClosedRange<Int64>, before time: Int64) -> String {
    let candles = minutes.map { minute in
      let start = time / 60_000 * 60_000 - minute * 60_000
      return """
        {"market":"KRW-BTC","candle_date_time_utc":"\(CivilTime(unix: start / 1_000).text)",\
        "opening_price":100.0,"high_price":120.0,"low_price":90.0,"trade_price":110.0,\
        "candle_acc_trade_volume":5.5}
        """
    }
    return "[\(candles.joined(separator: ","))]"
  }

  /// A rig that streams, and has its past.
  private func rig() -> FeedRig {
    let rig = FeedRig("KRW-BTC", "KRW-ETH")
    rig.stream()
    rig.pass(6_000)
    func answer(_ code: String) -> Bool {
      guard let call = rig.call("/candles/seconds?market=\(code)") else { return false }
      rig.intents = []
      rig.answer(call, rig.quietHistory(code))
      rig.pass(3_000)
      return true
    }
    var answers = 0
    while answers < 100, answer("KRW-BTC") || answer("KRW-ETH") { answers += 1 }
    #expect(answers < 100)
    _ = rig.wanted()
    rig.updates = []
    return rig
  }

  private func told(_ rig: FeedRig) -> [CandleHistory] {
    rig.updates.compactMap { if case .candles(0, let history) = $0 { history } else { nil } }
  }

  private func paths(_ rig: FeedRig) -> [String] {
    rig.wanted().compactMap {
      if case .get(_, let path, _) = $0, path.hasPrefix("/candles/") { path } else { nil }
    }
  }

  @Test("nobody looks, nobody asks; then they are asked for at once, and only once")
  func asksOnce() {
    let rig = rig()
    rig.pass(120_000)
    #expect(!paths(rig).contains { $0.hasPrefix("/candles/minutes") })
    rig.follow([0, 1], chart: Self.minute)
    let time = CivilTime(unix: rig.exchangeTime / 1_000 + 1).text
    #expect(paths(rig) == ["/candles/minutes/1?market=KRW-BTC&count=200&to=\(time)Z"])
    rig.pass(5_000)
    rig.follow([0, 1], chart: Self.minute)
    #expect(paths(rig) == [])
  }

  /// A rig that was told the newest candles when that was, and asks for the older ones.
  private func askingForOlder() -> (rig: FeedRig, asked: Int64, older: Int) {
    let rig = rig()
    rig.follow([0, 1], chart: Self.minute)
    let asked = rig.exchangeTime
    rig.answer(rig.call("/candles/minutes/1")!, answer(0...199, before: asked))
    _ = rig.wanted()
    rig.pass(200)
    return (rig, asked, rig.call("/candles/minutes/1?market=KRW-BTC&count=40&")!)
  }

  @Test("an answer is told with the time that it was asked at, and what is older is asked for once")
  func older() {
    let (rig, asked, call) = askingForOlder()
    #expect(told(rig).map(\.candles.count) == [200])
    #expect(told(rig).first?.time == asked && told(rig).first?.span == .minute)
    rig.answer(call, answer(200...239, before: asked))
    #expect(told(rig).map(\.candles.count) == [200, 240])
    #expect(told(rig).last?.time == asked)
    let starts = told(rig).last!.candles.map(\.start)
    #expect(starts == starts.sorted() && Set(starts).count == 240)
  }

  @Test("each candle is asked for when the next begins, by a short call")
  func refresh() {
    let rig = rig()
    rig.follow([0, 1], chart: Self.minute)
    rig.answer(rig.call("/candles/minutes/1")!, answer(0...9, before: rig.exchangeTime))
    _ = rig.wanted()
    var calls = 0
    for second in 0..<600 {
      rig.pass(1_000)
      if second.isMultiple(of: 3) { rig.message(rig.trade("KRW-BTC", "100.0", id: calls + 10)) }
      if let call = rig.call("/candles/minutes/1?market=KRW-BTC&count=3&") {
        calls += 1
        _ = rig.wanted()
        let late = rig.exchangeTime % 60_000 / 1_000
        #expect((1...4).contains(late), "\(late)")
        rig.answer(call, answer(0...2, before: rig.exchangeTime))
      }
    }
    #expect(calls == 10)
    #expect(told(rig).last?.candles.count == 20)
  }

  @Test("what failed is asked for again, ever more seldom")
  func backsOff() {
    let rig = rig()
    rig.follow([0, 1], chart: Self.minute)
    var times: [Int64] = []
    for _ in 0..<400 {
      if let call = rig.call("/candles/minutes/1") {
        _ = rig.wanted()
        times.append(rig.now.monotonic)
        rig.answer(call, "<html>", status: times.count.isMultiple(of: 2) ? 503 : 200)
      }
      rig.pass(1_000)
    }
    let waits = zip(times, times.dropFirst()).map { $1 - $0 }
    #expect(waits.starts(with: [4_000, 8_000, 16_000, 32_000, 64_000, 64_000]), "\(waits)")
    #expect(told(rig).isEmpty)
  }

  @Test("an exchange that asks for patience gets it")
  func gate() {
    let rig = rig()
    rig.follow([0, 1], chart: Self.minute)
    rig.answer(
      rig.call("/candles/minutes/1")!, "{}", status: 429,
      headers: [Header(name: "retry-after", value: "120")])
    _ = rig.wanted()
    rig.pass(119_000)
    #expect(paths(rig) == [])
    rig.pass(1_500)
    #expect(paths(rig).count == 1)
  }

  @Test("after a gap they are asked for again")
  func gap() {
    let rig = rig()
    let chart = Chart(market: 0, span: .day)
    rig.follow([0, 1], chart: chart)
    rig.answer(rig.call("/candles/days")!, "[]")
    rig.pass(5_000)
    #expect(!paths(rig).contains { $0.hasPrefix("/candles/days?market=KRW-BTC&count=2&") })
    rig.closed(TransportFailure(reason: "cut"))
    rig.pass(2_000)
    _ = rig.wanted()
    rig.stream()
    rig.pass(2_000)
    #expect(paths(rig).contains { $0.hasPrefix("/candles/days") })
  }

  @Test("a day's candle is renewed before the ring forgets what came after it")
  func longSpans() {
    let rig = rig()
    rig.follow([0, 1], chart: Chart(market: 0, span: .day))
    rig.answer(rig.call("/candles/days")!, answer(0...0, before: rig.exchangeTime))
    _ = rig.wanted()
    var calls = 0
    for _ in 0..<130 {
      rig.pass(9_000)
      rig.pong()
      rig.message(rig.trade())
      if rig.call("/candles/days") != nil { calls += 1 }
      _ = rig.wanted()
    }
    #expect(calls == 1)
  }

  @Test("another span, another market: the last answer is nobody's any more")
  func changes() {
    let rig = rig()
    rig.follow([0, 1], chart: Self.minute)
    let late = rig.call("/candles/minutes/1?market=KRW-BTC")!
    rig.follow([0, 1], chart: Chart(market: 1, span: .fiveMinutes))
    rig.answer(late, answer(0...9, before: rig.exchangeTime))
    #expect(told(rig).isEmpty)
    rig.pass(500)
    #expect(rig.call("/candles/minutes/5?market=KRW-ETH") != nil)
    rig.follow([0, 1])
    _ = rig.wanted()
    rig.pass(120_000)
    #expect(!paths(rig).contains { $0.hasPrefix("/candles/minutes") })
  }

  @Test("who comes back is told what is known, and asks for what has come since")
  func comesBack() {
    let rig = rig()
    rig.follow([0, 1], chart: Self.minute)
    rig.answer(rig.call("/candles/minutes/1")!, answer(0...9, before: rig.exchangeTime))
    rig.follow([0, 1])
    rig.pass(180_000)
    _ = rig.wanted()
    rig.updates = []
    rig.follow([0, 1], chart: Self.minute)
    #expect(told(rig).map(\.candles.count) == [10])
    #expect(rig.call("/candles/minutes/1?market=KRW-BTC&count=5&") != nil)
  }

  @Test("who turned the page before the older ones came gets the newest first, and then those")
  func comesBackForOlder() throws {
    let (rig, _, older) = askingForOlder()
    rig.follow([0, 1])
    rig.answer(older, answer(200...239, before: rig.exchangeTime))
    rig.pass(3_600_000)
    rig.intents = []
    rig.updates = []
    rig.follow([0, 1], chart: Self.minute)
    let newest = try #require(rig.call("/candles/minutes/1?market=KRW-BTC&count=62&"))
    rig.answer(newest, answer(0...61, before: rig.exchangeTime))
    rig.pass(200)
    #expect(told(rig).last?.candles.count == 240)
    #expect(told(rig).last?.time == rig.exchangeTime - 200)
    // They are as many as are kept.
    rig.intents = []
    rig.pass(20_000)
    #expect(!paths(rig).contains { $0.contains("count=0&") })
  }

  @Test("who comes back after more than a page holds is told of no candle that nobody has told")
  func comesBackLate() throws {
    let (rig, asked, older) = askingForOlder()
    rig.answer(older, answer(200...239, before: asked))
    rig.follow([0, 1])
    rig.pass(215 * 60_000)
    rig.intents = []
    rig.updates = []
    rig.follow([0, 1], chart: Self.minute)
    let call = try #require(rig.call("/candles/minutes/1?market=KRW-BTC&count=200&"))
    rig.answer(call, answer(0...199, before: rig.exchangeTime))
    #expect(told(rig).last?.candles.count == 200)
    rig.pass(200)
    let next = try #require(rig.call("/candles/minutes/1?market=KRW-BTC&count=40&"))
    rig.answer(next, answer(200...239, before: rig.exchangeTime - 200))
    #expect(told(rig).last?.candles.count == 240)
    let starts = try #require(told(rig).last).candles.map(\.start)
    #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 == 60_000 })
  }

  @Test("older ones of a chart that was left meanwhile do not stand for all of it")
  func leftMeanwhile() {
    let (rig, asked, older) = askingForOlder()
    rig.follow([0, 1], chart: Chart(market: 1, span: .minute))
    rig.follow([0, 1], chart: Self.minute)
    rig.updates = []
    rig.intents = []
    rig.answer(older, answer(200...239, before: asked))
    #expect(told(rig) == [])
    rig.pass(200)
    #expect(rig.call("/candles/minutes/1?market=KRW-BTC&count=200&") != nil)
  }

  @Test("what an exchange does not keep is not asked for")
  func notKept() {
    let rig = FeedRig("DOGE-USD", of: Dogechain())
    rig.opened()
    rig.message(#"{"op":"price","x":{"value":"0.07","price_base":"USD"}}"#)
    rig.follow([0], chart: Self.minute)
    rig.pass(120_000)
    #expect(!rig.wanted().contains { if case .get = $0 { true } else { false } })
  }
}
