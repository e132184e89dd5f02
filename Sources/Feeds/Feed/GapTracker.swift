import MarketData

/// Of which time the stream said nothing of a market: no candles are made up for it.
struct GapTracker {
  /// For each market that the stream is not heard of: since when, by the monotonic clock.
  private var unheardSince: [MarketID: Int64] = [:]

  /// A market is followed from now on: it is not known since when nothing was heard of it.
  mutating func follow(_ market: MarketID) {
    unheardSince[market] = unheardSince[market] ?? .min / 2
  }

  /// The stream has said nothing more of these markets since a time.
  /// - Returns: what is missing of each of them by now, by the exchange's clock.
  mutating func stop(
    _ markets: [MarketID], since time: Int64, clock: FeedClock, at now: Int64
  ) -> [(market: MarketID, range: Range<Int64>)] {
    var gaps: [(market: MarketID, range: Range<Int64>)] = []
    for market in markets where unheardSince[market] == nil {
      unheardSince[market] = time
      guard let from = clock.now(time), let clockNow = clock.now(now) else { continue }
      // Nothing will be heard in the rest of the bucket, either.
      gaps.append((market, from..<Candle.bucket(of: clockNow) + Candle.span))
    }
    return gaps
  }

  /// Whether something is missing of any market.
  var isEmpty: Bool { unheardSince.isEmpty }

  /// The stream is heard of a market from now on.
  /// - Parameter clockNow: what the exchange's clock shows.
  /// - Returns: what is missing, by the exchange's clock; nil where it was heard before.
  mutating func begin(_ market: MarketID, clock clockNow: Int64, at now: Int64) -> Range<Int64>? {
    guard let since = unheardSince.removeValue(forKey: market) else { return nil }
    let from = max(clockNow - (now - since), clockNow - CandleRing.span)
    return from < clockNow ? from..<clockNow : nil
  }
}
