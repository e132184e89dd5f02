import Glance
import Glibc
import MarketData

/// The `json` display: one line on standard output for each changed report.
final class ReportLines {
  private var last: Report?
  private var lastAt = Int64.min / 2
  private var isBroken = false
  private let descriptor: Int32

  private let waits: Bool

  /// - Parameter waits: whether a reader who sleeps is waited for.
  init(descriptor: Int32 = 1, waits: Bool = false) {
    self.descriptor = descriptor
    self.waits = waits
  }

  /// Writes the report if it says something new; a second more of age is news once a second.
  /// - Parameter nextAge: when the age will be a second more.
  /// - Returns: when its age alone makes a line again.
  func offer(_ report: Report, at now: Moment, nextAge: Int64) -> Int64 {
    guard !isBroken else { return .max }
    let soonest = max(now.monotonic, lastAt + 1_000)
    guard report != last else { return max(soonest, nextAge) }
    if let last, report.equalsButForAge(last), now.monotonic < soonest { return soonest }
    // A reader that sleeps gets the newest line when it wakes; it must not hold up the loop.
    var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard Glibc.poll(&poll, 1, waits ? -1 : 0) == 1 else { return nextAge }
    let line = Array((report.json(wall: now.wall) + "\n").utf8)
    isBroken = write(descriptor, line, line.count) < 0 && errno != EAGAIN && errno != EINTR
    (last, lastAt) = (report, now.monotonic)
    return max(nextAge, lastAt + 1_000)
  }
}
