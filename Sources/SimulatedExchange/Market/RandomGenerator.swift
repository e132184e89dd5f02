import Glibc

/// Random numbers that depend on their seed and nothing else (SplitMix64).
///
/// Feeds has a generator like this one. The simulation shares no code with what it tests.
struct RandomGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// The numbers that belong to one position, as a second of time, under a seed.
  init(seed: UInt64, at position: Int64) {
    state = seed ^ (UInt64(bitPattern: position) &* 0xD6E8_FEB8_6659_FD93)
    state = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// In 0..<1.
  mutating func fraction() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// A random count of an event that happens `mean` times on average, 20 at most.
  mutating func count(mean: Double) -> Int {
    var left = fraction()
    var share = exp(-mean)
    var count = 0
    while left >= share, count < 20 {
      left -= share
      count += 1
      share *= mean / Double(count)
    }
    return count
  }
}
