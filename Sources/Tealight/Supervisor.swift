/// What the service manager is told: ready, alive, stopping. The loop itself feeds the watchdog, so
/// a loop that hangs is noticed.
struct Supervisor {
  private let notify: (String) -> Void
  private let watchdogMilliseconds: Int64?
  private var isReady = false
  private var nextSign = Int64.min

  /// - Parameters:
  ///   - watchdogMilliseconds: how long silence is tolerated; nil where nobody watches.
  init(watchdogMilliseconds: Int64?, notify: @escaping (String) -> Void) {
    self.watchdogMilliseconds = watchdogMilliseconds
    self.notify = notify
  }

  /// When the next sign of life is due.
  var deadline: Int64 { watchdogMilliseconds == nil ? .max : nextSign }

  mutating func turned(at now: Int64, isReady: Bool) {
    if isReady, !self.isReady {
      self.isReady = true
      notify("READY=1")
    }
    guard let watchdogMilliseconds, now >= nextSign else { return }
    nextSign = now + watchdogMilliseconds / 2
    notify("WATCHDOG=1")
  }

  func stopping() { notify("STOPPING=1") }
}
