import TestSupport
import Testing
import Timing

@Suite("How often something may be")
struct BurstLimitTests {
  @Test("a few times at once, then once in each interval, and after a rest at once again")
  func burst() {
    var limit = BurstLimit(burst: 3, interval: 10)
    var times: [Int64] = []
    for now: Int64 in [0, 0, 0, 0, 9, 10, 10, 19, 20, 100, 100, 100, 100]
    where limit.wait(at: now) == 0 {
      limit.count(at: now)
      times.append(now)
    }
    #expect(times == [0, 0, 0, 10, 20, 100, 100, 100])
    #expect(limit.wait(at: 100) == 10 && limit.fullAt == 130)
  }

  /// What the times before leave to wait: none of them, with all after it and the next one, may be more
  /// than a burst and one for each interval since.
  private static func wait(
    after times: [Int64], burst: Int64, interval: Int64, at now: Int64
  ) -> Int64 {
    times.enumerated().reduce(0) { longest, time in
      let count = Int64(times.count - time.offset + 1)
      return max(longest, time.element + (count - burst) * interval - now)
    }
  }

  @Test(
    "any span of time has at most a burst and one for each interval, and may have that many",
    arguments: 0..<50)
  func anySpan(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let burst = Int64.random(in: 1...8, using: &random)
    let interval = Int64.random(in: 1...50, using: &random)
    var limit = BurstLimit(burst: burst, interval: interval)
    var times: [Int64] = []
    var now = Int64.random(in: 0...1_000_000, using: &random)
    for _ in 0..<300 {
      now += Int64.random(in: 0...interval * 2, using: &random)
      let wait = limit.wait(at: now)
      #expect(
        wait == Self.wait(after: times, burst: burst, interval: interval, at: now), "\(times)")
      // Now and then it is although it might not be: that counts as well.
      guard wait == 0 || Int.random(in: 0..<8, using: &random) == 0 else { continue }
      limit.count(at: now)
      times.append(now)
    }
  }
}
