import TestSupport
import Testing

@testable import MarketData

/// 2026-11-20 04:12:30 UTC, on a bucket's start.
let origin: Int64 = 1_795_147_950_000

func trade(_ id: Int64?, _ price: Double, at seconds: Double, volume: Double = 1) -> Trade {
  Trade(id: id, price: price, volume: volume, time: origin + Int64(seconds * 1_000))
}

/// `open high low close volume`, or `gap`.
func text(_ candle: Candle?) -> String {
  guard let candle else { return "gap" }
  let volume = candle.volume.map { "\(Int($0))" } ?? "-"
  return [candle.open, candle.high, candle.low, candle.close].map { "\(Int($0))" }
    .joined(separator: " ") + " " + volume
}

func traded(at price: Double, start: Int64) -> Candle {
  Candle(
    start: start, open: price, high: price, low: price, close: price, volume: 1, source: .trades)
}

func ring(_ trades: Trade..., now seconds: Double) -> CandleRing {
  var ring = CandleRing()
  for trade in trades { ring.add(trade) }
  ring.advance(to: origin + Int64(seconds * 1_000), gaps: .forwardFill)
  return ring
}

@Suite struct CandleRingTests {
  @Test("a candle holds the trades of its five seconds and no others")
  func buckets() {
    let ring = ring(
      trade(1, 100, at: 0), trade(2, 110, at: 2), trade(3, 90, at: 4.999), trade(4, 95, at: 5),
      now: 6)
    #expect(text(ring.closed) == "100 110 90 90 3")
    #expect(ring.closed?.start == origin)
    #expect(text(ring.live) == "95 95 95 95 1")
  }

  @Test("what another endpoint tells again by other ids counts once, and equal trades all count")
  func otherIDs() {
    var ring = ring(trade(7, 100, at: 1), trade(8, 100, at: 1), trade(9, 110, at: 2), now: 3)
    ring.changeSource()
    ring.add(trade(1_000, 100, at: 1))
    ring.add(trade(1_001, 110, at: 2))
    #expect(text(ring.live) == "100 110 100 110 3" && ring.dropped == 2)
    ring.add(trade(1_002, 110, at: 2))
    ring.add(trade(1_003, 120, at: 3))
    #expect(text(ring.live) == "100 120 100 120 5")
  }

  @Test("a last trade of long ago that another endpoint tells again counts once, but fills a gap")
  func otherIDsLater() {
    var ring = ring(trade(7, 100, at: 1), now: 180)
    ring.changeSource()
    ring.add(trade(1_000, 100, at: 1))
    #expect(ring.candles(last: 37).first??.volume == 1 && ring.dropped == 1)
    ring.miss(origin + 20_000..<origin + 30_000)
    ring.add(trade(1_001, 130, at: 22))
    #expect(text(ring.candles(last: 33)[0]) == "130 130 130 130 1")
  }

  @Test("what was remembered at the change, and is no more, counts once, too")
  func otherIDsLate() {
    var ring = ring(trade(7, 100, at: 1), now: 16)
    ring.changeSource()
    ring.advance(to: origin + 31_000, gaps: .forwardFill)
    ring.add(trade(1_000, 100, at: 1))
    #expect(ring.candles(last: 7).first??.volume == 1)
  }

  @Test("a trade that comes twice counts once")
  func duplicates() {
    let ring = ring(trade(1, 100, at: 0), trade(1, 100, at: 0), trade(1, 100, at: 1), now: 1)
    #expect(text(ring.live) == "100 100 100 100 1")
    #expect(ring.dropped == 2)
  }

  @Test("ids go backwards without a trade being lost")
  func disorder() {
    let ring = ring(trade(9, 100, at: 1), trade(7, 90, at: 0.5), trade(8, 95, at: 0.7), now: 2)
    #expect(text(ring.live) == "90 100 90 100 3")
  }

  @Test("open and close of equal times follow the exchange's ids")
  func equalTimes() {
    let ring = ring(trade(3, 103, at: 1), trade(1, 101, at: 1), trade(2, 102, at: 1), now: 2)
    #expect(text(ring.live) == "101 103 101 103 3")
  }

  @Test("a quiet market goes on in flat candles at the last close")
  func quiet() {
    let ring = ring(trade(1, 100, at: 0), trade(2, 107, at: 1), now: 12)
    #expect(
      ring.candles(last: 3).map(text) == [
        "100 107 100 107 2", "107 107 107 107 0", "107 107 107 107 0",
      ])
  }

  @Test("a late trade corrects its candle and the flat ones after it")
  func late() {
    var ring = ring(trade(1, 100, at: 0), now: 11)
    ring.add(trade(2, 120, at: 3))
    #expect(
      ring.candles(last: 3).map(text) == [
        "100 120 100 120 2", "120 120 120 120 0", "120 120 120 120 0",
      ])
    ring.add(trade(3, 90, at: 7))
    #expect(ring.candles(last: 2).map(text) == ["90 90 90 90 1", "90 90 90 90 0"])
  }

  @Test("a late trade older than open becomes open, one in the middle neither")
  func lateKeys() {
    var ring = ring(trade(5, 100, at: 2), trade(6, 101, at: 4), now: 6)
    ring.add(trade(4, 99, at: 1))
    ring.add(trade(7, 105, at: 3))
    #expect(text(ring.closed) == "99 105 99 101 4")
  }

  @Test("a trade older than the ring is dropped and counted")
  func tooOld() {
    var ring = ring(trade(1, 100, at: 0), now: 3_000)
    ring.add(trade(2, 999, at: 10))
    #expect(ring.dropped == 1)
    #expect(ring.candles(last: 240).count == 240)
    #expect(ring.candles(last: 240).allSatisfy { text($0) == "100 100 100 100 0" })
  }

  @Test("while nobody is heard there are gaps, and the next trade starts anew")
  func gaps() {
    var ring = ring(trade(1, 100, at: 0), now: 1)
    ring.advance(to: origin + 16_000, gaps: .unknown)
    #expect(ring.candles(last: 4).map(text) == ["100 100 100 100 1", "gap", "gap", "gap"])
    ring.add(trade(2, 130, at: 17))
    #expect(
      ring.candles(last: 4).map(text) == ["100 100 100 100 1", "gap", "gap", "130 130 130 130 1"])
    #expect(text(ring.closed) == "100 100 100 100 1")
  }

  @Test("flat candles behind a gap follow a trade of before it that comes late")
  func lateTradeBeforeGap() {
    var ring = ring(trade(1, 100, at: 0), now: 1)
    ring.advance(to: origin + 6_000, gaps: .unknown)
    ring.advance(to: origin + 16_000, gaps: .forwardFill)
    ring.add(trade(2, 103, at: 4))
    #expect(
      ring.candles(last: 4).map(text) == [
        "100 103 100 103 2", "gap", "103 103 103 103 0", "103 103 103 103 0",
      ])
    ring.add(trade(3, 90, at: 2))
    #expect(text(ring.live) == "103 103 103 103 0")
  }

  @Test("polled prices make candles that say so and know no volume")
  func samples() {
    var ring = CandleRing()
    ring.sample(price: 100, time: origin)
    ring.sample(price: 104, time: origin + 3_000)
    ring.sample(price: 103, time: origin + 11_000)
    #expect(
      ring.candles(last: 3).map(text) == [
        "100 104 100 104 -", "104 104 104 104 -", "103 103 103 103 -",
      ])
    #expect(ring.live?.source == .samples)
  }

  @Test("history fills the ring backwards and stands flat where nothing was traded")
  func history() {
    var ring = ring(trade(1, 100, at: 21), now: 22)
    let second = { (at: Int64, price: Double) in
      Candle(
        start: origin + at * 1_000, open: price, high: price + 1, low: price - 1, close: price,
        volume: 1, source: .trades)
    }
    ring.merge([second(0, 50), second(4, 60), second(11, 70)], covering: origin..<origin + 20_000)
    #expect(
      ring.candles(last: 5).map(text) == [
        "50 61 49 60 2", "60 60 60 60 0", "70 71 69 70 1", "70 70 70 70 0", "100 100 100 100 1",
      ])
  }

  @Test("a bucket may be half history and half stream, and no trade counts twice")
  func seam() {
    var ring = ring(trade(8, 100, at: 2.5), trade(9, 102, at: 3.5), now: 4)
    let past = Candle(
      start: origin + 2_000, open: 97, high: 105, low: 96, close: 100, volume: 10, source: .trades)
    ring.merge([past], covering: origin..<origin + 3_000)
    #expect(text(ring.live) == "97 105 96 102 11")
    ring.add(trade(7, 200, at: 2.9))
    #expect(text(ring.live) == "97 105 96 102 11")
    ring.add(trade(10, 90, at: 4.5))
    #expect(text(ring.live) == "97 105 90 90 12")
  }

  @Test("a trade opens a bucket of which history has told the time before it")
  func firstTradeAfterHistory() {
    for isEarly in [true, false] {
      let first = trade(9, 102, at: 3.5)
      var ring = isEarly ? ring(first, now: 4) : ring(now: 4)
      ring.merge([.flat(at: 100, start: origin)], covering: origin..<origin + 3_000)
      if !isEarly { ring.add(first) }
      #expect(text(ring.live) == "102 102 102 102 1")
      ring.add(trade(8, 103, at: 3.2))
      #expect(text(ring.live) == "103 103 102 102 2")
    }
  }

  @Test("a candle from after what was asked leaves no price behind")
  func futureHistory() {
    var ring = ring(trade(1, 100, at: 0), now: 6)
    let good = Candle.flat(at: 100, start: origin)
    let future = Candle.flat(at: 7, start: origin + 1_000_000_000)
    ring.merge([good, future], covering: origin..<origin + 5_000)
    ring.add(trade(2, 110, at: 7))
    ring.advance(to: origin + 11_000, gaps: .forwardFill)
    #expect(ring.candles(last: 2).map(text) == ["110 110 110 110 1", "110 110 110 110 0"])
  }

  @Test("history replaces what was sampled")
  func samplesReplaced() {
    var ring = CandleRing()
    ring.sample(price: 100, time: origin)
    ring.advance(to: origin + 6_000, gaps: .forwardFill)
    let past = Candle(
      start: origin + 1_000, open: 97, high: 105, low: 96, close: 99, volume: 10, source: .trades)
    ring.merge([past], covering: origin..<origin + 5_000)
    #expect(
      ring.closed
        == Candle(
          start: origin, open: 97, high: 105, low: 96, close: 99, volume: 10, source: .trades))
    #expect(text(ring.live) == "99 99 99 99 0")
  }

  @Test("history of half a bucket leaves what was sampled after it")
  func halfSampled() {
    var ring = CandleRing()
    ring.sample(price: 100, time: origin + 3_000)
    let past = Candle(
      start: origin + 1_000, open: 97, high: 105, low: 96, close: 99, volume: 10, source: .trades)
    ring.merge([past], covering: origin..<origin + 2_000)
    #expect(
      ring.live
        == Candle(
          start: origin, open: 97, high: 105, low: 96, close: 100, volume: nil, source: .samples))
  }

  @Test("a price that was polled by a clock that was ahead is of no time")
  func sampledAhead() {
    var ring = CandleRing()
    ring.sample(price: 100, time: origin + 6_000)
    ring.advance(to: origin + 1_000, gaps: .sampled)
    #expect(ring.candles(last: 240).count == 1 && ring.live?.start == origin)
    ring.add(trade(1, 101, at: 7))
    #expect(text(ring.live) == "101 101 101 101 1")
    ring.sample(price: 100, time: origin + 9_000)
    ring.advance(to: origin + 6_500, gaps: .forwardFill)
    #expect(text(ring.live) == "100 100 100 100 0", "in the same bucket as well")
    ring.add(trade(8, 102, at: 6))
    ring.advance(to: origin + 12_000, gaps: .forwardFill)
    #expect(text(ring.live) == "102 102 102 102 0", "what is traded after it is newer")
  }

  @Test("a polled price yields to a trade that came while it was asked for")
  func tradedMeanwhile() {
    var ring = ring(trade(1, 100, at: 1), now: 2)
    ring.sample(price: 100, time: origin + 3_200)
    ring.add(trade(2, 101, at: 3))
    ring.advance(to: origin + 6_000, gaps: .forwardFill)
    #expect(text(ring.live) == "101 101 101 101 0")
  }

  @Test("a trade before a ring that a clock ahead began counts once history reaches back")
  func streamedBefore() {
    var ring = CandleRing()
    ring.advance(to: origin + 6_000, gaps: .unknown)
    ring.add(trade(7, 101, at: 4))
    ring.add(trade(7, 101, at: 4))
    #expect(ring.candles(last: 240).count == 1)
    ring.merge(
      [traded(at: 100, start: origin + 1_000)], covering: origin - 5_000..<origin + 3_000)
    #expect(text(ring.closed) == "100 101 100 101 2")
  }

  @Test("it counts in part where history ends with the bucket before")
  func streamedAfterHistory() {
    var ring = CandleRing()
    ring.advance(to: origin + 6_000, gaps: .unknown)
    ring.add(trade(7, 101, at: 4))
    ring.merge([.flat(at: 100, start: origin - 5_000)], covering: origin - 5_000..<origin)
    #expect(text(ring.closed) == "101 101 101 101 1")
    #expect(ring.closed?.source == .partial)
    ring.merge([traded(at: 100, start: origin)], covering: origin..<origin + 3_000)
    #expect(text(ring.closed) == "100 101 100 101 2")
  }

  @Test("it counts whole once history reaches to where the stream is heard")
  func streamedFromThere() {
    var ring = CandleRing()
    ring.advance(to: origin + 6_000, gaps: .unknown)
    ring.miss(origin - 60_000..<origin + 1_500)
    ring.add(trade(7, 101, at: 4))
    ring.merge([.flat(at: 100, start: origin - 5_000)], covering: origin - 5_000..<origin)
    #expect(ring.closed?.source == .partial)
    ring.merge([traded(at: 100, start: origin)], covering: origin..<origin + 2_000)
    #expect(text(ring.closed) == "100 101 100 101 2")
    #expect(ring.closed?.source == .trades)
  }

  @Test("a gap that ends in the next bucket makes that partial")
  func gapAhead() {
    var ring = ring(trade(1, 100, at: 1), now: 4)
    ring.miss(origin..<origin + 5_900)
    ring.add(trade(2, 101, at: 6))
    #expect(ring.live?.source == .partial && ring.live?.start == origin + 5_000)
  }

  @Test("what history calls empty follows a close that history tells later")
  func emptyBeforeClose() {
    var ring = CandleRing()
    ring.advance(to: origin + 20_000, gaps: .unknown)
    ring.merge([], covering: origin + 10_000..<origin + 20_000)
    #expect(ring.candles(last: 3).prefix(2).allSatisfy { $0 == nil })
    let past = Candle(
      start: origin + 5_000, open: 97, high: 105, low: 96, close: 99, volume: 10, source: .trades)
    ring.merge([past], covering: origin..<origin + 10_000)
    #expect(ring.candles(last: 3).map(text) == ["99 99 99 99 0", "99 99 99 99 0", "gap"])
  }

  @Test("a bucket in which a stream told of no trade follows a close that history tells later")
  func quietBeforeHistory() {
    for (begins, heardFrom, quiet) in [
      (1_000, -10, "100 100 100 100 0"), (6_000, -10, "100 100 100 100 0"), (1_000, 10, "gap"),
      (6_000, 5_000, "gap"),
    ] as [(Int64, Int64, String)] {
      var ring = CandleRing()
      ring.miss(origin - 60_000..<origin + heardFrom)
      ring.advance(to: origin + begins, gaps: .forwardFill)
      ring.add(trade(1, 101, at: 6))
      ring.merge([traded(at: 100, start: origin - 5_000)], covering: origin - 10_000..<origin)
      #expect(ring.candles(last: 3).map(text) == ["100 100 100 100 1", quiet, "101 101 101 101 1"])
    }
  }

  @Test("a bucket that was no more than a gap by a clock ahead is heard from its beginning")
  func heardFromItsBeginning() {
    var ring = CandleRing()
    ring.advance(to: origin - 1_000, gaps: .unknown)
    ring.advance(to: origin + 200, gaps: .unknown)
    ring.miss(origin - 60_000..<origin - 2_100)
    ring.advance(to: origin - 2_100, gaps: .forwardFill)
    ring.advance(to: origin + 6_000, gaps: .forwardFill)
    ring.merge([traded(at: 100, start: origin - 5_000)], covering: origin - 10_000..<origin)
    let flat = "100 100 100 100 0"
    #expect(ring.candles(last: 3).map(text) == ["100 100 100 100 1", flat, flat])
  }

  @Test("where history holds no trade at all a polled price has stood all the time")
  func polledBeforeEmptyHistory() {
    var ring = CandleRing()
    ring.sample(price: 103, time: origin + 6_000)
    ring.advance(to: origin + 16_000, gaps: .sampled)
    ring.merge([], covering: origin..<origin + 17_000)
    #expect(ring.candles(last: 4).map(text) == Array(repeating: "103 103 103 103 0", count: 4))
    #expect(ring.closed?.source == .trades)
    // An older page knows better.
    let past = Candle(
      start: origin - 5_000, open: 97, high: 105, low: 96, close: 99, volume: 10, source: .trades)
    ring.merge([past], covering: origin - 10_000..<origin)
    #expect(ring.candles(last: 2).map(text) == Array(repeating: "99 99 99 99 0", count: 2))
  }

  @Test("a price that a snapshot tells has stood where history, asked later, holds no trade")
  func anchoredBeforeEmptyHistory() {
    var ring = CandleRing()
    ring.advance(to: origin + 11_500, gaps: .forwardFill)
    ring.anchorFirst(price: 103, time: origin + 9_500)
    ring.merge([], covering: origin..<origin + 11_000)
    #expect(ring.candles(last: 3).map(text) == ["gap", "gap", "103 103 103 103 0"])
    ring.merge([], covering: origin + 10_000..<origin + 12_000)
    #expect(ring.candles(last: 3).map(text) == Array(repeating: "103 103 103 103 0", count: 3))
    ring.anchorFirst(price: 50, time: origin + 11_900)
    #expect(text(ring.live) == "103 103 103 103 0")
    // An older page tells of no trade, either.
    ring.merge([], covering: origin - 10_000..<origin)
    #expect(ring.candles(last: 5).map(text) == Array(repeating: "103 103 103 103 0", count: 5))
  }

  @Test("a price from before a time that was missed says nothing of that time")
  func missedBeforeEmptyHistory() {
    var ring = ring(trade(1, 100, at: -2_000), now: -1_990)
    ring.miss(origin - 1_980_000..<origin + 11_000)
    ring.advance(to: origin + 11_500, gaps: .forwardFill)
    ring.merge([], covering: origin..<origin + 12_000)
    #expect(ring.candles(last: 3).prefix(2).allSatisfy { $0 == nil })
    ring.anchorFirst(price: 105, time: origin + 11_000)
    ring.merge([], covering: origin..<origin + 14_000)
    #expect(ring.candles(last: 3).map(text) == Array(repeating: "105 105 105 105 0", count: 3))
  }

  @Test("it stands there after all where history of that time holds no trade")
  func polledBeforeMissedTime() {
    var ring = CandleRing()
    ring.sample(price: 103, time: origin + 14_000)
    // Until the stream begins.
    ring.miss(origin..<origin + 16_500)
    ring.advance(to: origin + 17_000, gaps: .forwardFill)
    var early = ring
    early.merge([], covering: origin..<origin + 16_000)
    #expect(early.candles(last: 4).prefix(3).allSatisfy { $0 == nil })
    ring.merge([], covering: origin..<origin + 17_000)
    #expect(ring.candles(last: 4).map(text) == Array(repeating: "103 103 103 103 0", count: 4))
  }

  @Test("flat candles after history follow its close, not a price that was polled")
  func polledBeforeHistory() {
    var ring = CandleRing()
    ring.sample(price: 103, time: origin + 9_000)
    ring.merge([.flat(at: 99, start: origin)], covering: origin..<origin + 10_000)
    ring.advance(to: origin + 11_000, gaps: .forwardFill)
    #expect(ring.candles(last: 3).map(text) == ["99 99 99 99 0", "99 99 99 99 0", "99 99 99 99 0"])
  }

  @Test("flat candles follow the last trade that a ticker tells, even if that itself was lost")
  func tickerOfLostTrade() {
    var ring = ring(trade(1, 100, at: 1), now: 4)
    ring.anchor(price: 103, time: origin + 4_900)
    ring.advance(to: origin + 6_000, gaps: .forwardFill)
    #expect(ring.candles(last: 2).map(text) == ["100 100 100 100 1", "103 103 103 103 0"])
    ring.add(trade(2, 103, at: 4.9))
    #expect(ring.candles(last: 2).map(text) == ["100 103 100 103 2", "103 103 103 103 0"])
  }

  @Test("a trade that a ticker tells after its bucket leaves that known in part, until it comes")
  func tickerOfEarlierTrade() {
    var ring = ring(trade(1, 100, at: 1), now: 16)
    ring.anchor(price: 103, time: origin + 8_000)
    #expect(
      ring.candles(last: 4).map(text) == [
        "100 100 100 100 1", "100 100 100 100 0", "103 103 103 103 0", "103 103 103 103 0",
      ])
    #expect(
      ring.candles(last: 4).map { $0?.source } == [.trades, .partial, .trades, .trades])
    var late = ring
    late.add(trade(4, 99, at: 4))
    #expect(late.candles(last: 2).map(text) == ["103 103 103 103 0", "103 103 103 103 0"])
    var other = ring
    other.add(trade(3, 104, at: 11))
    #expect(other.candles(last: 3).first??.source == .partial)
    ring.add(trade(2, 103, at: 8))
    #expect(ring.candles(last: 4).map { $0?.source } == [.trades, .trades, .trades, .trades])
    #expect(ring.candles(last: 3).first.map(text) == "103 103 103 103 1")
  }

  @Test("a price that a ticker tells of a later bucket is where that begins, not before")
  func tickerOfLaterBucket() {
    var ring = ring(trade(1, 100, at: 1), now: 6)
    ring.anchor(price: 103, time: origin + 10_500)
    #expect(ring.candles(last: 2).map(text) == ["100 100 100 100 1", "100 100 100 100 0"])
    ring.advance(to: origin + 10_000, gaps: .forwardFill)
    #expect(ring.candles(last: 2).map(text) == ["100 100 100 100 0", "103 103 103 103 0"])
  }

  @Test("history tells of the trade that a ticker told: flat candles follow history's close")
  func historyOfTickersTrade() {
    var ring = ring(trade(1, 100, at: 1), now: 16)
    ring.anchor(price: 103, time: origin + 8_000)
    ring.merge([.flat(at: 104, start: origin + 5_000)], covering: origin + 5_000..<origin + 10_000)
    #expect(
      ring.candles(last: 3).map(text) == Array(repeating: "104 104 104 104 0", count: 3))
  }

  @Test("of two trades in one millisecond flat candles follow the newer one, whichever comes last")
  func tradesOfOneMillisecond() {
    var late = ring(trade(2, 103, at: 1), now: 4)
    late.add(trade(1, 100, at: 1))
    var told = ring(trade(2, 103, at: 1), now: 4)
    told.anchor(price: 100, time: origin + 1_000)
    for var ring in [late, told] {
      ring.advance(to: origin + 6_000, gaps: .forwardFill)
      #expect(ring.candles(last: 1).map(text) == ["103 103 103 103 0"])
    }
  }

  @Test("a clock set back by more than a minute starts a new ring")
  func clockSetBack() {
    var ring = ring(trade(1, 100, at: 3_600), now: 3_601)
    ring.advance(to: origin, gaps: .forwardFill)
    #expect(ring.candles(last: 240).count == 1)
    #expect(ring.live == nil)
  }

  @Test("whatever comes, memory stays bounded and candles are well formed", arguments: 0..<20)
  func bounded(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var ring = CandleRing()
    var now = origin
    for step in 0..<4_000 {
      now += Int64.random(in: -2_000...4_000, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        ring.advance(
          to: now, gaps: [.forwardFill, .sampled, .unknown].randomElement(using: &random)!)
      case 1: ring.sample(price: Double.random(in: 1...200, using: &random), time: now)
      case 2:
        let start = now - Int64.random(in: 0...300_000, using: &random)
        ring.merge([], covering: start..<now)
      default:
        ring.add(
          Trade(
            id: Int64(step / 2), price: Double.random(in: 1...200, using: &random), volume: 1,
            time: now - Int64.random(in: 0...100_000, using: &random)))
      }
      // An expectation at each step would take most of the time.
      if ring.candles(last: .max).count > CandleRing.capacity { Issue.record("step \(step)") }
    }
    // Gaps count, too: buckets follow each other without a hole.
    let candles = ring.candles(last: .max).enumerated().compactMap { index, candle in
      candle.map { (index: index, candle: $0) }
    }
    for (index, candle) in candles {
      let distance = Int64(index - candles[0].index) * Candle.span
      #expect(candle.start == candles[0].candle.start + distance)
      #expect(candle.low <= min(candle.open, candle.close))
      #expect(candle.high >= max(candle.open, candle.close))
    }
  }

  @Test("candles and trades are small: a board may follow hundreds of markets")
  func small() {
    #expect(MemoryLayout<CandleRing.Slot.Head>.stride <= 24)
    #expect(MemoryLayout<CandleRing.Slot.Bar>.stride <= 24)
    #expect(MemoryLayout<Trade>.stride <= 40)
  }

  @Test("a late trade finds its place in a candle that was finished long ago")
  func longAgo() {
    var ring = ring(
      trade(5, 100, at: 1), trade(6, 101, at: 2), trade(7, 50, at: 6), now: 1_100)
    ring.add(trade(8, 102, at: 2))
    ring.add(trade(4, 99, at: 1))
    ring.add(trade(3, 90, at: 1.5))
    ring.add(trade(6, 500, at: 2.5))
    #expect(text(ring.candles(last: 240).compactMap { $0 }.first) == "99 102 90 102 5")
    #expect(ring.dropped == 1)
  }

  @Test("in whatever order a minute's trades come, its candles are the same", arguments: 0..<30)
  func anyOrder(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let trades = (0..<200).map { id in
      trade(
        Int64(id), Double(Int.random(in: 50...150, using: &random)),
        at: Double(Int.random(in: 0..<60_000, using: &random)) / 1_000)
    }
    var (ordered, shuffled) = (CandleRing(), CandleRing())
    for trade in trades.sorted(by: { ($0.time, $0.id!) < ($1.time, $1.id!) }) { ordered.add(trade) }
    shuffled.advance(to: origin, gaps: .forwardFill)
    for trade in (trades + trades.prefix(50)).shuffled(using: &random) { shuffled.add(trade) }
    let candles = ordered.candles(last: 12)
    #expect(Array(shuffled.candles(last: 12).suffix(candles.count)) == candles)
  }
}
