/// What the broker and hooks were told of alerts: for each message to the broker one hook was started.
struct AlertPairs {
  /// The oldest first.
  private var hooks: [(text: String, at: Int64)] = []
  private var told: [(text: String, at: Int64)] = []

  mutating func hookStarted(_ text: String, at time: Int64) {
    hooks.removeAll { $0.at < time - 180_000 }
    hooks.append((text, time))
  }

  mutating func told(_ text: String, at time: Int64) { told.append((text, time)) }

  /// The oldest message, once its hook must have been started: one may wait for a minute.
  mutating func popDue(at time: Int64) -> (text: String, at: Int64)? {
    guard let first = told.first, time - first.at > 80_000 else { return nil }
    return told.removeFirst()
  }

  /// Whether a hook was started for a message: each hook counts for one message.
  mutating func takeHook(of text: String, toldAt time: Int64) -> Bool {
    let index = hooks.firstIndex { $0.text == text && time - 6_000...time + 65_000 ~= $0.at }
    guard let index else { return false }
    hooks.remove(at: index)
    return true
  }
}

extension Oracle {
  /// Whether an alert that came then surely had its hook: no hook was lost, which the log says within a
  /// minute, or had to wait, the configuration was not changed, and the board did not sleep.
  func surelyHadHook(at time: Int64) -> Bool {
    let changed = max(book.editedAt, readableSince ?? .max / 2, wokeAt)
    return max(book.lostAt ?? .min, book.fullAt) < time - 75_000 && changed < time - 10_000
  }
}
