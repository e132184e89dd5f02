/// What is remembered of the stream's trades for as long as their buckets are in the ring: the ids,
/// so that none counts twice, and which of them gave a bucket's open and close, so that a late one
/// finds its place. A bucket of which the stream told nothing takes no memory.
struct StreamedTrades: Equatable, Sendable {
  private struct Bucket: Equatable, Sendable {
    var ends: TradeEnds?
    var idCount: Int32 = 0
    var start: Int64
  }

  /// By their starts.
  private var buckets: [Bucket] = []
  /// Those of the first bucket first.
  private var ids: [Int64] = []
  private var seen: Set<Int64> = []

  /// Remembers an id; where that is more than `limit`, the oldest bucket's are forgotten.
  /// - Returns: false where it was seen before.
  mutating func remember(_ id: Int64, from start: Int64, limit: Int) -> Bool {
    guard seen.insert(id).inserted else { return false }
    let index = enter(start)
    let later = buckets[(index + 1)...].reduce(0) { $0 + Int($1.idCount) }
    ids.insert(id, at: ids.count - later)
    buckets[index].idCount += 1
    if seen.count > limit, let oldest = buckets.firstIndex(where: { $0.idCount > 0 }) {
      forgetIDs(..<Int(buckets[oldest].idCount))
      buckets[oldest].idCount = 0
      leaveIfEmpty(oldest)
    }
    return true
  }

  /// The trades that gave open and close of the bucket from `start` on; nil where none of the stream
  /// did.
  func ends(from start: Int64) -> TradeEnds? {
    let index = index(from: start)
    return index < buckets.count && buckets[index].start == start ? buckets[index].ends : nil
  }

  mutating func setEnds(_ ends: TradeEnds, from start: Int64) {
    buckets[enter(start)].ends = ends
  }

  mutating func clearEnds(from start: Int64) {
    let index = index(from: start)
    guard index < buckets.count, buckets[index].start == start else { return }
    buckets[index].ends = nil
    leaveIfEmpty(index)
  }

  /// Forgets the buckets that start before `start`.
  mutating func forget(before start: Int64) {
    let count = index(from: start)
    guard count > 0 else { return }
    forgetIDs(..<buckets[..<count].reduce(0) { $0 + Int($1.idCount) })
    buckets.removeFirst(count)
  }

  /// Forgets the bucket that starts then, or later.
  mutating func forget(from start: Int64) {
    let index = index(from: start)
    forgetIDs((ids.count - buckets[index...].reduce(0) { $0 + Int($1.idCount) })...)
    buckets.removeSubrange(index...)
  }

  private mutating func forgetIDs(_ range: some RangeExpression<Int>) {
    for id in ids[range] { seen.remove(id) }
    ids.removeSubrange(range)
  }

  /// Where the bucket that starts then is, or would be. Mostly it is the newest.
  private func index(from start: Int64) -> Int {
    (buckets.lastIndex { $0.start < start } ?? -1) + 1
  }

  /// - Returns: the index of the bucket that starts then, new where there was none.
  private mutating func enter(_ start: Int64) -> Int {
    let index = index(from: start)
    if index == buckets.count || buckets[index].start != start {
      buckets.insert(Bucket(start: start), at: index)
    }
    return index
  }

  private mutating func leaveIfEmpty(_ index: Int) {
    if buckets[index].ends == nil, buckets[index].idCount == 0 { buckets.remove(at: index) }
  }
}

/// The trades that gave a bucket's open and close.
struct TradeEnds: Equatable, Sendable {
  var first: TradeKey
  var last: TradeKey
}

/// The order of a bucket's trades: by time, then by the exchange's id.
struct TradeKey: Equatable, Comparable, Sendable {
  var id: Int64
  /// Milliseconds from the bucket's start.
  var time: Int16
  static func < (a: TradeKey, b: TradeKey) -> Bool { (a.time, a.id) < (b.time, b.id) }
}
