import Testing

@testable import MarketData

@Suite("Candles of what nobody heard")
struct GapTests {
  private let origin: Int64 = 1_795_147_950_000

  private func trade(_ price: Double, at time: Int64, id: Int64) -> Trade {
    Trade(id: id, price: price, volume: 1, time: origin + time)
  }

  /// A trade in the first bucket, and quiet until `now`.
  private func ring(until now: Int64) -> CandleRing {
    var ring = CandleRing()
    ring.add(trade(100, at: 1_000, id: 1))
    ring.advance(to: origin + now, gaps: .forwardFill)
    return ring
  }

  @Test("a bucket that a clock ahead has begun is a gap where a silence begins before it does")
  func begunTooEarly() {
    for (gaps, source) in [
      (CandleRing.GapPolicy.unknown, Candle.Source?.none), (.forwardFill, .trades),
    ] {
      var ring = ring(until: 10_500)
      ring.advance(to: origin + 8_000, gaps: .forwardFill)
      #expect(ring.newestStart == origin + 10_000, "clocks may step back a little")
      ring.miss(origin + 8_000..<origin + 10_000)
      ring.advance(to: origin + 12_000, gaps: gaps)
      #expect(ring.candles(last: 2).map { $0?.source } == [.partial, source])
    }
    var ring = CandleRing()
    ring.advance(to: origin + 10_500, gaps: .unknown)
    ring.miss(origin + 8_000..<origin + 10_000)
    #expect(ring.newestStart == nil)
    ring.advance(to: origin + 12_000, gaps: .unknown)
    #expect(ring.newestStart == origin + 10_000)
  }

  @Test("what lies in a silence is a gap, and what reaches into it is known in part")
  func missed() {
    var ring = ring(until: 17_000)
    ring.miss(origin + 3_000..<origin + 20_000)
    #expect(ring.candles(last: 4).map { $0?.source } == [.partial, nil, nil, nil])
    #expect(ring.closed?.volume == 1 && ring.live == nil)
    ring.advance(to: origin + 21_000, gaps: .unknown)
    #expect(ring.candles(last: 1) == [nil])
  }

  @Test("history up to the forming bucket says nothing of that while nobody is heard")
  func historyInSilence() {
    for (policy, isKnown) in [(.unknown, false), (.forwardFill, true)]
      as [(CandleRing.GapPolicy, Bool)]
    {
      var ring = ring(until: 7_000)
      ring.miss(origin + 3_000..<origin + 10_000)
      ring.advance(to: origin + 21_000, gaps: .unknown)
      ring.advance(to: origin + 23_000, gaps: policy)
      let past = Candle(
        start: origin + 15_000, open: 101, high: 102, low: 101, close: 102, volume: 2,
        source: .trades)
      ring.merge([past], covering: origin..<origin + 20_000)
      #expect(ring.closed == past)
      #expect(ring.live?.close == (isKnown ? 102 : nil))
      ring.advance(to: origin + 26_000, gaps: policy)
      #expect((ring.closed == past) == !isKnown)
    }
  }

  @Test("a trade in a bucket that was heard in part is there, and marked")
  func partTraded() {
    var ring = ring(until: 6_000)
    ring.miss(origin + 5_000..<origin + 8_000)
    ring.add(trade(120, at: 9_000, id: 2))
    #expect(ring.live?.close == 120 && ring.live?.source == .partial)
    ring.advance(to: origin + 10_000, gaps: .forwardFill)
    #expect(ring.closed?.source == .partial && ring.live?.source == .trades)
  }

  @Test("history takes the mark away from what it covers, and from nothing else")
  func filled() {
    var ring = ring(until: 12_000)
    ring.miss(origin + 3_000..<origin + 12_000)
    let past = Candle(
      start: origin + 1_000, open: 100, high: 100, low: 100, close: 100, volume: 1, source: .trades)
    ring.merge([past], covering: origin..<origin + 10_000)
    #expect(ring.candles(last: 3).map { $0?.source } == [.trades, .trades, .partial])
    ring.merge([], covering: origin + 10_000..<origin + 12_000)
    #expect(ring.live?.source == .trades)
    // What history has told stays told.
    ring.miss(origin + 3_000..<origin + 12_000)
    #expect(ring.candles(last: 3).map { $0?.source } == [.trades, .trades, .trades])
  }

  @Test("a stream that is back before the bucket is over has missed no more than until then")
  func backSoon() {
    var ring = ring(until: 7_000)
    ring.miss(origin + 4_000..<origin + 10_000)
    ring.miss(origin + 4_000..<origin + 8_000)
    ring.merge([], covering: origin + 5_000..<origin + 9_000)
    #expect(ring.live?.source == .trades)
  }

  @Test("a stream that is back by an earlier time than it was lost at has missed nothing after it")
  func backEarlier() {
    var ring = ring(until: 11_000)
    ring.miss(origin + 9_000..<origin + 15_000)
    ring.miss(origin + 7_000..<origin + 9_500)
    ring.add(trade(101, at: 11_500, id: 2))
    #expect(ring.candles(last: 2).map { $0?.source } == [.partial, .trades])
  }

  @Test("a clock that is told after a gap takes none of it away")
  func clockAfterGap() {
    var ring = ring(until: 2_000)
    ring.miss(origin + 3_000..<origin + 16_000)
    ring.advance(to: origin + 4_000, gaps: .forwardFill)
    ring.advance(to: origin + 17_000, gaps: .forwardFill)
    #expect(ring.candles(last: 4).map { $0?.source } == [.partial, nil, nil, .partial])
    ring.add(trade(101, at: 14_000, id: 2))
    #expect(ring.candles(last: 4).map { $0?.source } == [.partial, nil, .partial, .partial])
  }

  @Test("history that holds less of a bucket than what is known changes nothing of it")
  func lessHistory() {
    var ring = ring(until: 11_000)
    func second(_ start: Int64, _ price: Double) -> Candle {
      Candle(
        start: origin + start, open: price, high: price, low: price, close: price, volume: 1,
        source: .trades)
    }
    ring.miss(origin + 4_500..<origin + 11_000)
    ring.merge([second(1_000, 101), second(4_000, 102)], covering: origin..<origin + 5_000)
    let whole = ring.candles(last: 3)[0]
    #expect(whole?.close == 102 && whole?.source == .trades)
    ring.merge([second(1_000, 101)], covering: origin..<origin + 4_000)
    #expect(ring.candles(last: 3)[0] == whole)
  }

  @Test("what follows a trade that history brought stands at its price, whichever second it is of")
  func sameSecond() {
    var ring = ring(until: 2_000)
    ring.add(trade(101, at: 3_200, id: 2))
    ring.miss(origin + 3_500..<origin + 4_500)
    let second = Candle(
      start: origin + 3_000, open: 101, high: 102, low: 101, close: 102, volume: 2, source: .trades)
    ring.merge([second], covering: origin..<origin + 4_500)
    ring.advance(to: origin + 7_000, gaps: .forwardFill)
    #expect(ring.candles(last: 2).map { $0?.close } == [102, 102])
  }

  @Test("samples are samples, heard or not")
  func sampled() {
    var ring = CandleRing()
    ring.sample(price: 100, time: origin + 1_000)
    ring.miss(origin..<origin + 5_000)
    #expect(ring.live?.source == .samples)
  }

  @Test("a longer candle is known in part where one of its own is")
  func longer() {
    var ring = CandleRing()
    ring.add(trade(100, at: 0, id: 1))
    ring.advance(to: origin + 200_000, gaps: .forwardFill)
    ring.miss(origin + 92_000..<origin + 93_000)
    let sources = ring.candles(of: .minute).compactMap { $0?.source }
    #expect(sources.filter { $0 == .partial }.count == 1 && sources.count >= 3)
  }

  @Test("a trade from a time to come waits for it and makes no candles up")
  func early() {
    var ring = ring(until: 2_000)
    ring.add(trade(500, at: 61_000, id: 2), clock: origin + 2_000)
    #expect(ring.candles(last: 240).count == 1 && ring.live?.close == 100)
    ring.add(trade(101, at: 3_000, id: 3), clock: origin + 3_000)
    #expect(ring.live?.close == 101)
    ring.advance(to: origin + 62_000, gaps: .forwardFill)
    #expect(ring.live?.start == origin + 60_000 && ring.live?.close == 500)
  }

  @Test("trades that claim to be early are bounded")
  func manyEarly() {
    var ring = ring(until: 2_000)
    for id in 0..<5_000 as Range<Int64> {
      ring.add(trade(1, at: 50_000, id: id), clock: origin + 2_000)
    }
    #expect(ring.dropped == 5_000 - CandleRing.earlyLimit)
  }

  @Test("a clock that was ahead takes back what it made up, but no trade")
  func takenBack() {
    var ring = ring(until: 50_000)
    ring.advance(to: origin + 7_000, gaps: .forwardFill)
    #expect(ring.candles(last: 240).map { $0?.start } == [origin, origin + 5_000])
    ring.add(trade(100, at: 30_000, id: 2))
    ring.advance(to: origin + 8_000, gaps: .forwardFill)
    #expect(ring.live?.start == origin + 30_000)
  }

  @Test("a bucket that history tells up to where it was heard follows a close that is told later")
  func toldThenHeard() {
    for (heardAt, isKnown) in [(3_050, true), (4_500, false)] as [(Int64, Bool)] {
      var ring = CandleRing()
      ring.sample(price: 100, time: origin + 1_000)
      ring.miss(origin - 60_000..<origin + heardAt)
      ring.merge([], covering: origin - 20_000..<origin + 3_000)
      ring.advance(to: origin + 5_600, gaps: .forwardFill)
      ring.merge([], covering: origin..<origin + 4_000)
      let past = Candle(
        start: origin - 30_000, open: 100, high: 100, low: 100, close: 100, volume: 1,
        source: .trades)
      ring.merge([past], covering: origin - 40_000..<origin - 20_000)
      let candles = ring.candles(last: 8)
      #expect(candles.prefix(6).allSatisfy { $0?.source == .trades })
      #expect((candles[6]?.source == .trades) == isKnown, "\(heardAt)")
    }
  }
}
