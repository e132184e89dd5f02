/// How long to wait before the next try: random (full jitter), so that a thousand boards do not try
/// at the same moments.
public struct Backoff: Sendable {
  private let floorMilliseconds: Int64
  private let capMilliseconds: Int64
  private var failures = 0
  private var random: SplitMix

  /// - Parameters:
  ///   - floor: the shortest wait, in milliseconds.
  ///   - cap: the longest wait, in milliseconds, unless the floor is longer.
  public init(floor: Int64, cap: Int64, seed: UInt64) {
    floorMilliseconds = floor
    capMilliseconds = max(cap, floor)
    random = SplitMix(state: seed)
  }

  public mutating func reset() { failures = 0 }

  /// Milliseconds to wait after one more failure.
  public mutating func next() -> Int64 {
    failures = min(failures + 1, 10)
    let ceiling = min(capMilliseconds, floorMilliseconds << failures)
    return Int64.random(in: floorMilliseconds...ceiling, using: &random)
  }
}
