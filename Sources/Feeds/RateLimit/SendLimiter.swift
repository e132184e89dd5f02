import Timing

/// When the next message may be sent on a connection, by all of its limits.
struct SendLimiter {
  /// An exchange counts messages as they arrive. They arrive closer together than they were sent where
  /// one was held up on its way.
  private static let jitterMilliseconds: Int64 = 250

  private let limits: [StreamLimits.Limit]
  /// When the newest messages were sent, as many as any limit counts.
  private var sent: [Int64] = []
  private var heldUntil = Deadline.immediately

  init(_ limits: [StreamLimits.Limit]) { self.limits = limits }

  /// The earliest time for one message more.
  var allowsAt: Deadline {
    limits.reduce(heldUntil) { latest, limit in
      guard sent.count >= limit.count else { return latest }
      let first = sent[sent.count - limit.count]
      return max(latest, Deadline(first + limit.milliseconds + Self.jitterMilliseconds))
    }
  }

  /// Sends nothing before that time.
  mutating func hold(until time: Int64) { heldUntil = Deadline(time) }

  /// Counts a message that is sent.
  mutating func sent(at now: Int64) {
    sent.append(now)
    let kept = limits.map(\.count).max() ?? 0
    if sent.count > kept { sent.removeFirst(sent.count - kept) }
  }
}
