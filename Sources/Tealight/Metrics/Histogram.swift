/// How many times something took how long.
struct Histogram: Equatable {
  /// The longest times of its buckets, in microseconds and rising. One more bucket counts longer times.
  let bounds: [Int64]
  /// The count of each bucket by itself.
  private(set) var counts: [Int]
  /// The sum of all times, in microseconds.
  private(set) var sum: Int64 = 0

  init(milliseconds: [Int64]) {
    bounds = milliseconds.map { $0 * 1_000 }
    counts = [Int](repeating: 0, count: bounds.count + 1)
  }

  mutating func add(_ microseconds: Int64) {
    counts[bounds.firstIndex { microseconds <= $0 } ?? bounds.count] += 1
    sum += microseconds
  }
}
