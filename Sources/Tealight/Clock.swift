import Glibc
import MarketData

/// The only place that looks at a clock.
public struct Clock {
  public init() {}

  public func now() -> Moment {
    Moment(monotonic: Self.milliseconds(CLOCK_MONOTONIC), wall: Self.milliseconds(CLOCK_REALTIME))
  }

  /// Seconds that local time is ahead of UTC at `wall`, Unix milliseconds.
  func utcOffsetSeconds(at wall: Int64) -> Int {
    var seconds = time_t(wall / 1_000)
    var local = tm()
    return localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
  }

  private static func milliseconds(_ id: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(id, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}
