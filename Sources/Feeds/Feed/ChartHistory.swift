import MarketData
import Timing

/// What is known of the candles that are looked at, and when the next of them are asked for.
struct ChartHistory {
  /// A call for so many candles that start before a time of the exchange's clock.
  struct Wanted: Equatable {
    var chart: Chart
    var end: Int64
    var count: Int
    /// When it was made, by the exchange's clock.
    fileprivate var time: Int64
    /// Whether these candles are older than all that are known.
    fileprivate var isOlder = false
  }

  /// How long after a candle's end the exchange has all of it.
  private static let settlesWithin: Int64 = 2_000
  /// Older candles are asked for within this time after the newest; later the newest come first again.
  private static let olderWithin: Int64 = 10_000
  /// A page of any exchange holds at least this many candles, where there are as many; some pages
  /// hold fewer than the chart.
  private static let pageLeast = 100
  /// The ring keeps what comes after an answer, and must not forget it before the next answer.
  private static let longestWait = CandleRing.span * 3 / 4

  private(set) var chart: Chart?
  private(set) var history: CandleHistory?
  private var historyOf: Chart?
  private var dueAt = Deadline.never
  private(set) var asked: Wanted?
  private var failures: Int64 = 0
  private var lacksOlder = false

  /// When something may be asked for; never while a call is under way.
  var deadline: Deadline { asked == nil ? dueAt : .never }

  /// Asks for these candles from now on; nil for none.
  /// - Returns: what is known of them already.
  mutating func want(_ chart: Chart?, at now: Int64) -> CandleHistory? {
    guard chart != self.chart else { return nil }
    self.chart = chart
    failures = 0
    dueAt = chart == nil ? .never : Deadline(now)
    if let chart, chart != historyOf { (history, historyOf, lacksOlder) = (nil, chart, false) }
    return chart.flatMap { _ in history }
  }

  /// Something may have been missed.
  mutating func askSoon(at now: Int64) { if !dueAt.isNever { dueAt.advance(to: Deadline(now)) } }

  /// What to ask for now.
  mutating func next(at now: Int64, clock: Int64) -> Wanted? {
    guard let chart, deadline.isDue(at: now) else { return nil }
    let capacity = CandleHistory.capacity
    // After a while the newest are missing, too, and come first.
    if lacksOlder, let history, let oldest = history.candles.first,
      clock - history.time < Self.olderWithin
    {
      asked = Wanted(
        chart: chart, end: oldest.start, count: capacity - history.candles.count, time: clock,
        isOlder: true)
      return asked
    }
    // The candles that began since, and the one that was forming.
    let missing = history?.candles.last.map { (clock - $0.start) / chart.span.milliseconds + 2 }
    let count = missing.map { max(2, min(Int64(capacity), $0)) } ?? Int64(capacity)
    // Whole seconds, since some exchanges are asked in those.
    asked = Wanted(
      chart: chart, end: clock - clock % 1_000 + 1_000, count: Int(count), time: clock)
    return asked
  }

  /// Takes the answer.
  /// - Parameter found: oldest first.
  /// - Returns: false where it is wanted no more.
  mutating func answered(_ found: [Candle], at now: Int64) -> Bool {
    guard let wanted = asked else { return false }
    asked = nil
    guard wanted.chart == chart,
      // Another chart may have been looked at meanwhile, and what was known is forgotten.
      !wanted.isOlder || history?.candles.first?.start == wanted.end
    else { return false }
    failures = 0
    let known = history?.candles ?? []
    let span = wanted.chart.span
    if wanted.isOlder {
      let older = found.filter { $0.start < wanted.end }
      history = CandleHistory(span: span, candles: older + known, time: history?.time ?? 0)
      lacksOlder = false
    } else {
      let new = found.filter { $0.start < wanted.end }
      // The time between the known candles and a page that does not reach them is not known.
      let start = new.first?.start ?? .max
      let isWhole = wanted.count == CandleHistory.capacity
      let isReached = known.last.map { start <= $0.start || new.isEmpty } ?? false
      let kept = isReached && !isWhole ? known.filter { $0.start < start } : []
      history = CandleHistory(span: span, candles: kept + new, time: wanted.time)
      // A page may be shorter than what was asked for.
      if kept.isEmpty { lacksOlder = new.count >= Self.pageLeast }
      if history?.candles.count == CandleHistory.capacity { lacksOlder = false }
    }
    let length = span.milliseconds
    let age = (wanted.time - (history?.candles.last?.start ?? 0)) % length
    let wait = min(length - max(0, age) + Self.settlesWithin, Self.longestWait)
    dueAt = Deadline(lacksOlder ? now : now + wait)
    return true
  }

  /// The call was not answered: it is made once more later, ever more seldom.
  mutating func failed(at now: Int64) {
    guard asked != nil else { return }
    asked = nil
    failures = min(failures + 1, 5)
    if !dueAt.isNever { dueAt = Deadline(now + 2_000 << failures) }
  }
}
