import Pixels

extension Frame {
  /// `#` where one bit is lit.
  var text: String {
    (0..<size.height).map { y in
      String((0..<size.width).map { x in self[x, y] & 15 >= 8 ? "#" : "." })
    }.joined(separator: "\n")
  }

  /// The smallest place that holds every pixel in which they differ; nil where they are equal.
  func difference(from other: Frame) -> Rect? {
    let changed = pixels.indices.filter { pixels[$0] != other.pixels[$0] }
    let (columns, rows) = (changed.map { $0 % size.width }, changed.map { $0 / size.width })
    guard let left = columns.min(), let right = columns.max() else { return nil }
    return Rect(
      x: left, y: rows.min()!, width: right - left + 1, height: rows.max()! - rows.min()! + 1)
  }
}

/// Numbers that are the same in every run.
struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(seed) }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
