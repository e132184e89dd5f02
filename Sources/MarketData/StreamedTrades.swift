/// What is remembered of the stream's trades for as long as their buckets are in the ring: the ids,
/// so that none counts twice, and which of them gave a bucket's open and close, so that a late one
/// finds its place. A bucket of which the stream told nothing takes no memory.
struct StreamedTrades: Equatable, Sendable {
  /// It takes 32 bytes, which it would not with an optional of the ends.
  private struct Bucket: Equatable, Sendable {
    let start: Int64
    private var firstID: Int64 = 0
    private var lastID: Int64 = 0
    var idCount: Int32 = 0
    /// Below 0 where the stream gave no ends.
    private var firstTime: Int16 = -1
    private var lastTime: Int16 = -1

    init(start: Int64) { self.start = start }

    var ends: TradeEnds? {
      get {
        guard firstTime >= 0 else { return nil }
        return TradeEnds(
          first: TradeKey(id: firstID, time: firstTime),
          last: TradeKey(id: lastID, time: lastTime))
      }
      set {
        (firstID, firstTime) = (newValue?.first.id ?? 0, newValue?.first.time ?? -1)
        (lastID, lastTime) = (newValue?.last.id ?? 0, newValue?.last.time ?? -1)
      }
    }
  }

  /// By their starts.
  private var buckets: [Bucket] = []
  /// Those of the first bucket first, and of one bucket the lowest first.
  private var ids: [Int64] = []
  /// The highest id so far: exchanges count up, so a higher one is new without a search.
  private var highest = Int64.min

  /// Remembers an id; beyond `limit` ids, those of the oldest bucket are forgotten.
  /// - Returns: false where it was seen before.
  mutating func remember(_ id: Int64, from start: Int64, limit: Int) -> Bool {
    guard id > highest || !holds(id) else { return false }
    highest = max(highest, id)
    let index = enter(start)
    let later = buckets[(index + 1)...].reduce(0) { $0 + Int($1.idCount) }
    let end = ids.count - later
    ids.makeRoomForOne()
    ids.insert(id, at: insertionIndex(of: id, in: (end - Int(buckets[index].idCount))..<end))
    buckets[index].idCount += 1
    if ids.count > limit, let oldest = buckets.firstIndex(where: { $0.idCount > 0 }) {
      ids.removeFirst(Int(buckets[oldest].idCount))
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
    ids.removeFirst(buckets[..<count].reduce(0) { $0 + Int($1.idCount) })
    buckets.removeFirst(count)
  }

  /// Forgets the bucket that starts then, or later.
  mutating func forget(from start: Int64) {
    let index = index(from: start)
    ids.removeLast(buckets[index...].reduce(0) { $0 + Int($1.idCount) })
    buckets.removeSubrange(index...)
  }

  private func holds(_ id: Int64) -> Bool {
    var begin = 0
    for bucket in buckets where bucket.idCount > 0 {
      let end = begin + Int(bucket.idCount)
      if ids[begin] <= id, id <= ids[end - 1], ids[insertionIndex(of: id, in: begin..<end)] == id {
        return true
      }
      begin = end
    }
    return false
  }

  /// Where an id stands among those of a bucket, or would stand.
  private func insertionIndex(of id: Int64, in range: Range<Int>) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    // Mostly it is the highest.
    if low < high, ids[high - 1] < id { return high }
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Where the bucket that starts then is, or would be. Mostly it is the newest.
  private func index(from start: Int64) -> Int {
    (buckets.lastIndex { $0.start < start } ?? -1) + 1
  }

  /// - Returns: the index of the bucket that starts then, new where there was none.
  private mutating func enter(_ start: Int64) -> Int {
    let index = index(from: start)
    if index == buckets.count || buckets[index].start != start {
      buckets.makeRoomForOne()
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
