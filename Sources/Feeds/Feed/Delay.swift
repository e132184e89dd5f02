/// How late the newest data of a connection is, by its own time stamps.
struct Delay {
  /// The least of this many delays counts: one old stamp among new ones is no delay.
  private static let count = 3
  /// A shorter delay is the network's own time.
  static let leastMilliseconds: Int64 = 1_000

  private var last: [Int64] = []
  private var wasSilent = false
  /// How late the two newest messages were, whatever pings have said since.
  private var newest: (Int64, Int64) = (0, 0)
  /// What comes may have lain unread: its stamps do not tell how late messages are now.
  private var isUnread = false

  /// 0 where it is too short to be told, or not known.
  var milliseconds: Int64 {
    guard last.count == Self.count, let least = last.min(), least >= Self.leastMilliseconds else {
      return 0
    }
    return least
  }

  /// Nothing has come for this long. The next message may have lain unread all the while: its own
  /// stamp tells how late it is, and without a stamp it counts as late by the whole silence.
  mutating func fellSilent(for milliseconds: Int64) {
    (last, wasSilent) = (Array(repeating: milliseconds, count: Self.count), true)
    isUnread = true
  }

  /// A message came this long after it was sent.
  mutating func add(_ milliseconds: Int64) {
    if wasSilent {
      (last, wasSilent) = (Array(repeating: milliseconds, count: Self.count), false)
    } else {
      if last.count == Self.count { last.removeFirst() }
      last.append(milliseconds)
    }
    if milliseconds < Self.leastMilliseconds { isUnread = false }
    newest = isUnread ? (0, 0) : (newest.1, milliseconds)
  }

  /// How late the newest messages were by their stamps alone.
  var stamped: Int64 { min(newest.0, newest.1) }

  /// A ping was answered this long after it was sent: everything that was sent before it has come.
  mutating func pongCame(after milliseconds: Int64) {
    last = last.map { min($0, milliseconds) }
    if milliseconds < Self.leastMilliseconds { isUnread = false }
  }
}
