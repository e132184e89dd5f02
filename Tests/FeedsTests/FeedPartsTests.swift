import MarketData
import Testing
import Timing

@testable import Feeds

/// Each part of a feed by itself.
@Suite("The parts of a feed")
struct FeedPartsTests {
  private static let waits = Feed.Waits()

  @Test("tickers are asked for where the stream says nothing, and twice as seldom when slowed down")
  func tickers() {
    var poller = TickerPoller()
    #expect(poller.deadline.isNever)
    func poll(at now: Int64, isStreamHeard: Bool, slowdown: Int64 = 1) -> [MarketID] {
      poller.advance(
        to: now, listed: [0, 1, 2], isStreamHeard: isStreamHeard, uncarried: [2], isAsking: false,
        slowdown: slowdown, resumesAt: .immediately, Self.waits)
    }
    #expect(poll(at: 0, isStreamHeard: false) == [0, 1, 2])
    #expect(poller.deadline == Deadline(5_000))
    poller.expect([1])
    #expect(poll(at: 5_000, isStreamHeard: true, slowdown: 2) == [1, 2])
    #expect(poller.deadline == Deadline(15_000))
    poller.heard(1)
    #expect(poll(at: 15_000, isStreamHeard: true) == [2])
    poller.askSoon(Self.waits, at: 15_100)
    #expect(poller.deadline == Deadline(20_000))
    poller.answered(Self.waits, at: 15_200)
    #expect(poller.deadline == Deadline(20_000))
    // The answer was long under way.
    poller.answered(Self.waits, at: 19_900)
    #expect(poller.deadline == Deadline(20_900))
    // Nor does a network that changes ask for it again.
    poller.answered(Self.waits, at: 20_800)
    #expect(poller.soonest(Self.waits, at: 20_850) == Deadline(21_800))
  }

  @Test("a market that the stream has not told of for ten minutes is asked for once")
  func quiet() {
    var poller = TickerPoller()
    func poll(at now: Int64) -> [MarketID] {
      poller.advance(
        to: now, listed: [0, 1], isStreamHeard: true, uncarried: [], isAsking: false, slowdown: 1,
        resumesAt: .immediately, Self.waits)
    }
    #expect(poll(at: 0) == [] && poller.deadline == Deadline(600_000))
    poller.heard(1)
    #expect(poll(at: 600_000) == [0] && poller.deadline == Deadline(630_000))
    #expect(poll(at: 630_000) == [] && poller.deadline == Deadline(1_200_000))
    poller.heard(0)
    #expect(poll(at: 1_200_000) == [1])
  }

  /// - Parameter told: of which markets the stream tells in each ten minutes; nil: it is not heard.
  /// - Returns: before which of them it is to be looked into that a market has fallen silent.
  private func silences(_ told: [[MarketID]?], isStalled: Bool = false) -> [Int] {
    var poller = TickerPoller()
    var found: [Int] = []
    for (index, markets) in told.enumerated() {
      let now = Int64(index) * 600_000
      _ = poller.advance(
        to: now, listed: [0, 1], isStreamHeard: markets != nil, uncarried: [], isAsking: false,
        slowdown: 1, resumesAt: .immediately, Self.waits)
      if poller.popFallenSilent(at: now) { found.append(index) }
      for market in markets ?? [] { poller.heard(market) }
      if isStalled { poller.expect([0, 1]) }
    }
    return found
  }

  @Test("a market that is found silent is news once, until it was told of again")
  func fallenSilent() {
    let both: [MarketID] = [0, 1]
    #expect(silences([both, [1], [1], [1], [1], [1], [1], both, [1], [1], [1]]) == [2, 9])
    #expect(silences([both, [], [], []], isStalled: true) == [2])
  }

  @Test("a market of which the stream has never told has not fallen silent")
  func neverTold() {
    #expect(silences([[1], [1], [1], [1]]) == [])
  }

  @Test("however many markets fall silent one by one, that is looked into once an hour")
  func silencesInTurn() {
    #expect(silences((0..<20).map { [MarketID($0 % 2)] }) == [2, 8, 14])
  }

  @Test("what falls silent while no stream is heard is noticed after that, and nothing before")
  func silentMeanwhile() {
    let both: [MarketID] = [0, 1]
    #expect(silences([both, both, nil, nil, nil, both, both, both]) == [])
    #expect(silences([both, both, nil, nil, nil, [1], [1], [1]]) == [6])
  }

  @Test("where an answer is missing as ten minutes are over, a quiet market is asked for after it")
  func quietMeanwhile() {
    var poller = TickerPoller()
    func poll(at now: Int64, isAsking: Bool = false) -> [MarketID] {
      poller.advance(
        to: now, listed: [0], isStreamHeard: true, uncarried: [], isAsking: isAsking, slowdown: 1,
        resumesAt: .immediately, Self.waits)
    }
    #expect(poll(at: 0) == [])
    #expect(poll(at: 600_000, isAsking: true) == [] && poller.deadline == Deadline(630_000))
    #expect(poll(at: 630_000) == [0] && poll(at: 660_000) == [])
  }

  @Test("tickers wait where calls are stopped, or an answer is missing")
  func stopped() {
    var poller = TickerPoller()
    let wanted = poller.advance(
      to: 0, listed: [0], isStreamHeard: false, uncarried: [], isAsking: false, slowdown: 1,
      resumesAt: Deadline(60_000), Self.waits)
    #expect(wanted == [] && poller.deadline == Deadline(60_000))
    let again = poller.advance(
      to: 60_000, listed: [0], isStreamHeard: false, uncarried: [], isAsking: true, slowdown: 1,
      resumesAt: .immediately, Self.waits)
    #expect(again == [])
  }

  @Test("history is asked for up to where the stream's own stamps show that it began")
  func streamedLater() {
    var backfill = HistoryBackfill()
    let start: Int64 = 1_776_345_770_000
    func ask(_ clock: Int64) {
      backfill.askForMissing([0], isLive: true, clock: start + clock, isDated: true, at: clock)
    }
    backfill.follow(0)
    backfill.streamBegan(0, from: start + 4_970)
    ask(4_970)
    #expect(backfill.isComplete)
    // The clock was behind: delayed answers had told it.
    backfill.streamBegan(0, from: start + 6_200)
    ask(5_000)
    #expect(!backfill.isComplete, "it is not over by the clock yet")
    ask(6_100)
    #expect(backfill.isComplete)
    var covered: Int64 = 0
    while let stretch = backfill.next(at: 10_000, clock: start + 10_000) {
      covered = max(covered, stretch.range.upperBound - start)
      _ = backfill.answered(HistoryPage(candles: []), at: 10_000)
    }
    #expect(covered >= 6_200)
  }

  @Test("history is asked for up to a price that was polled by a clock that was ahead")
  func polledAhead() {
    var backfill = HistoryBackfill()
    let start: Int64 = 1_776_345_770_000
    func ask(_ clock: Int64) {
      backfill.askForMissing([0], isLive: true, clock: start + clock, isDated: true, at: clock)
    }
    backfill.follow(0)
    backfill.sampled(0, at: start + 2_200)
    for began in [1_720, 1_730] as [Int64] { backfill.streamBegan(0, from: start + began) }
    ask(1_900)
    #expect(!backfill.isComplete, "its second is not over")
    ask(2_100)
    #expect(backfill.isComplete)
    // A poll of another clock altogether is not waited for.
    backfill.follow(1)
    backfill.sampled(1, at: start + 3_600_000)
    backfill.streamBegan(1, from: start + 2_100)
    backfill.askForMissing([1], isLive: true, clock: start + 2_100, isDated: true, at: 2_100)
    #expect(backfill.isComplete)
  }

  @Test("a stream is dead that did not bring what a call knows, and only once it was suspected")
  func stall() {
    var stall = StallDetector()
    #expect(stall.deadline(silentSince: nil).isNever)
    #expect(stall.deadline(silentSince: 5) == Deadline(60_005))
    func ticker(_ time: Int64) -> Ticker { Ticker(price: 1, tradeTime: time, decimals: 0) }
    func isDead(_ time: Int64, clock: Int64) -> Bool {
      stall.judge(knowing: [Statement(market: 0, ticker: ticker(time))], clock: clock)
    }
    stall.gave(ticker(10_000), of: 0)
    #expect(!isDead(20_000, clock: 60_000))
    stall.suspect()
    // What was traded a moment ago may still be on its way.
    #expect(!isDead(20_000, clock: 24_000))
    #expect(isDead(20_000, clock: 60_000))
    stall.forgive()
    #expect(!isDead(20_000, clock: 60_000))
  }

  @Test("a stream is dead that did not bring what an earlier call knew, however busy its market is")
  func stallOfBusyMarket() {
    var stall = StallDetector()
    func isDead(_ time: Int64, clock: Int64) -> Bool {
      let ticker = Ticker(price: 1, tradeTime: time, decimals: 0)
      return stall.judge(knowing: [Statement(market: 0, ticker: ticker)], clock: clock)
    }
    stall.gave(Ticker(price: 1, tradeTime: 10_000, decimals: 0), of: 0)
    stall.suspect()
    #expect(!isDead(69_000, clock: 70_000))
    stall.suspect()
    #expect(isDead(129_000, clock: 130_000))
    stall.forgive()
    stall.suspect()
    #expect(!isDead(189_000, clock: 190_000), "the stream has sent data meanwhile")
  }

  @Test("of more calls than a round makes each has its turn")
  func turns() {
    var poller = TickerPoller()
    #expect(poller.batch(of: Array(0..<100)) == Array(0..<100))
    let rounds = (0..<3).map { _ in poller.batch(of: Array(0..<250)) }
    #expect(rounds.allSatisfy { $0.count == TickerPoller.callsMax })
    #expect(Set(rounds.joined()) == Set(0..<250))
  }

  @Test("quiet markets that find no room in a round are asked for in the next one")
  func quietInTurn() {
    var poller = TickerPoller()
    let ids = (0..<75).map { MarketID($0) }
    let markets = FeedMarkets(ids.map { (id: $0, code: "A\($0)-USD") }, replaceable: [])
    // Each market takes two calls.
    let endpoint = Endpoint(Coinbase())
    func poll(at now: Int64) -> Set<MarketID> {
      let asked = poller.advance(
        to: now, listed: ids, isStreamHeard: true, uncarried: [], isAsking: false, slowdown: 1,
        resumesAt: .immediately, Self.waits)
      guard !asked.isEmpty else { return [] }
      let questions = poller.questions(about: asked, of: markets, on: endpoint)
      return Set(
        questions.flatMap { question -> [MarketID] in
          if case .tickers(let ids) = question.call { ids } else { [] }
        })
    }
    #expect(poll(at: 0) == [])
    let first = poll(at: 600_000)
    #expect(first.count == TickerPoller.callsMax / 2)
    // The stream tells of one of the others.
    let told = MarketID(74)
    poller.heard(told)
    #expect(poll(at: 630_000) == Set(ids).subtracting(first).subtracting([told]))
    #expect(poll(at: 660_000) == [] && poller.deadline == Deadline(1_200_000))
  }

  @Test("what of one bucket is not over yet is asked for once, however often it is wanted")
  func runningSecond() {
    var queue = BackfillQueue()
    for second in 0..<4 as Range<Int64> {
      for _ in 0..<3 {
        queue.want(
          1, 0..<(second + 1) * 1_000, notBefore: 2_500 + second * 1_000, at: second * 1_000)
      }
    }
    #expect(queue.deadline == Deadline(5_500))
    #expect(queue.next(at: 5_500, clock: 4_000)?.range == 0..<4_000)
    _ = queue.answered(HistoryPage(candles: []), at: 5_600)
    #expect(queue.deadline.isNever)
  }

  @Test("the markets that replies may be about are taken at once, and then once a second")
  func replies() {
    var coverage = MarketCoverage()
    coverage.asked([0, 1], at: 0)
    coverage.replied(at: 100)
    let first = coverage.popReplied(at: 100)
    #expect(first == [0, 1])
    for now in [200, 300, 1_000] as [Int64] { coverage.replied(at: now) }
    #expect(coverage.repliesDue == Deadline(1_100))
    let taken = [1_099, 1_100, 1_200].map { coverage.popReplied(at: $0) }
    #expect(taken == [[], [0, 1], []])
    coverage.replied(at: 30_001)
    #expect(coverage.repliesDue.isNever, "it was asked for too long ago")
  }

  @Test("the link is what was heard last, and ends by itself")
  func link() {
    var link = LinkMonitor()
    func now(_ time: Int64, streamAliveAt: Int64? = nil) -> Link {
      link.link(streamAliveAt: streamAliveAt, Self.waits, at: time)
    }
    #expect(now(0) == .offline)
    link.pollHeard(at: 1_000)
    link.knowsPrice()
    #expect(now(1_000) == .polling && now(15_999) == .polling && now(16_000) == .stale)
    #expect(now(16_000, streamAliveAt: 16_000) == .streaming)
    _ = link.news(streamAliveAt: nil, Self.waits, at: 1_000)
    #expect(link.deadline(aliveAt: nil, Self.waits) == Deadline(16_000))
    let isNews = link.news(streamAliveAt: nil, Self.waits, at: 2_000) != nil
    #expect(!isNews)
    link.network(isDown: true)
    link.forgetPolls()
    #expect(now(2_000) == .offline)
  }

  @Test("a stream whose stamps are old is late, and is given up a minute later")
  func lag() {
    var link = LinkMonitor()
    for _ in 0..<3 { link.dataCame(late: 20_000) }
    #expect(link.isLate(Self.waits))
    guard case .began(20_000)? = link.watchDelay(isLive: true, Self.waits, at: 0) else {
      Issue.record("it begins")
      return
    }
    #expect(link.deadline(aliveAt: nil, Self.waits) == Deadline(60_000))
    let before = link.watchDelay(isLive: true, Self.waits, at: 59_999)
    #expect(before == nil)
    guard case .lasts? = link.watchDelay(isLive: true, Self.waits, at: 60_000) else {
      Issue.record("it lasts")
      return
    }
    _ = link.watchDelay(isLive: false, Self.waits, at: 60_001)
    #expect(link.deadline(aliveAt: nil, Self.waits).isNever)
  }

  /// The clock of an exchange that has not said what time it is: the board's counts.
  private static var wallClock: FeedClock {
    var clock = FeedClock()
    _ = clock.look(at: Moment(monotonic: 0, wall: 1_795_147_950_000))
    _ = clock.time(of: nil, .answer, at: 0)
    return clock
  }

  @Test("what was not heard of a market is a gap, from its last sign to its next")
  func gaps() {
    var gaps = GapTracker()
    let clock = Self.wallClock
    let start = clock.now(0)!
    let missed = gaps.beginGaps(of: [3], since: 1_000, clock: clock, at: 7_000)
    #expect(missed.map(\.market) == [3])
    #expect(missed[0].range.lowerBound == start + 1_000)
    #expect(missed[0].range.upperBound % Candle.span == 0)
    #expect(gaps.beginGaps(of: [3], since: 2_000, clock: clock, at: 8_000).isEmpty)
    #expect(gaps.endGap(of: 3, clock: clock, at: 9_000) == start + 1_000..<start + 9_000)
    #expect(gaps.endGap(of: 3, clock: clock, at: 9_000) == nil && gaps.isEmpty)
  }

  @Test("what is missing of a market that was left waits until it is followed again")
  func leftGaps() {
    var gaps = GapTracker()
    let clock = Self.wallClock
    let start = clock.now(0)!
    gaps.follow(3)
    let whole = gaps.endGap(of: 3, clock: clock, at: 1_000)
    #expect(whole == start + 1_000 - CandleRing.span..<start + 1_000)
    #expect(gaps.leave(3, clock: clock, at: 2_000)?.lowerBound == start + 2_000)
    #expect(gaps.isEmpty)
    gaps.follow(3)
    #expect(!gaps.isEmpty)
    #expect(gaps.leave(3, clock: clock, at: 4_000) == nil && gaps.isEmpty, "it was missing already")
    gaps.follow(3)
    #expect(gaps.endGap(of: 3, clock: clock, at: 9_000) == start + 2_000..<start + 9_000)
  }

  @Test("a gap that ended before the exchange said what time it is ends where it says that it did")
  func undated() {
    var gaps = GapTracker()
    var clock = Self.wallClock
    gaps.follow(3)
    let start = clock.now(0)!
    let end = start + 5_000
    #expect(gaps.endGap(of: 3, clock: clock, at: 5_000) == end - CandleRing.span..<end)
    #expect(gaps.date(by: clock, at: 0).isEmpty, "nothing new is known")
    // What was last known there is of two seconds ahead, and the first live message of three.
    clock.reconnect()
    _ = clock.accept(start + 8_000, .snapshot, at: 6_000)
    let least = gaps.date(by: clock, at: 0)
    #expect(least.map(\.range) == [start + 7_000 - CandleRing.span..<start + 7_000])
    _ = clock.accept(start + 9_500, .live, at: 6_500)
    let dated = gaps.date(by: clock, at: 0)
    #expect(dated.map(\.range) == [start + 8_000 - CandleRing.span..<start + 8_000])
    #expect(gaps.date(by: clock, at: 0).isEmpty, "once")
  }

  @Test("a gap ends no sooner because the first messages after it are late")
  func lateFirstMessages() {
    var (gaps, clock) = (GapTracker(), FeedClock())
    let time: Int64 = 1_795_147_950_000
    for _ in 0..<3 { _ = clock.accept(time, .live, at: 0) }
    _ = gaps.beginGaps(of: [3], since: 1_000, clock: clock, at: 2_000)
    clock.reconnect()
    #expect(gaps.endGap(of: 3, clock: clock, at: 6_000) == time + 1_000..<time + 6_000)
    for late in [2_100, 2_200] as [Int64] {
      _ = clock.accept(time + 7_000 - late, .live, at: 7_000)
    }
    #expect(clock.isSettled && clock.measured == time - 2_100)
    #expect(gaps.date(by: clock, at: 7_000).isEmpty)
  }

  @Test("what is missing again is no gap that has ended")
  func missingAgain() {
    var gaps = GapTracker()
    var clock = Self.wallClock
    let start = clock.now(0)!
    gaps.follow(3)
    _ = gaps.endGap(of: 3, clock: clock, at: 5_000)
    _ = gaps.beginGaps(of: [3], since: 6_000, clock: clock, at: 7_000)
    _ = clock.accept(start + 9_500, .live, at: 7_000)
    #expect(gaps.date(by: clock, at: 0).isEmpty)
  }

  @Test("of history that is asked for by another clock than the exchange's the end is left out")
  func undatedHistory() {
    var backfill = HistoryBackfill()
    backfill.follow(0)
    let clock: Int64 = 1_795_147_950_000
    backfill.askForMissing([0], isLive: true, clock: clock, isDated: false, at: 100)
    #expect(!backfill.isComplete, "it is waited for")
    backfill.askForMissing([0], isLive: true, clock: clock + 1_000, isDated: false, at: 1_100)
    #expect(backfill.isComplete)
    #expect(backfill.next(at: 1_100, clock: clock + 1_000)?.range.upperBound == clock - 10_000)
    backfill.date(by: clock - 100, [0])
    #expect(!backfill.isComplete)
  }

  @Test("a stream that follows polls has the same time to tell what time it is")
  func datedAfterPolls() {
    var backfill = HistoryBackfill()
    backfill.follow(0)
    let clock: Int64 = 1_795_147_950_000
    backfill.askForMissing([0], isLive: false, clock: clock, isDated: false, at: 100)
    #expect(backfill.next(at: 100, clock: clock)?.range.upperBound == clock - 10_000)
    backfill.askForMissing([0], isLive: true, clock: clock + 5_000, isDated: false, at: 5_100)
    #expect(!backfill.isComplete, "it is waited for")
    backfill.askForMissing([0], isLive: true, clock: clock + 6_000, isDated: false, at: 6_100)
    #expect(backfill.isComplete)
  }

  @Test("what was not asked for yet is not taken for known when the stream is lost")
  func lostEarly() {
    var backfill = HistoryBackfill()
    backfill.follow(0)
    let clock: Int64 = 1_795_147_950_000
    backfill.askForMissing([0], isLive: false, clock: clock, isDated: false, at: 100)
    _ = backfill.next(at: 100, clock: clock)
    backfill.missed([0], since: clock + 9_000)
    backfill.askForMissing([0], isLive: true, clock: clock + 20_000, isDated: true, at: 20_100)
    _ = backfill.answered(HistoryPage(candles: []), at: 20_100)
    #expect(backfill.next(at: 20_100, clock: clock + 20_000)?.range.lowerBound == clock - 10_000)
  }

  @Test("history is asked for from the watermark on, and again once the running second is over")
  func backfill() {
    var backfill = HistoryBackfill()
    backfill.follow(0)
    #expect(!backfill.isComplete && backfill.isUnknown(0) && backfill.deadline.isNever)
    let clock: Int64 = 1_795_147_950_300
    backfill.askForMissing([0], isLive: true, clock: clock, isDated: true, at: 100)
    #expect(backfill.isComplete && !backfill.isUnknown(0))
    #expect(backfill.deadline == Deadline(100))
    let first = backfill.next(at: 100, clock: clock)
    #expect(first?.range.upperBound == clock / 1_000 * 1_000)
    #expect(backfill.deadline.isNever, "one at a time")
    _ = backfill.answered(HistoryPage(candles: []), at: 200)
    #expect(backfill.deadline == Deadline(100 + 2_500 - 300))
    // The exchange's clock was set back: nothing of that time is known.
    backfill.look(at: clock - 3_600_000)
    #expect(!backfill.isComplete && backfill.isUnknown(0))
    let ended = [backfill.endWait(for: 0), backfill.endWait(for: 0)]
    #expect(ended == [true, false])
  }

  @Test("however often a stream is cut, what was missed of a market is asked for as one stretch")
  func cuts() {
    let start: Int64 = 1_795_147_950_300
    var backfill = HistoryBackfill()
    backfill.follow(0)
    backfill.follow(1)
    // Nothing is answered meanwhile, for longer than the ring is long.
    for cut in 0..<100 as Range<Int64> {
      let clock = start + cut * 15_000
      backfill.askForMissing([0, 1], isLive: true, clock: clock, isDated: true, at: cut * 15_000)
      backfill.missed([0, 1], since: clock + 12_000)
    }
    var asked: [BackfillQueue.Stretch] = []
    let clock = start + 99 * 15_000
    while let stretch = backfill.next(at: 99 * 15_000 + 4_000, clock: clock + 4_000) {
      asked.append(stretch)
      _ = backfill.answered(HistoryPage(candles: []), at: 99 * 15_000 + 4_000)
    }
    #expect(asked.map(\.market) == [0, 1, 0, 1])
    let ring = Candle.bucket(of: clock + 4_000 - CandleRing.span)..<Candle.bucket(of: clock)
    for stretch in asked.prefix(2) { #expect(stretch.range == ring) }
  }

  @Test(
    "stretches of a market are asked for as one where both may be asked for and little is between them",
    arguments: [
      (60_000 as Int64..<70_000, 0 as Int64, 1), (130_000..<140_000, 0, 1),
      (131_000..<140_000, 0, 2), (60_000..<70_000, 2_500, 2),
    ])
  func stretches(range: Range<Int64>, notBefore: Int64, count: Int) {
    var queue = BackfillQueue()
    queue.want(0, 50_000..<70_000, notBefore: 0, at: 0)
    queue.want(1, 50_000..<70_000, notBefore: 0, at: 0)
    queue.want(0, range, notBefore: notBefore, at: 0)
    var asked: [BackfillQueue.Stretch] = []
    while let stretch = queue.next(at: 2_500, clock: 140_000) {
      asked.append(stretch)
      _ = queue.answered(HistoryPage(candles: []), at: 2_500)
    }
    #expect(asked.map(\.market) == Array([0, 1, 0].prefix(count + 1)))
    #expect(asked[0].range == 50_000..<(count == 1 ? range.upperBound : 70_000))
  }

  @Test("what was wanted by a clock that was ahead is asked for once it has happened")
  func wantedByClockAhead() {
    var queue = BackfillQueue()
    queue.want(0, 100_000..<150_000, notBefore: 0, at: 0)
    #expect(queue.next(at: 0, clock: 123_456)?.range == 100_000..<123_000)
    _ = queue.answered(HistoryPage(candles: []), at: 100)
    #expect(queue.next(at: 100, clock: 123_556) == nil)
    #expect(queue.deadline == Deadline(29_044))
    #expect(queue.next(at: 29_044, clock: 152_500)?.range == 123_000..<150_000)
    // A clock that was far ahead is seen elsewhere.
    _ = queue.answered(HistoryPage(candles: []), at: 29_100)
    queue.want(0, 200_000..<300_000, notBefore: 30_000, at: 30_000)
    #expect(queue.next(at: 30_000, clock: 153_456) == nil)
    #expect(queue.deadline.isNever)
  }

  @Test(
    "what was heard by a clock that was ahead is missing until the exchange tells the time",
    arguments: [30_000, 200_000] as [Int64])
  func heardByClockAhead(lead: Int64) {
    var (gaps, clock) = (GapTracker(), FeedClock())
    let time: Int64 = 1_795_147_950_000
    for _ in 0..<3 { _ = clock.accept(time + lead, .live, at: 0) }
    clock.reconnect()
    gaps.follow(3)
    _ = gaps.endGap(of: 3, clock: clock, at: 5_000)
    for _ in 0..<2 { _ = clock.accept(time + 7_000, .live, at: 7_000) }
    #expect(
      gaps.date(by: clock, at: 7_000).map(\.range) == [
        time + 5_000 - CandleRing.span..<time + 7_001
      ])
  }

  @Test(
    "the list is asked for part by part, later where it fails, and soon where a market is not there"
  )
  func list() {
    var list = MarketListSync()
    list.wake(at: 5)
    #expect(list.deadline == Deadline(5))
    list.begin([ListCall(part: 0, path: "/a"), ListCall(part: 1, path: "/b")], at: 5)
    let parts = [list.next()?.path, list.next()?.path, list.next()?.path]
    #expect(parts == ["/a", "/b", nil] && list.deadline.isNever)
    list.failed(isAwaited: false, resumesAt: .immediately, at: 10)
    #expect(list.deadline == Deadline(30_010))
    list.failed(isAwaited: false, resumesAt: Deadline(900_000), at: 10)
    #expect(list.deadline == Deadline(900_000))
    func wait(halted: Bool = false, missing: Bool = false) -> Deadline {
      list.settle(
        [], isWhole: true, isHalted: halted, absent: halted || missing ? ["KRW-BTC"] : [], at: 0)
      return list.deadline
    }
    let halted = (0..<5).map { _ in wait(halted: true) }
    #expect(halted == [60_000, 120_000, 240_000, 480_000, 600_000].map { Deadline($0) })
    #expect(wait() == Deadline(21_600_000))
    let missing = (0..<10).map { _ in wait(missing: true) }
    #expect(missing.first == Deadline(60_000) && missing.last == Deadline(21_600_000))
    #expect(wait() == Deadline(21_600_000))
    // A code that is unknown may be on a newer list.
    list.suspect(isAwaited: false, resumesAt: .immediately, at: 50_000)
    #expect(list.deadline == Deadline(60_005), "a minute after the one before")
    list.suspect(isAwaited: false, resumesAt: .immediately, at: 60_006)
    #expect(list.deadline == Deadline(60_005))
    // Lists fail, and so are asked for seldom, unless one is awaited.
    for _ in 0..<6 { list.failed(isAwaited: false, resumesAt: .immediately, at: 70_000) }
    #expect(list.deadline == Deadline(1_030_000))
    list.suspect(isAwaited: false, resumesAt: .immediately, at: 80_000)
    #expect(list.deadline == Deadline(1_030_000))
    list.suspect(isAwaited: true, resumesAt: .immediately, at: 80_000)
    #expect(list.deadline == Deadline(80_000))
  }

  @Test("one unknown code is looked for by halves")
  func halves() {
    var list = MarketListSync()
    let endpoint = Endpoint(Binance())
    let codes = ["AUSDT", "BUSDT", "CUSDT"]
    list.begin([], at: 0)
    list.narrow(ListCall(part: 0, codes: codes, path: "/x"), of: endpoint)
    let halves = [list.next()?.codes, list.next()?.codes, list.next()?.codes]
    #expect(halves == [["AUSDT"], ["BUSDT", "CUSDT"], nil])
    list.narrow(ListCall(part: 0, codes: ["BADUSDT"], path: "/x"), of: endpoint)
    let none = list.next()
    #expect(none == nil)
  }

  @Test("wallets are asked for once a minute while somebody looks")
  func wallets() {
    var wallets = WalletPoller()
    let newcomers = wallets.follow([1], isOffered: true, at: 0)
    #expect(newcomers == [1] && wallets.deadline == Deadline(0))
    let asks = wallets.advance(to: 0, resumesAt: .immediately)
    #expect(asks && wallets.deadline == Deadline(60_000))
    let asksStopped = wallets.advance(to: 60_000, resumesAt: Deadline(90_000))
    #expect(!asksStopped && wallets.deadline == Deadline(90_000))
    _ = wallets.follow([], isOffered: true, at: 70_000)
    #expect(wallets.deadline.isNever)
  }

  @Test("recent trades are asked for at once, and not of a market that was turned past")
  func trades() {
    var trades = RecentTrades()
    trades.follow(4, at: 10)
    #expect(trades.deadline == Deadline(10))
    let waits = trades.advance(to: 10, isListed: { _ in true }, isAsking: true)
    #expect(waits == nil && trades.deadline == Deadline(1_010))
    trades.follow(5, at: 500)
    let market = trades.advance(to: 500, isListed: { _ in true }, isAsking: false)
    #expect(market == 5 && trades.deadline.isNever)
    trades.askLater(4, slowdown: 1, at: 600)
    #expect(trades.deadline.isNever)
    trades.askLater(5, slowdown: 2, at: 600)
    #expect(trades.deadline == Deadline(20_600))
  }

  @Test("a book that does not add up is asked for again, ever more seldom")
  func books() {
    var books = OrderBooks()
    func change(isWhole: Bool, checksum: UInt32? = nil) -> BookChange {
      BookChange(
        isWhole: isWhole, depth: 10, bids: [BookLevel(OrderBook.Level(price: 1, size: 1))],
        asks: [BookLevel(OrderBook.Level(price: 2, size: 1))], checksum: checksum)
    }
    let newcomers = books.follow([0, 7], among: [0]) { _ in }
    #expect(newcomers == [0] && books.wanted == [0])
    guard case .nothing = books.apply(change(isWhole: false), to: 0, at: 0) else {
      Issue.record("changes before the whole book say nothing")
      return
    }
    guard case .book = books.apply(change(isWhole: true), to: 0, at: 0) else {
      Issue.record("a whole book is one")
      return
    }
    guard case .nothing = books.apply(change(isWhole: true), to: 7, at: 0) else {
      Issue.record("nobody wants it")
      return
    }
    var told: [Update] = []
    _ = books.follow([], among: [0]) { told.append($0) }
    #expect(told == [.book(market: 0, OrderBook(bids: [], asks: []))])
  }

  @Test(
    "the endpoint is left after five failures without data, and the usual one tried after an hour")
  func endpoints() {
    var endpoints = Endpoints([Endpoint(Binance()), Endpoint(Binance(), name: "other")])
    let failures = (0..<5).map { _ in endpoints.lost(saysNothing: false) }
    #expect(failures == [false, false, false, false, true])
    let next = endpoints.next()
    #expect(next == 1)
    endpoints.use(1, at: 0)
    #expect(endpoints.deadline == Deadline(3_600_000))
    endpoints.putOffUsual(until: Deadline(3_900_000))
    #expect(endpoints.deadline == Deadline(3_900_000))
    var intents: [Intent] = []
    _ = endpoints.failed(.tickers, status: 429, retryAfterSeconds: 7, at: 0, &intents)
    #expect(endpoints.resumesAt(.tickers) == Deadline(7_000) && endpoints.slowdown(.tickers) == 2)
    #expect(intents.isEmpty)
    _ = endpoints.failed(.stream, status: 418, retryAfterSeconds: 70, at: 0, &intents)
    #expect(endpoints.resumesAt(.tickers) == Deadline(70_000))
    #expect(intents == [.hold(endpoint: 1, until: Deadline(70_000))])
    endpoints.use(0, at: 0)
    #expect(endpoints.deadline.isNever && endpoints.slowdown(.tickers) == 1)
    #expect(endpoints.resumesAt(.tickers).isDue(at: 0))
  }

  @Test(
    "the usual endpoint is tried a minute after another one is heard that could not be reached either"
  )
  func unreachableEndpoints() {
    var endpoints = Endpoints([Endpoint(Binance()), Endpoint(Binance(), name: "other")])
    _ = endpoints.next()
    endpoints.use(1, at: 0)
    endpoints.becameLive(at: 1_000)
    #expect(endpoints.deadline == Deadline(3_600_000), "this one was reached at once")
    _ = endpoints.lost(saysNothing: true)
    endpoints.becameLive(at: 2_000)
    #expect(endpoints.deadline == Deadline(3_600_000))
    _ = endpoints.lost(saysNothing: false)
    endpoints.becameLive(at: 100_000)
    #expect(endpoints.deadline == Deadline(160_000))
    endpoints.becameLive(at: 130_000)
    #expect(endpoints.deadline == Deadline(160_000))
  }

  @Test("a call is answered once, and one that was dropped not at all")
  func calls() {
    var calls = RESTCalls()
    var intents: [Intent] = []
    calls.ask(.history(3), "/a", endpoint: 0, &intents)
    calls.ask(.wallets(0), "/b", endpoint: 0, &intents)
    let ids = intents.compactMap { if case .get(let id, _, _) = $0 { id } else { nil } }
    #expect(calls.isAsking { $0.topic == .wallets })
    let ended = [calls.end(ids[0]), calls.end(ids[0])]
    #expect(ended == [.history(3), nil])
    #expect(calls.dropAll() == [.wallets])
    let late = calls.end(ids[1])
    #expect(late == nil)
  }

  @Test("the log hears of the same complaint once, and once a minute of what is dropped")
  func log() {
    var log = FeedLog()
    let said = ["x", "x", "y"].map { log.complain(.tickers, .failed, $0) }
    #expect(said == [true, false, true])
    log.resolve(.tickers)
    let again = log.complain(.tickers, .failed, "y")
    #expect(again)
    log.drop(3)
    let counts = [0, 1_000, 60_000].map { log.droppedNews(at: $0) }
    #expect(counts == [3, nil, nil])
    log.drop()
    let last = log.droppedNews(at: 60_000)
    #expect(last == 1 && log.dropped == 4)
  }
}
