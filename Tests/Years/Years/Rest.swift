import CBoundary

/// The memory that a long life holds when all is well: what it holds for good shows in the least of
/// some days.
struct Rest {
  /// Bytes that are allocated, by the day, whose number begins at 1.
  private var leastBytes: [Int: Int] = [:]
  /// The calms of the life that runs, and the least bytes of the newest of them.
  private var calms = 0
  private var leastOfNewest = Int.max
  /// The least bytes of the first calms that count.
  private var leastOfFirst: Int?

  /// How low one calm comes is chance; of so many it is less so.
  private static let calmsTogether = 5
  /// Sixteen bytes that are kept of each picture, ten times a second, are more within two hours. Buffers may
  /// keep room for the largest that they have held.
  static let growthMax = 1 << 20

  /// Another life is compared with its own first calms.
  mutating func lifeBegins() { (calms, leastOfNewest, leastOfFirst) = (0, .max, nil) }

  /// - Returns: by how many bytes the least of the newest calms is above that of the first ones of this
  ///   life that count; nil until as many calms are there again.
  mutating func look(at milliseconds: Int64) -> Int? {
    let bytes = boundary_allocated()
    let day = Int(milliseconds / 86_400_000) + 1
    leastBytes[day] = min(leastBytes[day] ?? .max, bytes)
    calms += 1
    leastOfNewest = min(leastOfNewest, bytes)
    guard calms % Self.calmsTogether == 0 else { return nil }
    let least = leastOfNewest
    leastOfNewest = .max
    // The first calms do not count: the last twenty minutes, and what a page has asked for once, are
    // not all held yet.
    guard calms > Self.calmsTogether else { return nil }
    guard let first = leastOfFirst else {
      leastOfFirst = least
      return nil
    }
    return least - first
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
