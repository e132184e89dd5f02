import Timing

/// Tells the service manager: ready, status, alive, stopping. The loop itself feeds the watchdog,
/// so a loop that hangs is noticed.
struct SystemdWatchdog {
  /// The shortest limit that a loop that draws can keep.
  static let leastWatchdogMilliseconds: Int64 = 100
  /// How soon a word that did not get through is said again.
  private static let retryMilliseconds: Int64 = 100
  private static let statusMilliseconds: Int64 = 1_000
  /// How much longer a status that may have changed waits for a turn that something else makes.
  private static let patienceMilliseconds: Int64 = 9_000

  private let notify: ((String) -> Bool)?
  private let watchdogMilliseconds: Int64?
  private var isReady = false
  private var nextSign = Deadline.immediately
  private var status = ""
  private var nextStatus = Deadline.immediately
  /// When to say what could not be said so far.
  private var retryAt = Deadline.never

  /// - Parameters:
  ///   - watchdogMilliseconds: how long silence is tolerated; nil where there is no watchdog.
  ///   - notify: sends a word, and returns whether it got through; nil without a service manager.
  init(watchdogMilliseconds: Int64?, notify: ((String) -> Bool)?) {
    self.watchdogMilliseconds = watchdogMilliseconds
    self.notify = notify
  }

  /// When the next word is due.
  var deadline: Deadline {
    min(retryAt, notify == nil || watchdogMilliseconds == nil ? .never : nextSign)
  }

  /// - Parameter status: one line; asked for once a second at most.
  mutating func turned(at now: Int64, isReady: Bool, status: () -> String) {
    guard let notify else { return }
    retryAt = .never
    if isReady, !self.isReady {
      self.isReady = notify("READY=1")
      if !self.isReady { retryAt = Deadline(now + Self.retryMilliseconds) }
    }
    if let watchdogMilliseconds, nextSign.isDue(at: now) {
      let step = notify("WATCHDOG=1") ? watchdogMilliseconds / 2 : Self.retryMilliseconds
      nextSign = Deadline(now + min(step, watchdogMilliseconds / 2))
    }
    guard nextStatus.isDue(at: now) else {
      // A status that this turn has changed is said later.
      retryAt.advance(to: Deadline(nextStatus.monotonic + Self.patienceMilliseconds))
      return
    }
    nextStatus = Deadline(now + Self.statusMilliseconds)
    let newest = status()
    if newest != self.status, notify("STATUS=\(newest)") { self.status = newest }
  }

  func stopping() { _ = notify?("STOPPING=1") }
}
