import MarketData
import Timing

/// Which stretches of each market's history are still to be asked for, and in which order: the
/// market shown first comes first, and every market's newest stretch before any market's older one.
struct BackfillQueue {
  struct Stretch: Equatable {
    var market: MarketID
    /// Unix milliseconds by the exchange's clock, whole seconds.
    var range: Range<Int64>
    var notBefore: Deadline
    var failures = 0
    /// Whether an answer had nothing of it, which a second answer is to confirm.
    var wasToldEmpty = false
    /// What the later pages have told of the bucket that the range ends in.
    var tail: Tail?
    /// The id of the trade that it ends before, for exchanges that give pages by ids.
    var cursor: Int64?
  }

  /// The end of a bucket whose beginning is on the page before.
  struct Tail: Equatable {
    var candles: [Candle]
    var end: Int64
  }

  /// Stretches of a market that are no farther apart than this are asked for as one: one call
  /// brings more than the time between them.
  private static let joinsWithin: Int64 = 60_000
  /// How much later the exchange tells all trades of the last second.
  static let settlesWithin: Int64 = 2_500

  private var queue: [Stretch] = []
  private(set) var asked: Stretch?

  /// When the next one may be asked for; never while one is under way.
  var deadline: Deadline {
    guard asked == nil else { return .never }
    return queue.reduce(.never) { min($0, $1.notBefore) }
  }

  /// Adds a stretch. It is joined with one that still waits, where both may be asked for now:
  /// something is missing each time that a stream is cut, and without this the history after many
  /// cuts would be asked for in ever more pieces.
  mutating func want(_ market: MarketID, _ range: Range<Int64>, notBefore: Int64, at now: Int64) {
    guard !range.isEmpty else { return }
    var wanted = Stretch(market: market, range: range, notBefore: Deadline(notBefore))
    guard wanted.notBefore.isDue(at: now) else {
      // Each acknowledgement of a subscription wants the rest of a bucket that is not over yet.
      if let index = queue.firstIndex(where: { $0.begins(with: wanted, after: now) }) {
        queue[index] = wanted.joined(with: queue[index])
      } else {
        append(wanted)
      }
      return
    }
    let joined = queue.indices.filter { queue[$0].joins(wanted, within: Self.joinsWithin, at: now) }
    guard let first = joined.first else { return append(wanted) }
    for index in joined { wanted = wanted.joined(with: queue[index]) }
    // Keeps the place of the oldest: the stretch that waits longest is asked for first, however
    // often the stream is cut.
    queue[first] = wanted
    for index in joined.dropFirst().reversed() { queue.remove(at: index) }
  }

  private mutating func append(_ stretch: Stretch) {
    if queue.count < 4_096 { queue.append(stretch) }
  }

  /// Forgets what is wanted of a market that is not followed. If a call for it is under way, no further
  /// pages are asked for.
  mutating func drop(_ market: MarketID) {
    queue.removeAll { $0.market == market }
    if let end = asked?.range.upperBound, asked?.market == market { asked?.range = end..<end }
  }

  /// The next stretch to ask for.
  /// - Parameter clock: the exchange's; stretches that have left the ring by then are dropped.
  mutating func next(at now: Int64, clock: Int64) -> Stretch? {
    guard asked == nil else { return nil }
    queue.removeAll { $0.range.upperBound <= clock - CandleRing.span }
    guard let index = queue.firstIndex(where: { $0.notBefore.isDue(at: now) }) else { return nil }
    var stretch = queue.remove(at: index)
    // The stretch was wanted by a clock that was ahead: the part that has not happened yet is asked
    // for once it has. Where the clock was farther ahead than it may be, everything is wanted anew
    // (`HistoryBackfill.look`).
    let second = clock - clock % 1_000
    if stretch.range.upperBound > second, stretch.tail == nil, stretch.cursor == nil {
      let ahead = stretch.range.upperBound - clock
      if ahead <= ExchangeClock.leewayMilliseconds {
        var rest = stretch
        rest.range = max(second, stretch.range.lowerBound)..<stretch.range.upperBound
        rest.notBefore = Deadline(now + ahead + Self.settlesWithin)
        append(rest)
      }
      guard stretch.range.lowerBound < second else { return next(at: now, clock: clock) }
      stretch.range = stretch.range.lowerBound..<second
    }
    let oldest = max(stretch.range.lowerBound, Candle.bucket(of: clock - CandleRing.span))
    stretch.range = oldest..<stretch.range.upperBound
    // A stretch that is asked for late may take in the whole bucket that it ends in. The stream's
    // trades, which would complete a half of that bucket, are not kept for ever.
    let end = Candle.bucket(of: stretch.range.upperBound - 1) + Candle.span
    if stretch.tail == nil, stretch.cursor == nil, clock >= end + Candle.settlingMilliseconds {
      stretch.range = stretch.range.lowerBound..<end
    }
    asked = stretch
    return stretch
  }

  /// Takes the answer to what was asked; what lies before it is asked for next.
  /// - Returns: the candles that are known now in whole buckets, and the time that they cover; nil
  ///   where there are none.
  mutating func answered(
    _ page: HistoryPage, at now: Int64
  ) -> (candles: [Candle], covering: Range<Int64>)? {
    if page == .silent || page.needsConfirmation && asked?.wasToldEmpty == false {
      asked?.wasToldEmpty = page.needsConfirmation
      failed(at: now)
      return nil
    }
    guard var stretch = asked else { return nil }
    asked = nil
    guard !stretch.range.isEmpty else { return nil }
    var page = page
    cut(&stretch, to: &page, at: now)
    let range = stretch.range
    let from = max(page.knownFrom ?? range.lowerBound, range.lowerBound)
    // Ids that do not fall would lead to calls without end.
    let cursor = page.cursor.flatMap { $0 < stretch.cursor ?? .max ? $0 : nil }
    guard from < range.upperBound else {
      if let end = page.resumesBefore.map(Candle.bucket), end > range.lowerBound {
        queue.append(
          Stretch(market: stretch.market, range: range.lowerBound..<end, notBefore: Deadline(now)))
      } else if let cursor {
        (stretch.cursor, stretch.notBefore) = (cursor, Deadline(now))
        queue.append(stretch)
      }
      return nil
    }
    let candles =
      page.candles.filter { $0.start >= from && $0.start < range.upperBound }
      + (stretch.tail?.candles ?? [])
    let end = stretch.tail?.end ?? range.upperBound
    guard from > range.lowerBound else { return (candles, from..<end) }
    // The oldest candle may be the end of a bucket whose beginning is on the next page.
    let whole = min(Candle.bucket(of: from + Candle.span - 1), end)
    let tail = whole > from ? Tail(candles: candles.filter { $0.start < whole }, end: whole) : nil
    queue.append(
      Stretch(
        market: stretch.market, range: range.lowerBound..<from, notBefore: Deadline(now),
        tail: tail, cursor: cursor))
    return whole < end ? (candles.filter { $0.start >= whole }, whole..<end) : nil
  }

  /// Cuts a stretch to what a page that ends early may tell of it; the part after that is asked for
  /// next.
  private mutating func cut(_ stretch: inout Stretch, to page: inout HistoryPage, at now: Int64) {
    guard let until = page.knownUntil else { return }
    let first = max(page.knownFrom ?? .min, stretch.range.lowerBound)
    let end = max(Candle.bucket(of: until), stretch.range.lowerBound)
    // A bucket whose trades do not fit into one answer stays unknown.
    let rest = max(end, Candle.bucket(of: first) + Candle.span)
    if rest < stretch.range.upperBound {
      var later = stretch
      (later.range, later.notBefore) = (rest..<stretch.range.upperBound, Deadline(now))
      queue.append(later)
    }
    (stretch.range, stretch.tail) = (stretch.range.lowerBound..<end, nil)
    page.resumesBefore = first
  }

  /// The call was not answered: it is made once more later, after a minute or so at most, while it
  /// matters.
  mutating func failed(at now: Int64) {
    guard var stretch = asked else { return }
    asked = nil
    guard !stretch.range.isEmpty else { return }
    stretch.failures = min(stretch.failures + 1, 5)
    stretch.notBefore = Deadline(now + 2_000 << Int64(stretch.failures))
    queue.append(stretch)
  }
}

extension BackfillQueue.Stretch {
  /// Whether it waits for nothing but its turn, and is near another one of its market.
  fileprivate func joins(_ other: Self, within gap: Int64, at now: Int64) -> Bool {
    market == other.market && tail == nil && cursor == nil && notBefore.isDue(at: now)
      && range.lowerBound <= other.range.upperBound + gap
      && other.range.lowerBound <= range.upperBound + gap
  }

  /// Whether it waits for its time, and begins where another one of its market does.
  fileprivate func begins(with other: Self, after now: Int64) -> Bool {
    market == other.market && tail == nil && cursor == nil && !notBefore.isDue(at: now)
      && range.lowerBound == other.range.lowerBound
  }

  /// A stretch that reaches as far as both, and has failed as often as the one that failed more.
  fileprivate func joined(with other: Self) -> Self {
    var both = self
    both.range =
      min(range.lowerBound, other.range.lowerBound)..<max(range.upperBound, other.range.upperBound)
    both.failures = max(failures, other.failures)
    return both
  }
}
