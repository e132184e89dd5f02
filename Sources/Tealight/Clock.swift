import CLinux
import Glibc
import Timing

/// Where the time of each event is read. `Sources/README.md` says who else reads a clock, and what for.
public struct Clock {
  private let other: (() -> Moment)?
  private let utcOffsetSeconds: Int?
  private let zone = Zone()

  /// The time zone of the machine, which may be set while the program runs.
  private final class Zone {
    private static let lookMilliseconds: Int64 = 60_000
    private var lookedAt = Int64.longAgo

    /// localtime_r(3) by itself reads the time zone only once.
    func look(at wall: Int64) {
      guard abs(wall - lookedAt) >= Self.lookMilliseconds else { return }
      lookedAt = wall
      tzset()
    }
  }

  public init() { (other, utcOffsetSeconds) = (nil, nil) }

  /// A clock that a recording sets.
  init(utcOffsetSeconds: Int, now: @escaping () -> Moment) {
    other = now
    self.utcOffsetSeconds = utcOffsetSeconds
  }

  public func now() -> Moment {
    if let other { return other() }
    // CLOCK_MONOTONIC stands still while the machine is suspended: a price from before would seem new.
    return Moment(
      monotonic: Self.milliseconds(CLOCK_BOOTTIME), wall: Self.milliseconds(CLOCK_REALTIME),
      isSynchronised: Self.isSynchronised)
  }

  /// Microseconds of a clock that only goes forward, to measure how long something takes.
  func microseconds() -> Int64 {
    if let other { return other().monotonic * 1_000 }
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
  }

  /// Whether the kernel says that the wall clock is synchronised. A service that must not set the
  /// clock may not ask the kernel, either (systemd.exec(5), ProtectClock): then the file that
  /// systemd-timesyncd(8) touches tells.
  static var isSynchronised: Bool {
    let answer = tealight_clock_is_synchronised()
    return answer < 0 ? access("/run/systemd/timesync/synchronized", F_OK) == 0 : answer == 1
  }

  /// Seconds that local time is ahead of UTC at `wall`, Unix milliseconds.
  func utcOffsetSeconds(at wall: Int64) -> Int {
    if let utcOffsetSeconds { return utcOffsetSeconds }
    zone.look(at: wall)
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
