import Feeds
import Glance
import MarketData
import State
import Testing

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
      #expect(candle != nil && candle == expected[candle?.start ?? 0], comment)
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

  /// Fifty faults of every kind in each half hour.
  @Test(
    "hundreds of faults leave every candle as its trades were, and the last wish subscribed",
    arguments: 1...10)
  func manyFaults(seed: UInt64) {
    let replay = Replay(seed: seed)
    let start = ReplayedExchange.start
    var faults: [(time: Range<Int64>, kind: Int)] = []
    for number in 0..<50 {
      let begin = start + 5_000 + Int64(number) * 25_000
      let length = Int64.random(in: 500...20_000, using: &replay.random)
      faults.append((begin..<begin + length, Int.random(in: 0..<5, using: &replay.random)))
    }
    func isOn(_ kinds: Set<Int>, _ time: Int64) -> Bool {
      faults.contains { kinds.contains($0.kind) && $0.time.contains(time) }
    }
    replay.isStuck = { isOn([1], $0) }
    replay.rejection = { isOn([2], $0) ? [429, 503].randomElement(using: &replay.random)! : nil }
    replay.isHistoryDown = { isOn([3], $0) }
    var wishes = 0
    for end in stride(from: start + 20_000, through: start + 1_260_000, by: 20_000) {
      replay.run(until: end) { !isOn([0, 2, 4], $0) }
      // Somebody looks at something else; the first market stays in sight.
      let wanted: [MarketID] = [0, 1, 2].filter { $0 == 0 || Bool.random(using: &replay.random) }
      if replay.feed.followed != wanted { wishes += 1 }
      replay.feed.follow(wanted, at: replay.now) { replay.take($0) }
      replay.obey()
    }
    replay.run(until: start + 1_700_000) { _ in true }
    check(replay, "seed \(seed)")
    #expect(replay.connects > 5 && wishes > 5)
    let codes = replay.feed.followed.map { replay.desk.markets[$0].market.code }
    let expected = Upbit().requests(
      from: Subscription(), to: Subscription(markets: codes), ticket: "x")[0]
    #expect(
      replay.sent.last?.split(separator: "}").dropFirst()
        == expected.split(separator: "}").dropFirst())
  }

  @Test("what nobody could tell stays a gap")
  func gaps() {
    let replay = Replay(seed: 3)
    replay.run(until: ReplayedExchange.start + 120_000) { _ in true }
    let before = replay.desk.markets[0].ring.candles(last: 240).compactMap { $0 }.count
    // Neither socket nor answers for a minute.
    replay.isOpen = false
    let failure = TransportFailure(reason: "cut", cause: .noNetwork)
    replay.happen(.closed(failure, replay.connections[0]))
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
