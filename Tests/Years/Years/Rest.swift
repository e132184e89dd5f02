import CBoundary

/// The memory that a long life holds when all is well: what it holds for good shows in the least of a day.
struct Rest {
  /// Bytes that are allocated, by the day, whose number begins at 1.
  private var leastBytes: [Int: Int] = [:]

  mutating func look(at milliseconds: Int64) {
    let day = Int(milliseconds / 86_400_000) + 1
    leastBytes[day] = min(leastBytes[day] ?? .max, boundary_allocated())
  }

  /// Nil before the second day has had a calm.
  var text: String? {
    guard let last = leastBytes.keys.max(), last > 1 else { return nil }
    let told = [1, 10, 100].filter { $0 < last && leastBytes[$0] != nil } + [last]
    return "allocated at rest: "
      + told.map { "\(leastBytes[$0]!) bytes on day \($0)" }.joined(separator: ", ")
  }
}
