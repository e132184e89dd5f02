import Glance
import Glibc
import MarketData

/// The `json` display: one line on standard output for each changed report.
final class ReportLines {
  private var last: Report?
  private var lastAt = Int64.min / 2
  private var isBroken = false
  private let descriptor: Int32

  init(descriptor: Int32 = 1) { self.descriptor = descriptor }

  /// Writes the report if it says something new; a second more of age is news once a second.
  func offer(_ report: Report, at now: Moment) {
    guard !isBroken, report != last else { return }
    if let last, report.equalsButForAge(last), now.monotonic - lastAt < 1_000 { return }
    // A reader that sleeps gets the newest line when it wakes; it must not hold up the loop.
    var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard Glibc.poll(&poll, 1, 0) == 1 else { return }
    let line = Array((report.json(wall: now.wall) + "\n").utf8)
    isBroken = write(descriptor, line, line.count) < 0 && errno != EAGAIN && errno != EINTR
    (last, lastAt) = (report, now.monotonic)
  }
}
