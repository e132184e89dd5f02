import Feeds
import TestSupport
import Testing
import Timing
import Wire

@testable import Tealight

@Suite struct CallQueueTests {
  /// A queue and what left it, by a clock that goes from deadline to deadline.
  private struct Line {
    var queue = CallQueue()
    var now: Int64 = 0
    var left: [(id: Int, at: Int64)] = []
    var refused: [Int: Int64] = [:]

    mutating func turn() {
      for (verdict, _) in queue.next(at: now) {
        switch verdict {
        case .leaves(let id): left.append((id.number, now))
        case .refused(let id, let seconds): refused[id.number] = seconds
        }
      }
    }

    mutating func ask(_ ids: Range<Int>, _ call: HTTPCall) {
      for id in ids { queue.add(TransferID(id), call, at: now) }
      turn()
    }

    /// Goes on until `end`, whatever is due before it.
    mutating func run(until end: Int64) {
      while queue.deadline.isDue(at: end) {
        now = max(now, queue.deadline.monotonic)
        turn()
      }
      now = end
    }

    mutating func answer(_ call: HTTPCall, _ status: Int, retryAfter: Int64? = nil) {
      queue.answered(call, status: status, retryAfterSeconds: retryAfter, [], at: now)
    }
  }

  private func call(
    _ weight: CallWeight = CallWeight("calls"), _ bucket: TokenBucket = TokenBucket(10, per: 1_000),
    host: String = "a", exchange: String? = nil
  ) -> HTTPCall {
    HTTPCall(url: "https://\(host)/x", exchange: exchange, weight: weight, bucket: bucket)
  }

  private static let seeds: [UInt64] = Array(0..<40)

  @Test(
    "no window ever holds more than the limit, and everything leaves in its order", arguments: seeds
  )
  func limit(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bucket = TokenBucket(
      Int.random(in: 1...60, using: &random),
      per: [1_000, 10_000, 60_000].randomElement(using: &random)!)
    var line = Line()
    var weights: [Int] = []
    for _ in 0..<80 {
      line.run(until: line.now + Int64.random(in: 0...bucket.milliseconds / 4, using: &random))
      let weight = Int.random(in: 1...max(1, bucket.capacity / 3), using: &random)
      let count = Int.random(in: 0...3, using: &random)
      line.ask(weights.count..<weights.count + count, call(CallWeight("calls", weight), bucket))
      weights += Array(repeating: weight, count: count)
    }
    line.run(until: line.now + 200 * bucket.milliseconds)
    #expect(line.left.count + line.refused.count == weights.count)
    #expect(line.left.map(\.id) == line.left.map(\.id).sorted())
    for (place, first) in line.left.enumerated() {
      let inWindow = line.left[place...].prefix {
        $0.at < first.at + bucket.milliseconds + RateLimiter.jitterMilliseconds
      }
      #expect(inWindow.reduce(0) { $0 + weights[$1.id] } <= bucket.capacity)
    }
  }

  @Test("what had to wait leaves at the bucket's own rate, not in a burst")
  func pace() {
    var line = Line()
    line.ask(0..<40, call())
    #expect(line.left.count == 10)
    line.run(until: 20_000)
    #expect(line.left.count == 40)
    let gaps = zip(line.left[10...], line.left[11...]).map { $1.at - $0.at }
    #expect(gaps.allSatisfy { $0 >= 100 })
  }

  @Test("groups and hosts do not wait for each other")
  func apart() {
    var line = Line()
    line.ask(0..<12, call(CallWeight("ticker")))
    line.ask(12..<22, call(CallWeight("candle")))
    line.ask(22..<32, call(CallWeight("ticker"), host: "b"))
    #expect(line.left.count == 30)
  }

  @Test("a call that weighs more than the bucket holds leaves alone")
  func heavy() {
    var line = Line()
    line.ask(0..<1, call(CallWeight("calls", 500)))
    line.ask(1..<2, call())
    #expect(line.left.map(\.id) == [0])
    line.run(until: 5_000)
    #expect(line.left.map(\.id) == [0, 1])
  }

  @Test("what the host says counts, where it knows of more than we do")
  func usage() {
    var told = call(CallWeight("weight", 1), TokenBucket(6_000, per: 60_000))
    told.usage = { Int($0[0].value).map { .used($0) } }
    var line = Line()
    line.ask(0..<1, told)
    line.queue.answered(
      told, status: 200, retryAfterSeconds: nil, [Header(name: "used", value: "6000")], at: 0)
    line.ask(1..<2, told)
    #expect(line.left.count == 1)
    line.run(until: 62_000)
    #expect(line.left.count == 2 && line.left[1].at > 60_000)

    told.usage = { _ in .left(6_000) }
    line.queue.answered(told, status: 200, retryAfterSeconds: nil, [], at: line.now)
    line.ask(2..<3, told)
    #expect(line.left.count == 3)
  }

  @Test(
    "a refusal closes the group for as long as the host asks, or for a while that grows",
    arguments: [
      (429, nil, 1_000), (429, 7, 7_000), (418, nil, 60_000), (418, 30, 60_000), (503, 20, 20_000),
      (503, nil, 0), (404, nil, 0), (200, 9, 0),
    ] as [(Int, Int64?, Int64)])
  func rejections(status: Int, retryAfter: Int64?, milliseconds: Int64) {
    var line = Line()
    line.ask(0..<1, call())
    line.answer(call(), status, retryAfter: retryAfter)
    line.ask(1..<2, call())
    line.ask(2..<3, call(CallWeight("others")))
    line.run(until: 100_000)
    #expect(line.left.map(\.id).sorted() == [0, 1, 2])
    #expect(line.left.first { $0.id == 1 }?.at == milliseconds)
    #expect(line.left.first { $0.id == 2 }?.at == 0)
  }

  @Test("a host's ban of an exchange holds whatever waits for it, and nothing else")
  func hold() {
    var line = Line()
    let here = CallQueue.Party(host: "a", exchange: "upbit")
    for (first, group) in [(0, "calls"), (20, "others")] {
      line.ask(first..<first + 11, call(CallWeight(group), exchange: "upbit"))
    }
    line.ask(40..<51, call(exchange: "bithumb"))
    line.ask(60..<71, call(host: "b", exchange: "upbit"))
    #expect(line.left.count == 40, "the last of each waits")
    line.queue.hold(here, until: Deadline(30_000), at: line.now)
    line.queue.hold(here, until: Deadline(20_000), at: line.now)
    line.run(until: 10_000)
    #expect(line.left.map(\.id).suffix(2) == [50, 70])
    line.run(until: 40_000)
    #expect(line.left.suffix(2).map(\.id).sorted() == [10, 30])
    #expect(line.left.suffix(2).allSatisfy { $0.at == 30_000 })

    line.ask(80..<81, call(CallWeight("new"), exchange: "upbit"))
    #expect(line.left.last?.id == 80, "the ban is over")
    line.queue.hold(here, until: Deadline(line.now + 3_600_000), at: line.now)
    line.ask(81..<82, call(exchange: "upbit"))
    #expect(line.refused == [81: 3_600])
  }

  @Test("after each refusal there are half as many calls, and as many as before when all was well")
  func half() {
    var line = Line()
    line.ask(0..<1, call())
    line.answer(call(), 429)
    line.run(until: 1_000)
    line.answer(call(), 429)
    line.run(until: 10_000)
    line.ask(1..<21, call())
    #expect(line.left.count == 1 + 2)
    line.run(until: 200_000)
    line.answer(call(), 200)
    line.run(until: 300_000)
    line.answer(call(), 200)
    line.ask(30..<50, call())
    #expect(line.left.count == 21 + 10)
  }

  @Test("nobody waits for an hour: it is said at once how long the host wants its peace")
  func patience() {
    var line = Line()
    line.ask(0..<15, call())
    line.answer(call(), 429, retryAfter: 3_600)
    line.turn()
    #expect(line.refused.keys.sorted() == Array(10..<15))
    #expect(line.refused.values.allSatisfy { $0 == 3_600 })
    #expect(line.queue.deadline == .never)
  }

  @Test("the line is bounded")
  func bounded() {
    var line = Line()
    line.ask(0..<400, call())
    #expect(line.left.count == 10 && line.refused.count == 400 - 10 - CallQueue.lengthMax)
  }
}
