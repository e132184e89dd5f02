import CBoundary

/// The memory that a long life holds when all is well: what it holds for good shows in the least of
/// some days.
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
    // How low one day comes is chance; of ten days it is less so.
    let told =
      [1...1, 10...19, 100...109].filter { $0.upperBound < last } + [max(2, last - 9)...last]
    return "allocated at rest: "
      + told.compactMap { days in
        leastBytes.filter { days.contains($0.key) }.values.min().map {
          "\($0) bytes on days \(days.lowerBound) to \(days.upperBound)"
        }
      }.joined(separator: ", ")
  }
}
