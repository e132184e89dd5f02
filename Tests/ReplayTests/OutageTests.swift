import Feeds
import Glance
import MarketData
import Testing

/// A feed and a desk through half an hour of faults, faster than life.
private final class Replay {
  let exchange: ReplayedExchange
  var feed: Feed
  var desk: Desk
  var random: Generator
  var monotonic: Int64 = 50_000
  /// The board's own clock is hours wrong.
  let wallError: Int64 = -7 * 3_600_000
  var isOpen = false
  var connects = 0
  var late: [(at: Int64, trade: Trade)] = []
  var answers: [(at: Int64, id: Int, path: String)] = []
  var connectAt: Int64?
  var pongAt: Int64?
  /// Whether the exchange answers calls for history with an error.
  var isHistoryDown: (Int64) -> Bool = { _ in false }

  init(seed: UInt64) {
    random = Generator(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
    exchange = ReplayedExchange(&random)
    let upbit = Upbit()
    feed = Feed(
      exchange: upbit, markets: [(0, "KRW-BTC")], limits: Feed.Limits(), seed: seed)
    desk = Desk(
      markets: [
        MarketState(
          market: upbit.market(code: "KRW-BTC")!, exchangeTitle: upbit.title,
          baseline: upbit.baseline)
      ], language: .english)
  }

  var exchangeTime: Int64 { ReplayedExchange.start + monotonic - 50_000 }
  var now: Moment { Moment(monotonic: monotonic, wall: exchangeTime + wallError) }

  func happen(_ event: Happening) {
    feed.handle(event, at: now) { desk.apply(.update($0)) }
    obey()
  }

  func hear(_ text: String) {
    Array(text.utf8).withUnsafeBufferPointer { happen(.message($0)) }
  }

  func obey() {
    for intent in feed.intents {
      switch intent {
      case .connect: connectAt = monotonic + 120
      case .close: isOpen = false
      case .ping: if isOpen { pongAt = monotonic + 60 }
      case .get(let id, let path, _): answers.append((monotonic + 90, id, path))
      default: break
      }
    }
    feed.intents = []
  }

  /// Lives until `end`; the socket lives while `isUp` says so.
  func run(until end: Int64, isUp: (Int64) -> Bool) {
    if monotonic == 50_000 {
      desk.apply(.time(now, utcOffsetSeconds: 0))
      feed.start(at: now) { desk.apply(.update($0)) }
      obey()
    }
    while exchangeTime < end {
      monotonic += 50
      desk.apply(.time(now, utcOffsetSeconds: 0))
      let time = exchangeTime
      if isOpen, !isUp(time) {
        isOpen = false
        happen(.closed(Closure(reason: "cut")))
      }
      if let at = pongAt, at <= monotonic {
        pongAt = nil
        happen(.pong())
      }
      if let at = connectAt, at <= monotonic { connect(isUp(time)) }
      // Delivered with a delay, some twice, some seconds late.
      for trade in exchange.between(time - 100, time - 50) {
        late.append((time + (Int.random(in: 0..<10, using: &random) == 0 ? 2_000 : 0), trade))
        if Int.random(in: 0..<10, using: &random) == 0 { late.append((time + 300, trade)) }
      }
      let due = late.filter { $0.at <= time }
      late.removeAll { $0.at <= time }
      for (_, trade) in due where isOpen {
        hear(ReplayedExchange.message(trade, sent: time - 50))
      }
      let ready = answers.filter { $0.at <= monotonic }
      answers.removeAll { $0.at <= monotonic }
      for (_, id, path) in ready {
        let status = path.hasPrefix("/candles") && isHistoryDown(time) ? 503 : 200
        Array(exchange.answer(path, now: time - 40).utf8).withUnsafeBufferPointer {
          happen(.answered(id: id, status: status, headers: [], body: $0))
        }
      }
      if feed.deadline.map({ $0 <= monotonic }) ?? false { happen(.time) }
    }
  }

  private func connect(_ isUp: Bool) {
    connectAt = nil
    connects += 1
    late = []  // What was under way on the old connection is lost.
    isOpen = isUp
    happen(isUp ? .opened() : .closed(Closure(reason: "refused")))
    guard isUp else { return }
    let last = exchange.last(before: exchangeTime - 50)
    hear(ReplayedExchange.message(last, sent: last.time, isSnapshot: true))
  }
}

/// Random numbers that are the same in every run.
struct Generator: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

@Suite struct OutageTests {
  private func check(_ replay: Replay, _ comment: Comment) {
    let end = replay.exchangeTime
    let expected = Dictionary(
      uniqueKeysWithValues: replay.exchange.candles(until: end, count: 240).map { ($0.start, $0) })
    // The oldest may be gone from one and not the other, and the newest finished one may still
    // miss a trade that is on its way.
    let ring = replay.desk.markets[0].ring.candles(last: 240).dropFirst().dropLast(2)
    #expect(ring.count == 237, comment)
    for candle in ring {
      let start = candle?.start ?? 0
      #expect(candle == expected[start], comment)
    }
  }

  @Test("an undisturbed half hour gives every candle as its trades were", arguments: 1...4)
  func undisturbed(seed: UInt64) {
    let replay = Replay(seed: seed)
    replay.run(until: ReplayedExchange.start + 600_000) { _ in true }
    check(replay, "seed \(seed)")
    #expect(replay.connects == 1)
  }

  @Test("cuts of every length lose no candle once the stream is back", arguments: 1...8)
  func cuts(seed: UInt64) {
    let replay = Replay(seed: seed)
    var up: [Range<Int64>] = []
    var time = ReplayedExchange.start
    while time < ReplayedExchange.start + 1_200_000 {
      let end = time + Int64.random(in: 1_000...90_000, using: &replay.random)
      up.append(time..<end)
      time = end + Int64.random(in: 100...120_000, using: &replay.random)
    }
    let calm = ReplayedExchange.start + 1_260_000
    replay.run(until: ReplayedExchange.start + 1_500_000) { time in
      time > calm || up.contains { $0.contains(time) }
    }
    #expect(replay.connects > 4)
    check(replay, "seed \(seed)")
    #expect(replay.desk.report.link == .streaming)
  }

  @Test(
    "history that was not to be had for a while is asked for until it is", arguments: 1...4,
    [7_000, 25_000, 240_000])
  func historyDown(seed: UInt64, length: Int64) {
    let replay = Replay(seed: seed)
    let cut = ReplayedExchange.start + 600_000 + Int64(seed) * 1_300
    replay.isHistoryDown = { ($0 - cut).magnitude < length || $0 < cut - 500_000 + length }
    replay.run(until: cut + 600_000) { $0 < cut - 20_000 || $0 > cut }
    check(replay, "seed \(seed)")
  }

  @Test("what nobody could tell stays a gap")
  func gaps() {
    let replay = Replay(seed: 3)
    replay.run(until: ReplayedExchange.start + 120_000) { _ in true }
    let before = replay.desk.markets[0].ring.candles(last: 240).compactMap { $0 }.count
    // Neither socket nor answers for a minute.
    replay.isOpen = false
    replay.happen(.closed(Closure(reason: "cut", cause: .network)))
    let end = replay.exchangeTime + 60_000
    while replay.exchangeTime < end {
      replay.monotonic += 1_000
      replay.desk.apply(.time(replay.now, utcOffsetSeconds: 0))
      replay.happen(.time)
      replay.answers = []
    }
    let after = replay.desk.markets[0].ring.candles(last: 240)
    #expect(after.suffix(8).allSatisfy { $0 == nil })
    #expect(after.compactMap { $0 }.count < before)
    #expect(replay.desk.report.mood == .lost)
  }
}
