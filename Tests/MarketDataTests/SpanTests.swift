import Testing

@testable import MarketData

@Suite("Longer candles of what an exchange keeps and of the ring")
struct SpanTests {
  /// The beginning of a day in UTC.
  private static let day: Int64 = 1_795_132_800_000

  /// A ring of a stream from `from` to `until`, with a trade at each of the times.
  private func ring(
    from: Int64, until: Int64, _ trades: [(time: Int64, price: Double)]
  ) -> CandleRing {
    var ring = CandleRing()
    ring.anchor(price: trades.first?.price ?? 100, time: from)
    ring.advance(to: from, gaps: .forwardFill)
    for trade in trades {
      ring.add(Trade(id: nil, price: trade.price, volume: 1, time: trade.time))
    }
    ring.advance(to: until, gaps: .forwardFill)
    return ring
  }

  private func candle(
    _ start: Int64, _ open: Double, _ high: Double, _ low: Double, _ close: Double, _ volume: Double
  ) -> Candle {
    Candle(
      start: start, open: open, high: high, low: low, close: close, volume: volume, source: .trades)
  }

  @Test("without an exchange the ring makes them, whole ones only, the forming one last")
  func ringAlone() {
    let start = Self.day + 30_000
    let ring = ring(
      from: start, until: Self.day + 150_000,
      [
        (start + 1, 100), (Self.day + 61_000, 103), (Self.day + 100_000, 99),
        (Self.day + 130_000, 101),
      ]
    )
    #expect(
      ring.candles(of: .minute) == [
        candle(Self.day + 60_000, 103, 103, 99, 99, 2),
        candle(Self.day + 120_000, 101, 101, 101, 101, 1),
      ])
    #expect(ring.candles(of: .fiveSeconds).count == 25)
    // Nobody has seen the hour begin.
    #expect(ring.candles(of: .hour) == [])
    #expect(CandleRing().candles(of: .minute) == [])
  }

  @Test("what the exchange keeps comes first, a time without a candle had no trade")
  func kept() {
    let now = Self.day + 250_000
    let history = CandleHistory(
      span: .minute,
      candles: [
        candle(Self.day, 10, 12, 9, 11, 5), candle(Self.day + 120_000, 11, 14, 11, 13, 7),
        candle(Self.day + 180_000, 13, 13, 12, 12, 2),
        candle(Self.day + 240_000, 12, 12, 12, 12, 1),
      ], time: now)
    let ring = ring(from: now, until: now + 20_000, [(now + 1, 11), (now + 7_000, 15)])
    #expect(
      ring.candles(of: .minute, after: history) == [
        candle(Self.day, 10, 12, 9, 11, 5), .flat(at: 11, start: Self.day + 60_000),
        candle(Self.day + 120_000, 11, 14, 11, 13, 7),
        candle(Self.day + 180_000, 13, 13, 12, 12, 2),
        // What was traded in the moment in which it was asked is counted in it already.
        candle(Self.day + 240_000, 12, 15, 11, 15, 2),
      ])
  }

  @Test("a candle that begins after the answer is the ring's, and a hole in it is a gap")
  func later() {
    let now = Self.day + 50_000
    let history = CandleHistory(
      span: .minute, candles: [candle(Self.day, 10, 10, 10, 10, 5)], time: now)
    var ring = ring(from: now, until: now + 20_000, [(now, 10), (now + 12_000, 11)])
    #expect(
      ring.candles(of: .minute, after: history) == [
        candle(Self.day, 10, 10, 10, 10, 5), candle(Self.day + 60_000, 11, 11, 11, 11, 1),
      ])
    // Nobody is heard for two minutes: the minute that was forming is not known to its end.
    ring.advance(to: now + 140_000, gaps: .unknown)
    #expect(
      ring.candles(of: .minute, after: history) == [
        candle(Self.day, 10, 10, 10, 10, 5), nil, nil, nil,
      ])
  }

  @Test("the forming candle says what is known of it while nobody is heard")
  func forming() {
    let now = Self.day + 7_200_000
    let history = CandleHistory(
      span: .day, candles: [candle(Self.day, 10, 20, 5, 12, 500)], time: now)
    var ring = ring(from: now, until: now + 30_000, [(now + 6_000, 21)])
    ring.advance(to: now + 300_000, gaps: .unknown)
    #expect(
      ring.candles(of: .day, after: history) == [candle(Self.day, 10, 21, 5, 21, 501)])
  }

  @Test("days begin when the exchange's do")
  func koreanDays() {
    let begin = Self.day - 9 * 3_600_000
    let now = begin + 86_400_000 + 3_000
    let history = CandleHistory(
      span: .day,
      candles: [
        candle(begin - 86_400_000, 9, 11, 8, 10, 400), candle(begin, 10, 20, 5, 12, 500),
      ], time: begin + 80_000_000)
    let ring = ring(from: now - 600_000, until: now, [(now - 600_000, 12), (now - 1_000, 13)])
    let days = ring.candles(of: .day, after: history)
    #expect(days.map { $0?.start } == [begin - 86_400_000, nil, begin + 86_400_000])
    #expect(days.last??.close == 13)
  }

  @Test("prices that were polled make a candle of samples, and the exchange's own replaces it")
  func samples() {
    var ring = CandleRing()
    for second in stride(from: 0, through: 70 as Int64, by: 5) {
      ring.sample(price: 100 + Double(second), time: Self.day + second * 1_000)
    }
    let own = ring.candles(of: .minute)
    #expect(own.map { $0?.source } == [.samples, .samples])
    let history = CandleHistory(
      span: .minute, candles: [candle(Self.day, 99, 160, 98, 155, 9)], time: Self.day + 70_000)
    #expect(ring.candles(of: .minute, after: history).first == history.candles[0])
  }

  @Test("there are never more than the newest ones, whatever an exchange answers")
  func bounds() {
    let many = (0..<1_000).map { candle(Self.day + Int64($0) * 60_000, 1, 1, 1, 1, 1) }
    let now = Self.day + 1_000 * 60_000
    let history = CandleHistory(span: .minute, candles: many, time: now)
    #expect(history.candles.count == CandleHistory.capacity)
    #expect(CandleRing().candles(of: .minute, after: history).count == CandleHistory.capacity)
    // Years lie between them, or they come from the future.
    let far = [candle(Self.day - 31_536_000_000, 1, 1, 1, 1, 1), many[0], many[999]]
    let ring = ring(from: Self.day, until: Self.day + 61_000, [(Self.day, 2)])
    for time in [Self.day, Self.day + 60_000, now + 60_000] {
      let history = CandleHistory(span: .minute, candles: far, time: time)
      #expect(ring.candles(of: .minute, after: history).count <= CandleHistory.capacity)
    }
  }

  @Test("candles of another span say nothing")
  func otherSpan() {
    let history = CandleHistory(
      span: .hour, candles: [candle(Self.day, 1, 1, 1, 1, 1)], time: Self.day + 60_000)
    #expect(CandleRing().candles(of: .minute, after: history) == [])
  }
}
