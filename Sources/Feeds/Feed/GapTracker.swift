import MarketData
import Timing

/// The times in which the stream said nothing of a market: no candles are made up for them.
struct GapTracker {
  /// A gap that ended before the connection's stamps had said what time it is.
  private struct Undated {
    /// By the monotonic clock.
    var heardSince: Int64
    var milliseconds: Int64
    /// How far the exchange's clock was ahead of the monotonic one when the gap was last told.
    var offset: Int64
  }

  /// For each market that the stream is not heard of: since when, by the monotonic clock.
  private var unheardSince: [MarketID: Int64] = [:]
  private var undated: [MarketID: Undated] = [:]
  /// As `unheardSince`, for markets that are not followed any more: they do not count in `isEmpty`.
  private var left: [MarketID: Int64] = [:]
  /// Until when, by the exchange's clock, each market was last told to be missing.
  private var missedUntil: [MarketID: Int64] = [:]

  /// A market is followed from now on. It was not heard since it was left, or since an unknown time.
  mutating func follow(_ market: MarketID) {
    unheardSince[market] = left.removeValue(forKey: market) ?? .longAgo
  }

  /// A market is not followed any more.
  /// - Returns: what is missing by now, as in `beginGaps`.
  mutating func leave(_ market: MarketID, clock: FeedClock, at now: Int64) -> Range<Int64>? {
    let gap = beginGaps(of: [market], since: now, clock: clock, at: now).first?.range
    left[market] = unheardSince.removeValue(forKey: market)
    return gap
  }

  /// The stream has said nothing more of these markets since a time.
  /// - Returns: what is missing of each of them by now, by the exchange's clock.
  mutating func beginGaps(
    of markets: [MarketID], since time: Int64, clock: FeedClock, at now: Int64
  ) -> [(market: MarketID, range: Range<Int64>)] {
    var gaps: [(market: MarketID, range: Range<Int64>)] = []
    for market in markets where unheardSince[market] == nil {
      unheardSince[market] = time
      undated[market] = nil
      guard let from = clock.now(time), let clockNow = clock.now(now) else { continue }
      // The rest of the bucket will not be heard, either, nor the next bucket where a clock that
      // was a little ahead has begun it.
      let told = missedUntil[market] ?? clockNow
      let reached = told - clockNow < Candle.span ? max(told, clockNow) : clockNow
      gaps.append((market, from..<Candle.bucket(of: reached) + Candle.span))
    }
    return gaps
  }

  /// Whether nothing is missing of any market.
  var isEmpty: Bool { unheardSince.isEmpty }

  /// The stream is heard of a market from now on.
  /// - Returns: what is missing, by the exchange's clock; nil where it was heard before, or where
  ///   nothing tells what time it is there.
  mutating func endGap(of market: MarketID, clock: FeedClock, at now: Int64) -> Range<Int64>? {
    guard let offset = clock.least, let since = unheardSince.removeValue(forKey: market) else {
      return nil
    }
    let milliseconds = since < now - CandleRing.span ? CandleRing.span : now - since
    undated[market] =
      clock.isSettled
      ? nil : Undated(heardSince: now, milliseconds: milliseconds, offset: offset)
    missedUntil[market] = now + offset
    return milliseconds > 0 ? now + offset - milliseconds..<now + offset : nil
  }

  /// The exchange has said what time it is, or that it is at least so late.
  /// - Returns: the gaps by that time, where they were told by an earlier time, or by one that was
  ///   only a guess.
  mutating func date(
    by clock: FeedClock, at now: Int64
  ) -> [(market: MarketID, range: Range<Int64>)] {
    let isSettled = clock.isSettled
    guard !undated.isEmpty, let offset = isSettled ? clock.measured : clock.least else { return [] }
    // First messages that are late show less, and tell of the time before it all the same.
    let gaps = undated.filter {
      $0.value.offset < offset || isSettled && $0.value.offset - offset > Candle.span
    }
    if isSettled {
      undated = [:]
    } else {
      for market in gaps.keys { undated[market]?.offset = offset }
    }
    return gaps.sorted { $0.key < $1.key }.map { market, gap in
      let end = gap.heardSince + offset
      // By a clock that was ahead the trades until now were of no time, and are lost.
      let isBack = gap.offset - offset > Candle.span
      return (market, end - gap.milliseconds..<(isBack ? now + 1 + offset : end))
    }
  }
}
