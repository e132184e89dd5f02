/// How often something may be: a few times at once, then once in a while. Knows one time and no
/// counter (the generic cell rate algorithm, ITU-T I.371).
public struct BurstLimit: Sendable {
  private let burst: Int64
  private let interval: Int64
  /// When `burst` times are allowed at once again, monotonic milliseconds.
  public private(set) var fullAt = Int64.min

  /// - Parameter interval: milliseconds for each time.
  public init(burst: Int64, interval: Int64) {
    self.burst = burst
    self.interval = interval
  }

  /// Milliseconds until it may be the next time; 0 for now.
  public func wait(at now: Int64) -> Int64 {
    guard fullAt > now else { return 0 }
    return max(0, fullAt - now - (burst - 1) * interval)
  }

  /// It was once more, whether or not it might.
  public mutating func count(at now: Int64) { fullAt = max(fullAt, now) + interval }
}
