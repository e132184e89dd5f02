import MarketData

/// Which stretches of each market's past are still to be asked for, and in which order: the market
/// shown first comes first, and every market's newest stretch before anybody's older one.
struct PastQueue {
  struct Stretch: Equatable {
    var market: Int
    /// Unix milliseconds by the exchange's clock, whole seconds.
    var range: Range<Int64>
    /// Not before this, by the monotonic clock.
    var notBefore: Int64
    var failures = 0
  }

  /// A bucket's end and this later, history has all of it.
  private static let settlesWithin: Int64 = 1_500

  private var queue: [Stretch] = []
  private(set) var asked: Stretch?

  /// When the next one may be asked for; nil while there is none or one is under way.
  var deadline: Int64? { asked == nil ? queue.map(\.notBefore).min() : nil }

  mutating func want(_ market: Int, _ range: Range<Int64>, notBefore: Int64) {
    guard !range.isEmpty, queue.count < 4_096 else { return }
    queue.append(Stretch(market: market, range: range, notBefore: notBefore))
  }

  /// Forgets what is wanted of a market that is not followed.
  mutating func drop(_ market: Int) { queue.removeAll { $0.market == market } }

  /// The next stretch to ask for.
  /// - Parameter clock: the exchange's; what has left the ring by then is wanted no more.
  mutating func next(at now: Int64, clock: Int64) -> Stretch? {
    guard asked == nil else { return nil }
    queue.removeAll { $0.range.upperBound <= clock - CandleRing.span }
    guard let place = queue.firstIndex(where: { $0.notBefore <= now }) else { return nil }
    var stretch = queue.remove(at: place)
    // Asked for late, it may take in the bucket that it ends in: the stream's trades that would
    // have to be laid over half of it are not kept for ever.
    let end = Candle.bucket(of: stretch.range.upperBound - 1) + Candle.span
    if clock >= end + Self.settlesWithin { stretch.range = stretch.range.lowerBound..<end }
    asked = stretch
    return stretch
  }

  /// Takes the answer to what was asked.
  /// - Returns: the stretch that the candles cover, nil where they say nothing of it.
  mutating func answered(_ past: Past, at now: Int64) -> Range<Int64>? {
    guard let stretch = asked else { return nil }
    asked = nil
    guard let from = past.knownFrom, from > stretch.range.lowerBound else { return stretch.range }
    guard from < stretch.range.upperBound else { return nil }
    // The oldest candle may be the end of a bucket whose beginning is on the next page.
    let known = Candle.bucket(of: from + Candle.span - 1)
    guard known > stretch.range.lowerBound, known < stretch.range.upperBound else {
      return stretch.range.clamped(to: from..<stretch.range.upperBound)
    }
    queue.append(
      Stretch(
        market: stretch.market, range: stretch.range.lowerBound..<known, notBefore: now))
    return known..<stretch.range.upperBound
  }

  /// What was asked was not answered: once more later, at most a minute or so, while it matters.
  mutating func failed(at now: Int64) {
    guard var stretch = asked else { return }
    asked = nil
    stretch.failures = min(stretch.failures + 1, 5)
    stretch.notBefore = now + 2_000 << Int64(stretch.failures)
    queue.append(stretch)
  }
}
