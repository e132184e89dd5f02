/// How often something may fail: a few times at once, then once in a while. Knows one time and no
/// counter (the generic cell rate algorithm, ITU-T I.371).
struct TryLimit {
  let burst: Int64
  /// Milliseconds for each try.
  let interval: Int64
  /// When `burst` tries are allowed at once again, monotonic milliseconds.
  private(set) var fullAt = Int64.min

  init(burst: Int64, interval: Int64) {
    self.burst = burst
    self.interval = interval
  }

  /// Milliseconds until the next try may be; 0 for now.
  func wait(at now: Int64) -> Int64 {
    guard fullAt > now else { return 0 }
    return max(0, fullAt - now - (burst - 1) * interval)
  }

  mutating func fail(at now: Int64) { fullAt = max(fullAt, now) + interval }
}
