/// One connection of a feed. It has a second one while the next takes over from the last.
struct Line {
  enum State: Equatable {
    case closed
    case connecting
    case open(pingSent: Int64?)
  }

  var state = State.closed
  /// The place of its way.
  var way = 0
  /// When it last gave a sign of life, by the monotonic clock.
  var heard: Int64?
  /// Since when data has come on it, and when it came last.
  var goodSince: Int64?
  var spoke: Int64?
  var openedAt: Int64?
  /// The exchange has said that it is about to close it: the next one is wanted now.
  var isEnding = false
  /// What it carries once all that waits is sent, and what waits.
  var carries = Subscription()
  var outbox: [String] = []
  var pace: Pace
  /// When the keep-alive is due.
  var keepAliveAt: Int64?
  /// Whether it is to send something as soon as it may.
  var wantsToSend = false

  init(_ limits: StreamLimits) { pace = Pace(limits.sending) }

  var isOpen: Bool { if case .open = state { true } else { false } }

  /// When something of it is due, if nobody speaks.
  func deadline(_ limits: Feed.Limits) -> Int64? {
    guard case .open(let pingSent) = state, let heard else { return nil }
    let watch = pingSent.map { $0 + limits.pongWithin } ?? heard + limits.pingAfter
    return min(watch, wantsToSend ? pace.opensAt : .max, keepAliveAt ?? .max)
  }
}
