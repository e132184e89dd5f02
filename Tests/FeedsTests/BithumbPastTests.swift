import MarketData
import Testing

@testable import Feeds

/// A ring that is filled from trades, since nobody keeps candles of seconds.
@Suite struct BithumbPastTests {
  private static let bithumb = Bithumb()
  /// 2026-11-20 13:12:33 in Seoul.
  private static let end: Int64 = 1_795_147_953_000

  private func past(_ trades: [String], _ range: Range<Int64>) -> HistoryPage? {
    BithumbTests.bytes("[\(trades.joined(separator: ","))]") {
      Self.bithumb.readHistory($0, of: "KRW-BTC", range: range)
    }
  }

  private func trade(_ time: Int64, _ price: String = "100", id: Int = 1, ahead: Int64 = 0)
    -> String
  {
    let civil = CivilTime(unix: time / 1_000).text
    return """
      {"market":"KRW-BTC","trade_date_utc":"\(civil.prefix(10))","trade_time_utc":\
      "\(civil.suffix(8))","timestamp":\(time + ahead),"trade_price":\(price),"trade_volume":0.5,\
      "prev_closing_price":90,"change_price":10,"ask_bid":"ASK","sequential_id":\(id)}
      """
  }

  @Test("trades are asked for by Korean time of day, as many as a lively market makes")
  func paths() {
    func path(_ seconds: Int64, _ end: Int64 = Self.end) -> String {
      Self.bithumb.historyPath(code: "KRW-BTC", range: end - seconds * 1_000..<end)
    }
    #expect(path(1_200) == "/v1/trades/ticks?market=KRW-BTC&count=500&to=131233")
    #expect(path(5) == "/v1/trades/ticks?market=KRW-BTC&count=500&to=131233")
    // Midnight in Seoul.
    #expect(
      path(5, 1_795_186_800_000 - 86_400_000)
        == "/v1/trades/ticks?market=KRW-BTC&count=500&days_ago=1")
  }

  @Test("trades of a second become its candle, those of a millisecond in the order of the list")
  func candles() {
    let (a, b) = (Self.end - 4_000, Self.end - 1_500)
    // The newest first; an id is that of its millisecond.
    let found = past(
      [
        trade(Self.end, "1", id: 4), trade(b, "7", id: 3), trade(a + 10, "9", id: 2),
        trade(a, "6", id: 1), trade(a, "5", id: 1),
      ], Self.end - 10_000..<Self.end)
    #expect(
      found
        == HistoryPage(candles: [
          Candle(start: a, open: 5, high: 9, low: 5, close: 9, volume: 1.5, source: .trades),
          Candle(
            start: b - 500, open: 7, high: 7, low: 7, close: 7, volume: 0.5, source: .trades),
        ]))
  }

  @Test("stamps nine hours ahead of their dates are put right, and missing ones are made of dates")
  func stamps() {
    let time = Self.end - 3_000
    let ahead = trade(time, ahead: 9 * 3_600_000)
    let bare = trade(time).replacing("\"timestamp\"", with: "\"when\"")
    for text in [ahead, bare] {
      #expect(past([text], time - 5_000..<Self.end)?.candles.map(\.start) == [time])
    }
  }

  @Test("a full answer knows nothing of the second that it begins in, and of what was before")
  func full() {
    let oldest = Self.end - 2_400
    let trades = (0..<500).map { trade(oldest + $0 * 2, id: Int($0)) }
    let found = past(trades, Self.end - 10_000..<Self.end)
    #expect(found?.knownFrom == Self.end - 2_000)
    #expect(found?.candles.map(\.start) == [Self.end - 2_000])
  }

  @Test("a second with more trades than an answer holds is left out, and what was before asked for")
  func overfull() {
    let range = Self.end - 60_000..<Self.end
    let found = past((0..<500).map { trade(Self.end - 1 - $0 / 9) }, range)
    #expect(found == HistoryPage(candles: [], knownFrom: Self.end, resumesBefore: Self.end - 1_000))
    var queue = BackfillQueue()
    queue.want(0, range, notBefore: 0, at: 0)
    _ = queue.next(at: 0, clock: Self.end)
    #expect(queue.answered(found!, at: 0) == nil)
    let next = queue.next(at: 0, clock: Self.end)
    #expect(next?.range == range.lowerBound..<Candle.bucket(of: Self.end - 1_000))
  }

  @Test("an answer that is not full reaches back to midnight in Seoul, and no farther")
  func midnight() {
    let midnight: Int64 = 1_795_100_400_000
    let end = midnight + 3_000
    let found = past([trade(midnight + 500)], midnight - 60_000..<end)
    #expect(found?.knownFrom == midnight)
    #expect(past([trade(midnight + 500)], midnight..<end)?.knownFrom == nil)
    // What ends at midnight is asked for as the day before.
    #expect(past([trade(midnight - 500)], midnight - 60_000..<midnight)?.knownFrom == nil)
  }

  @Test("what is of the wrong day says nothing")
  func wrongDay() {
    let midnight: Int64 = 1_795_100_400_000
    let range = midnight - 1_200_000..<midnight - 20_000
    #expect(past([trade(midnight + 5_000)], range) == .silent)
    #expect(past([trade(midnight - 86_400_001)], range) == .silent)
  }

  @Test("what was traded before midnight is asked for of yesterday, page by page")
  func yesterday() throws {
    let rig = FeedRig("KRW-BTC", of: Self.bithumb)
    rig.follow([])
    // Ten seconds after midnight in Seoul.
    let midnight: Int64 = 1_795_186_800_000
    rig.sleep(midnight + 10_000 - rig.exchangeTime)
    rig.follow([0])
    rig.stream()
    func next() throws -> (call: Int, query: String) {
      for _ in 0..<40 {
        let path = "/v1/trades/ticks?market=KRW-BTC&count=500"
        if let call = rig.call(path) {
          defer { rig.intents = [] }
          return (call, String(try #require(rig.underWay[call]).dropFirst(path.count)))
        }
        rig.pass(100)
      }
      return (0, "nothing is asked for")
    }
    let today = try next()
    #expect(today.query == "&to=000010")
    rig.answer(today.call, "[\(trade(midnight + 5_000))]")
    let last = try next()
    #expect(last.query == "&days_ago=1")
    // Five minutes fill an answer.
    let page = (0..<500).map { trade(midnight - 1 - $0 * 600) }
    rig.answer(last.call, "[\(page.joined(separator: ","))]")
    let before = try next()
    #expect(before.query == "&to=235501&days_ago=1")
    let known = rig.updates.contains {
      if case .history(0, _, let range) = $0 { range.upperBound == midnight } else { false }
    }
    #expect(known)
  }

  @Test("an answer without a trade says nothing, and one with nonsense in it is none")
  func nothing() {
    let range = Self.end - 10_000..<Self.end
    #expect(past([], range)?.candles == [] && past([], range)?.needsConfirmation == true)
    let good = trade(Self.end - 1_000)
    for (part, wrong) in [
      ("\"trade_price\":100", "\"trade_price\":null"), ("\"trade_price\":100", "\"x\":1"),
      ("\"trade_price\":100", "\"trade_price\":0"), ("\"trade_price\":100", "\"trade_price\":[]"),
      ("0.5", "-1"), ("0.5", "1e999"), ("KRW-BTC", "KRW-ETH"),
      ("\"timestamp\":", "\"timestamp\":1"),
    ] {
      #expect(past([good, good.replacing(part, with: wrong)], range) == nil, "\(wrong)")
    }
    for text in ["{}", "[7]", "null", "[\(good)"] {
      #expect(
        BithumbTests.bytes(text) { Self.bithumb.readHistory($0, of: "KRW-BTC", range: range) }
          == nil)
    }
  }

  @Test("pages of trades fill the ring, each from where the last one ended")
  func pages() {
    var queue = BackfillQueue()
    queue.want(0, Self.end - 1_200_000..<Self.end, notBefore: 0, at: 0)
    let first = queue.next(at: 0, clock: Self.end)
    #expect(first != nil)
    _ = queue.answered(HistoryPage(candles: [], knownFrom: Self.end - 400_000), at: 0)
    let second = queue.next(at: 0, clock: Self.end)
    #expect(second?.range.upperBound == Self.end - 400_000)
  }

  @Test("a page that ends early is followed by what lies after it, then by what lies before it")
  func earlyEnd() {
    let start = Candle.bucket(of: Self.end) - 900_000
    func asked(_ queue: inout BackfillQueue) -> Range<Int64>? {
      queue.next(at: 0, clock: Self.end).map {
        ($0.range.lowerBound - start) / 1_000..<($0.range.upperBound - start) / 1_000
      }
    }
    var queue = BackfillQueue()
    queue.want(0, start..<start + 900_000, notBefore: 0, at: 0)
    #expect(asked(&queue) == 0..<900)
    func page(_ from: Int64, until: Int64?) -> HistoryPage {
      HistoryPage(
        candles: [], knownFrom: start + from * 1_000,
        knownUntil: until.map { start + $0 * 1_000 })
    }
    var known = queue.answered(page(600, until: 703), at: 0)
    #expect(known?.covering == start + 600_000..<start + 700_000)
    #expect(asked(&queue) == 700..<900)
    // All of an answer is within one bucket.
    known = queue.answered(page(700, until: 704), at: 0)
    #expect(known == nil)
    #expect(asked(&queue) == 0..<600)
    known = queue.answered(page(0, until: nil), at: 0)
    #expect(known?.covering == start..<start + 600_000)
    #expect(asked(&queue) == 705..<900)
  }

  @Test("where pages are given by ids, one is gone on with until it is old enough")
  func cursors() {
    let start = Candle.bucket(of: Self.end) - 60_000
    var queue = BackfillQueue()
    queue.want(0, start..<start + 30_000, notBefore: 0, at: 0)
    func answer(_ from: Int64, cursor: Int64?) -> Range<Int64>? {
      var page = HistoryPage(candles: [], knownFrom: start + from * 1_000)
      page.cursor = cursor
      return queue.answered(page, at: 0)?.covering
    }
    #expect(queue.next(at: 0, clock: Self.end)?.cursor == nil)
    #expect(answer(40, cursor: 90) == nil, "all of it is newer")
    var asked = queue.next(at: 0, clock: Self.end)
    #expect(asked?.cursor == 90 && asked?.range == start..<start + 30_000)
    #expect(answer(12, cursor: 50) == start + 15_000..<start + 30_000)
    asked = queue.next(at: 0, clock: Self.end)
    #expect(asked?.cursor == 50 && asked?.range == start..<start + 12_000)
    #expect(answer(20, cursor: 50) == nil, "ids that do not fall lead nowhere")
    #expect(queue.next(at: 0, clock: Self.end) == nil)
  }

  @Test("an answer that says nothing is asked for once more, later")
  func silence() {
    var queue = BackfillQueue()
    queue.want(0, Self.end - 60_000..<Self.end, notBefore: 0, at: 0)
    let asked = queue.next(at: 0, clock: Self.end)
    #expect(queue.answered(.silent, at: 0) == nil)
    #expect(queue.next(at: 3_999, clock: Self.end) == nil)
    #expect(queue.next(at: 4_000, clock: Self.end)?.range == asked?.range)
  }

  @Test("nothing since midnight is believed when it is told twice, and the day before is asked for")
  func sinceMidnight() {
    // 00:05 in Seoul.
    let end: Int64 = 1_795_186_800_000 - 86_400_000 + 300_000
    var queue = BackfillQueue()
    queue.want(0, end - 600_000..<end, notBefore: 0, at: 0)
    let asked = queue.next(at: 0, clock: end)
    let page = past([], asked!.range)!
    #expect(page.knownFrom == end - 300_000)
    queue.failed(at: 0)
    #expect(queue.next(at: 4_000, clock: end)?.range == asked?.range)
    #expect(queue.answered(page, at: 4_000) == nil, "what failed was not told")
    #expect(queue.next(at: 12_000, clock: end)?.range == asked?.range)
    #expect(queue.answered(page, at: 12_000)?.covering == end - 300_000..<end)
    #expect(queue.next(at: 12_000, clock: end)?.range == end - 600_000..<end - 300_000)
  }

  @Test("a bucket that several pages tell of is known once it is whole")
  func partialPages() {
    let start = Candle.bucket(of: Self.end) - 10_000
    func second(_ place: Int64) -> Candle { .flat(at: Double(place), start: start + place * 1_000) }
    var queue = BackfillQueue()
    queue.want(0, start..<start + 10_000, notBefore: 0, at: 0)
    var known: [(candles: [Candle], covering: Range<Int64>)] = []
    for from in [8, 7, 2, 0] as [Int64] {
      let asked = queue.next(at: 0, clock: Self.end)!
      let end = (asked.range.upperBound - start) / 1_000
      let page = HistoryPage(
        candles: (from..<end).map(second), knownFrom: from == 0 ? nil : start + from * 1_000)
      if let answer = queue.answered(page, at: 0) { known.append(answer) }
    }
    #expect(queue.next(at: 0, clock: Self.end) == nil)
    #expect(known.map(\.covering) == [start + 5_000..<start + 10_000, start..<start + 5_000])
    #expect(known.map(\.candles) == [(5..<10).map(second), (0..<5).map(second)])
  }
}
