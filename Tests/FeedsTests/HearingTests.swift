import MarketData
import Testing

@testable import Feeds

@Suite("Whether what the stream says is of now, and what it did not say")
struct HearingTests {
  /// The times of which a rig has said that nothing was heard, less the exchange's time at `start`.
  private func missed(_ rig: FeedRig, market: MarketID = 0, since start: Int64) -> [Range<Int64>] {
    rig.updates.compactMap {
      guard case .missed(market, let range) = $0 else { return nil }
      return range.lowerBound - start..<range.upperBound - start
    }
  }

  /// When the exchange last spoke, before now.
  private func age(_ rig: FeedRig) -> Int64? {
    for case .link(_, _, let heard) in rig.updates.reversed() {
      return heard.map { rig.now.monotonic - $0 }
    }
    return nil
  }

  /// The exchange lets the board connect, and answers its pings and calls for tickers.
  private func answer(_ rig: FeedRig) {
    for intent in rig.wanted() {
      switch intent {
      case .ping: rig.pong()
      case .connect: rig.opened()
      case .get(let call, let path, _) where path.hasPrefix("/ticker"):
        rig.answer(call.number, rig.ticker())
      default: break
      }
    }
  }

  /// A trade a second, each of which comes so late.
  private func trades(_ rig: FeedRig, _ delays: [Int64], from id: Int) {
    for (number, delay) in delays.enumerated() {
      rig.pass(1_000)
      rig.message(rig.trade(id: id + number, ago: delay))
    }
  }

  @Test("a backlog ages what it brings, and is stale once it is too old")
  func backlog() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    trades(rig, Array(repeating: 200, count: 10), from: 2)
    #expect(rig.link == .streaming && age(rig) == 0)
    trades(rig, [3_000, 5_000, 7_000, 9_000, 11_000], from: 20)
    #expect(rig.link == .streaming)
    #expect(abs(age(rig)! - 7_000) <= 200)
    trades(rig, [13_000, 15_000, 17_000, 20_000, 40_000, 40_000, 40_000], from: 40)
    #expect(rig.link == .stale)
    #expect(abs(age(rig)! - 40_000) <= 200)
    #expect(rig.feed.deadline.monotonic - rig.now.monotonic <= 5_000, "it is polled meanwhile")
  }

  @Test("a stream that is late for a minute is had anew, and its clock is not that of the backlog")
  func reconnects() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    trades(rig, Array(repeating: 200, count: 10), from: 2)
    trades(rig, Array(repeating: 40_000, count: 70), from: 20)
    rig.pass(5_000)
    let wanted = rig.wanted()
    #expect(wanted.contains(.close()) && wanted.contains(.connect()))
    rig.opened()
    rig.message(rig.trade(id: 200, ago: 200))
    #expect(rig.link == .streaming && age(rig) == 0)
    let offset = rig.exchangeTime - rig.now.monotonic
    #expect(abs(rig.clockOffset! - offset) <= 1_500)
  }

  @Test(
    "a quiet market's exchange whose clock was ahead for a while is believed again in two minutes",
    arguments: [20_000, 45_000, 59_000] as [Int64])
  func clockWasAhead(first: Int64) {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    var ahead: Int64 = 0
    var id = 10
    func wait(_ milliseconds: Int64) {
      let end = rig.now.monotonic + milliseconds
      while rig.now.monotonic < end {
        rig.pass(min(500, end - rig.now.monotonic))
        answer(rig)
      }
    }
    func speak() {
      for _ in 0..<2 {
        rig.message(rig.trade(id: id, ago: -ahead))
        id += 1
      }
    }
    for _ in 0..<3 {
      wait(60_000)
      speak()
    }
    ahead = 172_000
    for _ in 0..<2 {
      wait(60_000)
      speak()
    }
    #expect(rig.clockOffset! > rig.exchangeTime - rig.now.monotonic + 160_000)
    ahead = 0
    wait(first)
    speak()
    wait(60_000)
    speak()
    wait(60_000 - first + 2_000)
    let error = rig.clockOffset! - (rig.exchangeTime - rig.now.monotonic)
    #expect(abs(error) < 2_000 && rig.link == .streaming)
  }

  @Test(
    "an exchange whose clock was a little ahead is believed again in two minutes",
    arguments: [6_000, 13_700] as [Int64])
  func clockWasLittleAhead(ahead: Int64) {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    func wait(_ milliseconds: Int64) {
      for _ in 0..<milliseconds / 500 {
        rig.pass(500)
        answer(rig)
      }
    }
    for id in 10..<30 {
      wait(20_000)
      rig.message(rig.trade(id: id, ago: id < 20 ? 0 : -ahead))
    }
    #expect(rig.clockOffset! >= rig.exchangeTime + ahead - rig.now.monotonic - 1_000)
    for id in 30..<36 {
      wait(20_000)
      rig.message(rig.trade(id: id, ago: 0))
    }
    #expect(abs(rig.clockOffset! - (rig.exchangeTime - rig.now.monotonic)) < 2_000)
    #expect(rig.link == .streaming)
  }

  @Test(
    "an exchange that never falls silent is pinged where its clock may be wrong, and believed again",
    arguments: [6_000, 13_700, 14_900] as [Int64])
  func busyClockWasLittleAhead(ahead: Int64) {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    func second(_ id: Int, ahead: Int64) {
      for _ in 0..<2 {
        rig.pass(500)
        answer(rig)
      }
      rig.message(rig.trade(id: id, ago: -ahead))
    }
    for id in 10..<130 { second(id, ahead: id < 20 ? 0 : ahead) }
    #expect(rig.clockOffset! >= rig.exchangeTime + ahead - rig.now.monotonic - 1_000)
    for id in 130..<180 { second(id, ahead: 0) }
    #expect(abs(rig.clockOffset! - (rig.exchangeTime - rig.now.monotonic)) < 2_000)
    #expect(rig.link == .streaming && age(rig)! < 2_000)
  }

  @Test("a backlog of a few seconds, through which pongs come as late, is no wrong clock")
  func littleBacklog() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    trades(rig, Array(repeating: 200, count: 10), from: 2)
    var due: [Int64] = []
    var pings = 0
    _ = rig.wanted()
    for id in 20..<140 {
      rig.pass(1_000)
      while let first = due.first, first <= rig.now.monotonic {
        due.removeFirst()
        rig.pong(before: due.count)
      }
      rig.message(rig.trade(id: id, ago: 8_000))
      for intent in rig.wanted() {
        if case .ping = intent {
          due.append(rig.now.monotonic + 8_000)
          pings += 1
        }
        #expect(intent != .close())
      }
    }
    #expect(pings > 5 && pings < 20)
    #expect(age(rig)! >= 5_000)
  }

  @Test(
    "an exchange whose words are late although it answers pings at once is left where no clock says so",
    arguments: [false, true])
  func overloaded(hasClock: Bool) {
    let rig = FeedRig("KRW-BTC")
    // The exchange shows what the board does.
    let ahead = rig.exchangeTime - rig.now.wall
    rig.now.isSynchronised = hasClock
    rig.feed.compareClock(with: rig.now.wall - rig.now.monotonic)
    rig.opened()
    trades(rig, Array(repeating: ahead + 200, count: 10), from: 2)
    var isClosed = false
    for id in 20..<140 {
      rig.message(rig.trade(id: id, ago: ahead + 8_000))
      rig.pass(1_000)
      for intent in rig.wanted() {
        if case .ping = intent { rig.pong() }
        if case .close = intent { isClosed = true }
      }
    }
    #expect(isClosed != hasClock)
    if hasClock { #expect(age(rig)! >= 5_000) }
  }

  @Test("what is too old to be shown as new is known at its third message, whatever pings say")
  func tooOld() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    trades(rig, Array(repeating: 200, count: 10), from: 2)
    _ = rig.wanted()
    for id in 20..<23 {
      rig.pass(8_000)
      rig.message(rig.trade(id: id, ago: 20_000))
      for intent in rig.wanted() { if case .ping = intent { rig.pong() } }
    }
    #expect(rig.link != .streaming)
  }

  @Test("what was held up once is no reason to leave a quiet market's stream")
  func heldUpOnce() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    trades(rig, Array(repeating: 200, count: 10), from: 2)
    _ = rig.wanted()
    for id in 20..<22 { rig.message(rig.trade(id: id, ago: 7_000)) }
    for _ in 0..<100 {
      rig.pass(500)
      for intent in rig.wanted() {
        if case .ping = intent { rig.pong() }
        #expect(intent != .close())
      }
    }
    #expect(rig.link == .streaming)
  }

  @Test("one old stamp among new ones is no delay")
  func oneOld() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    trades(rig, [200, 200, 200, 50_000, 200, 50_000, 50_000], from: 2)
    #expect(rig.link == .streaming && age(rig) == 0)
  }

  @Test("what lay unread while the machine slept is old, and what comes after it is new")
  func unread() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    trades(rig, Array(repeating: 200, count: 10), from: 2)
    rig.sleep(3_600_000)
    rig.updates = []
    rig.message(rig.trade(id: 50, ago: 3_600_000))
    // An alert that looks at the price knows it.
    let first = rig.updates.first {
      switch $0 {
      case .link, .ticker, .trade: true
      default: false
      }
    }
    guard case .link(_, .stale, let heard?)? = first else {
      return #expect(Bool(false), "\(rig.updates)")
    }
    #expect(abs(rig.now.monotonic - heard - 3_600_000) <= 1_000, "a silence counts once")
    #expect(rig.link == .stale)
    #expect(abs(age(rig)! - 3_600_000) <= 1_000)
    rig.message(rig.trade(id: 51, ago: 200))
    #expect(rig.link == .streaming && age(rig) == 0)
  }

  @Test("a trade that lay unread behind a pong is old, too")
  func unreadBehindPong() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    trades(rig, Array(repeating: 200, count: 10), from: 2)
    rig.sleep(3_600_000)
    rig.pong()
    rig.message(rig.trade(id: 50, ago: 3_600_000))
    #expect(rig.link == .stale)
    rig.message(rig.trade(id: 51, ago: 200))
    #expect(rig.link == .streaming && age(rig) == 0)
  }

  @Test(
    "first words that may have lain unread while the machine slept are not read",
    arguments: [
      (isOpen: true, kind: "SNAPSHOT"), (true, "REALTIME"), (false, "REALTIME"),
    ])
  func unreadBegin(isOpen: Bool, kind: String) {
    let rig = FeedRig("KRW-BTC")
    if isOpen { rig.opened() }
    rig.sleep(3_600_000)
    if !isOpen { rig.opened() }
    rig.message(rig.trade(ago: 3_600_000, kind: kind))
    #expect(rig.prices == [] && rig.link != .streaming && rig.clockOffset == nil)
    #expect(rig.wanted().contains(.close()))
    rig.pass(2_000)
    #expect(rig.wanted().contains(.connect()))
    rig.opened()
    rig.message(rig.trade(id: 2, ago: 200))
    #expect(rig.link == .streaming && age(rig) == 0)
  }

  @Test("a stamp that is no time counts as too late, and as nothing worse")
  func noTime() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    trades(rig, [0, 0, 0], from: 2)
    trades(rig, Array(repeating: rig.exchangeTime, count: 3), from: 20)
    #expect(rig.link != .streaming)
    #expect(abs(age(rig)! - 15_000) <= 1_000)
  }

  @Test("an answered ping says that nothing is under way any more")
  func pong() {
    var delay = Delay()
    for late in [20_000, 21_000, 22_000] as [Int64] { delay.add(late) }
    #expect(delay.milliseconds == 20_000)
    delay.pongCame(after: 300)
    #expect(delay.milliseconds == 0)
  }

  @Test("an answer tells how long its own ping took, though another was sent meanwhile")
  func earlierPing() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    trades(rig, Array(repeating: 200, count: 10), from: 2)
    var pings = 0
    // Each message is 12 s old and comes when the answer to a ping is nearly overdue.
    for id in 20..<24 {
      if rig.pass(100, until: { $0.wanted().contains(.ping()) }) { pings += 1 }
      rig.pass(3_000)
      rig.message(rig.trade(id: id, ago: 12_000))
    }
    #expect(pings == 4 && age(rig)! >= 11_000)
    rig.pong(before: 2)
    #expect(age(rig)! >= 11_000)
    rig.pong()
    #expect(age(rig)! < 4_000)
  }

  @Test("a quiet stream over a long way stays live, and is never older than what is live may be")
  func longWay() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    trades(rig, Array(repeating: 4_000, count: 4), from: 2)
    var answersAt: [Int64] = []
    var (pongs, stale) = (0, 0)
    for tenth in 0..<1_200 {
      rig.pass(100)
      if rig.wanted().contains(.ping()) { answersAt.append(rig.now.monotonic + 4_000) }
      if let first = answersAt.first, first <= rig.now.monotonic {
        answersAt.removeFirst()
        rig.pong()
        pongs += 1
      }
      #expect(rig.link != .streaming || age(rig)! < 15_000, "after \(tenth) tenths of a second")
      if pongs > 0, rig.link != .streaming { stale += 1 }
    }
    #expect(pongs > 5)
    #expect(stale == 0)
  }

  @Test("a pong that answers no ping of ours tells nothing of the delay")
  func strangePong() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    trades(rig, [0, 12_000, 12_000, 12_000], from: 2)
    for number in [nil, 0, 2, -1, .max] as [Int?] {
      rig.happen(.pong(number: number, rig.connection()))
      #expect(age(rig)! >= 11_000)
    }
  }

  @Test("a stream that goes on to be late after each answered ping is given up")
  func lateAgain() {
    var link = LinkMonitor()
    let waits = Feed.Waits()
    var ends: [Int64] = []
    var began = 0
    for second in 0..<32 as Range<Int64> {
      if second % 10 == 9 { link.pongCame(after: 100) } else { link.dataCame(late: 45_000) }
      switch link.watchDelay(isLive: true, waits, at: second * 1_000) {
      case .began: began += 1
      case .lasts: ends.append(second)
      case nil: break
      }
    }
    #expect(ends.first == 31)
    #expect(began == 3, "each time that it is late again something is missing")
    link.dataCame(late: 100)
    #expect(link.watchDelay(isLive: true, waits, at: 32_000) == nil)
    for _ in 0..<3 { link.dataCame(late: 45_000) }
    let again = link.watchDelay(isLive: true, waits, at: 33_000)
    if case .began = again {} else { Issue.record("what came in time ended it") }
  }

  @Test("a socket that is called dead was not heard since its last sign of life")
  func dead() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    trades(rig, [0, 0, 0, 0, 0], from: 2)
    rig.updates = []
    let heard = rig.exchangeTime
    rig.pass(14_000)
    #expect(rig.link == .stale)
    let ranges = missed(rig, since: heard)
    #expect(ranges.count == 1 && ranges.first?.lowerBound == 0)
    #expect(ranges.first.map { $0.upperBound >= 13_500 } == true)
  }

  @Test("what a late stream had still to say when it was cut is missing")
  func lateEnd() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    trades(rig, [0, 0, 0, 4_000, 4_000, 4_000], from: 2)
    rig.updates = []
    let cut = rig.exchangeTime
    rig.closed(TransportFailure(reason: "it was closed"))
    #expect(missed(rig, since: cut).map(\.lowerBound) == [-4_000])
  }

  @Test("what a machine slept through was not heard, though its stream goes on")
  func slept() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    trades(rig, [0, 0, 0, 0, 0], from: 2)
    rig.updates = []
    let heard = rig.exchangeTime
    rig.sleep(600_000)
    rig.message(rig.trade(id: 20, ago: 0))
    #expect(rig.link == .streaming)
    let ranges = missed(rig, since: heard)
    #expect(ranges.map(\.lowerBound) == [0, 0] && ranges.last?.upperBound == 600_000)
  }

  @Test("a clock that was behind and is put right skips time, which was not heard and is asked for")
  func putRight() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    trades(rig, [0, 0, 0, 0, 0], from: 2)
    for id in 1...9 { rig.answer(id, rig.quietHistory()) }
    rig.pass(5_000)
    (rig.updates, rig.intents) = ([], [])
    let heard = rig.exchangeTime
    // The stamps are of three minutes later at once.
    trades(rig, [-180_000, -180_000, -180_000], from: 20)
    #expect(missed(rig, since: heard) == [3_000..<183_000])
    rig.pass(1_500)
    #expect(rig.call("/candles") != nil)
  }

  @Test("an answer that was long under way is as old as its question")
  func slowAnswer() {
    let rig = FeedRig("KRW-BTC")
    rig.pass(2_000)
    let call = rig.call("/ticker")!
    rig.pass(800)
    #expect(rig.link == nil || rig.link == .offline)
    rig.answer(call, rig.ticker())
    #expect(rig.link == .polling && age(rig) == 0)
    rig.pass(5_000)
    let slow = rig.call("/ticker")!
    #expect(slow != call)
    rig.pass(8_000)
    rig.answer(slow, rig.ticker())
    #expect(rig.link == .polling)
    #expect((8_000...8_800).contains(age(rig)!))
  }

  @Test("a network that comes back makes nothing of what was heard before younger")
  func awake() {
    let rig = FeedRig("KRW-BTC")
    rig.stream()
    rig.sleep(600_000)
    rig.happen(.network(isUp: true))
    #expect(rig.link == .stale)
  }

  @Test("a stream that begins was not heard before, nor was a market while nobody followed it")
  func begins() {
    let rig = FeedRig("KRW-BTC", "KRW-ETH")
    let start = rig.exchangeTime
    rig.pass(1_000)
    rig.stream()
    rig.message(rig.trade("KRW-ETH", id: 2))
    for market in [0, 1] as [MarketID] {
      #expect(missed(rig, market: market, since: start).map(\.upperBound) == [1_000])
    }
    rig.updates = []
    rig.follow([0])
    rig.pass(7_000)
    rig.pong()
    rig.follow([0, 1])
    rig.message(rig.trade("KRW-ETH", id: 3))
    // First what is left of the candle in which it was followed no more.
    #expect(missed(rig, market: 1, since: start) == [1_000..<5_000, 1_000..<8_000])
    #expect(missed(rig, market: 0, since: start) == [])
  }

  @Test("of a market that the stream has left out nothing was heard until it is told of")
  func leftOut() {
    let rig = FeedRig("KRW-BTC", "KRW-ETH")
    let start = rig.exchangeTime
    func news() -> [Bool] {
      defer { rig.updates = [] }
      return rig.updates.compactMap {
        if case .streamed(1, let isStreamed) = $0 { isStreamed } else { nil }
      }
    }
    rig.stream()
    #expect(missed(rig, market: 1, since: start) == [])
    #expect(news() == [false])
    rig.pass(4_000)
    rig.message(rig.trade(id: 2))
    #expect(missed(rig, market: 1, since: start) == [])
    rig.message(rig.trade("KRW-ETH", id: 3))
    #expect(missed(rig, market: 1, since: start).map(\.upperBound) == [4_000])
    #expect(news() == [true])
    rig.follow([0])
    rig.follow([0, 1])
    #expect(news() == [false])
    rig.message(rig.trade("KRW-ETH", id: 4))
    #expect(news() == [true])
  }

  private func binanceTrade(_ code: String, _ id: Int, _ rig: FeedRig) -> String {
    """
    {"stream":"\(code.lowercased())@trade","data":{"e":"trade","E":\(rig.exchangeTime),\
    "s":"\(code)","t":\(id),"p":"0.5","q":"1","T":\(rig.exchangeTime),"m":false,"M":true}}
    """
  }

  @Test("what a stream need not tell at first is asked for each half minute, until it is told")
  func quietAtFirst() {
    let rig = FeedRig(Binance(), ["BTCUSDT", "ETHUSDT"])
    rig.opened()
    rig.message(binanceTrade("BTCUSDT", 1, rig))
    /// How often the price of the other market is asked for in five minutes.
    func asked() -> Int {
      var count = 0
      for id in 0..<300 {
        rig.pass(1_000)
        rig.message(binanceTrade("BTCUSDT", 2 + id, rig))
        guard let call = rig.call("/ticker/24hr?type=MINI&symbols=%5B%22ETHUSDT%22%5D") else {
          continue
        }
        count += 1
        rig.intents = []
        rig.unanswered(call, TransportFailure(reason: "lost"))
      }
      return count
    }
    #expect((9...11).contains(asked()))
    rig.message(binanceTrade("ETHUSDT", 900, rig))
    #expect(asked() == 0)
  }

  @Test("after a reconnect what the stream does not speak of is polled")
  func polledAgain() {
    let rig = FeedRig(Binance(), ["BTCUSDT", "ETHUSDT"])
    func trade(_ code: String, _ id: Int) -> String { binanceTrade(code, id, rig) }
    rig.opened()
    for id in 1...3 { for code in ["BTCUSDT", "ETHUSDT"] { rig.message(trade(code, id)) } }
    rig.pass(6_000)
    rig.closed(TransportFailure(reason: "cut"))
    _ = rig.wanted()
    #expect(rig.pass(500) { $0.intents.contains(.connect()) })
    rig.opened()
    rig.message(trade("BTCUSDT", 9))
    for id in rig.underWay.keys.sorted() {
      rig.unanswered(id, TransportFailure(reason: "lost"))
    }
    _ = rig.wanted()
    rig.pass(7_000)
    let polls = rig.wanted().compactMap {
      if case .get(_, let path, _) = $0, path.contains("/ticker") { path } else { nil }
    }
    #expect(polls.contains { $0.contains("ETHUSDT") })
    #expect(!polls.contains { $0.contains("BTCUSDT") })
  }
}
