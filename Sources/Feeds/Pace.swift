/// When the next message may be sent on a connection, by all of its limits.
struct Pace {
  private let limits: [StreamLimits.Limit]
  /// When the newest messages were sent, as many as any limit counts.
  private var sent: [Int64] = []
  private var heldUntil = Int64.min

  init(_ limits: [StreamLimits.Limit]) { self.limits = limits }

  /// The earliest time for one message more.
  var opensAt: Int64 {
    limits.map { limit in
      sent.count < limit.count ? .min : sent[sent.count - limit.count] + limit.milliseconds
    }.reduce(heldUntil, max)
  }

  mutating func hold(until time: Int64) { heldUntil = time }

  mutating func send(at now: Int64) {
    sent.append(now)
    let kept = limits.map(\.count).max() ?? 0
    if sent.count > kept { sent.removeFirst(sent.count - kept) }
  }
}
