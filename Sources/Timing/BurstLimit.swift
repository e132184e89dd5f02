/// Limits how often something may happen: `burst` times at once, then once in each `interval`. It
/// keeps one time and no counter (the generic cell rate algorithm, ITU-T I.371).
public struct BurstLimit: Sendable {
  private let burst: Int64
  private let interval: Int64
  /// When a whole burst is allowed again, in monotonic milliseconds.
  public private(set) var fullAt = Int64.min

  /// - Parameter interval: milliseconds between two times, once the burst is used up.
  public init(burst: Int64, interval: Int64) {
    self.burst = burst
    self.interval = interval
  }

  /// Milliseconds until it may happen the next time; 0: now.
  public func wait(at now: Int64) -> Int64 {
    guard fullAt > now else { return 0 }
    return max(0, fullAt - now - (burst - 1) * interval)
  }

  /// Counts one more time, whether or not it was allowed.
  public mutating func count(at now: Int64) { fullAt = max(fullAt, now) + interval }
}
