import TestSupport
import Testing

@testable import MarketData

@Suite("Recent candles")
struct RecentCandlesTests {
  private static let start: Int64 = 1_795_147_950_000

  /// A ring with trades, quiet buckets and gaps.
  private func ring(_ lots: inout SeededGenerator, buckets: Int) -> CandleRing {
    var ring = CandleRing()
    for bucket in 0..<buckets {
      let time = Self.start + Int64(bucket) * Candle.span
      ring.advance(to: time, gaps: [.forwardFill, .sampled, .unknown].randomElement(using: &lots)!)
      for number in 0..<Int.random(in: 0...2, using: &lots) {
        ring.add(
          Trade(
            id: Int64(bucket * 2 + number),
            price: Double.random(in: 90...110, using: &lots).rounded(),
            volume: 1, time: time + Int64(number)))
      }
    }
    return ring
  }

  @Test("are those that the ring tells one by one", arguments: [1, 40, 140, 300])
  func oneByOne(_ buckets: Int) {
    var lots = SeededGenerator(seed: buckets)
    let ring = ring(&lots, buckets: buckets)
    for count in [0, 1, 39, 134, 240, 1_000] {
      let expected = ring.candles(last: count)
      let candles = ring.recentCandles(last: count)
      #expect(Array(candles) == expected && candles.count == expected.count)
      for fewer in [0, 1, 31, 500] {
        #expect(candles.newest(fewer) == expected.suffix(fewer))
      }
      #expect(RecentCandles(expected) == candles)
      for unit in [1.0, 2, 3, 10] {
        let prices = expected.compactMap { $0 }.flatMap { [$0.high, $0.low] }
        #expect(candles.areMultiples(of: unit) == prices.allSatisfy { $0.isMultiple(of: unit) })
      }
    }
  }

  @Test("stay as they are when their ring changes, and are then unequal to its own")
  func change() {
    var lots = SeededGenerator(seed: 7)
    var ring = ring(&lots, buckets: 200)
    let before = ring.candles(last: 134)
    let candles = ring.recentCandles(last: 134)
    #expect(candles == ring.recentCandles(last: 134))
    #expect(candles != ring.recentCandles(last: 133))
    ring.add(Trade(id: 9_999, price: 500, volume: 1, time: ring.newestStart! + 4_000))
    #expect(candles != ring.recentCandles(last: 134))
    #expect(Array(candles) == before)
  }

  @Test("of more than a ring holds the newest are kept")
  func tooMany() {
    let all = (0..<300).map { number -> Candle? in
      var candle = Candle.flat(at: Double(number + 1), start: Int64(number) * Candle.span)
      candle.high += 1
      return candle
    }
    #expect(Array(RecentCandles(all)) == all.suffix(CandleRing.capacity))
  }

  @Test(
    "a multiple is a whole number of units",
    arguments: [
      (148_700_000.0, 1_000.0, true), (148_700_500, 1_000, false), (0, 10, true),
      (1e300, 10, false),
      (.infinity, 1, false), (.nan, 1, false),
    ])
  func multiple(_ price: Double, _ unit: Double, _ isMultiple: Bool) {
    #expect(price.isMultiple(of: unit) == isMultiple)
  }
}
