/// When to try again: full jitter, so that a thousand boards do not knock in step.
struct Backoff {
  private let floorMilliseconds: Int64
  private let capMilliseconds: Int64
  private var failures = 0
  private var random: SplitMix

  init(_ limits: StreamLimits, seed: UInt64) {
    floorMilliseconds = limits.retryFloorMilliseconds
    capMilliseconds = max(limits.retryCapMilliseconds, floorMilliseconds)
    random = SplitMix(state: seed)
  }

  mutating func reset() { failures = 0 }

  /// Milliseconds to wait after one more failure.
  mutating func next() -> Int64 {
    failures = min(failures + 1, 10)
    let ceiling = min(capMilliseconds, floorMilliseconds << failures)
    return Int64.random(in: floorMilliseconds...ceiling, using: &random)
  }
}

/// A small generator of random numbers (Steele, Lea, Flood: "Fast splittable pseudorandom number
/// generators", 2014), so that a feed's choices follow from its seed.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(state: UInt64) { self.state = state }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
