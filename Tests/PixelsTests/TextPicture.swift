import Pixels

extension Frame {
  /// `.` for paper and a letter for each role, small where it covers less than half.
  var text: String {
    let letters = Array(".TDFrfsW")
    return (0..<size.height).map { y in
      String(
        (0..<size.width).map { x in
          let pixel = self[x, y]
          let letter = letters[Int(pixel >> 4)]
          return pixel & 15 == 0 ? "." : pixel & 15 < 8 ? "+" : letter
        })
    }.joined(separator: "\n")
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
