/// When to try again: full jitter, so that a thousand boards do not knock in step.
public struct Backoff: Sendable {
  private let floorMilliseconds: Int64
  private let capMilliseconds: Int64
  private var failures = 0
  private var random: SplitMix

  /// - Parameters:
  ///   - floor: milliseconds that are waited at least.
  ///   - cap: milliseconds that are waited at most, unless the floor is more.
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
