import Timing

/// What is wrong with a topic that does not work as it should.
enum Trouble: String {
  case failed
  /// It is still tried.
  case delayed = "is delayed"
  case silent = "is silent"
}

/// What a feed writes to the log: each complaint once, and now and then how much was dropped.
struct FeedLog {
  private static let droppedEveryMilliseconds: Int64 = 60_000

  /// The last complaint logged for each topic, until the topic works again.
  private var complaints: [Topic: (trouble: Trouble, reason: String)] = [:]
  /// Messages, or parts of them, that could not be believed.
  private(set) var dropped = 0
  private var droppedSaid = (count: 0, at: Int64.longAgo)

  /// - Returns: false where this complaint, or a failure for the same reason, was the last one.
  mutating func complain(_ topic: Topic, _ trouble: Trouble, _ reason: String) -> Bool {
    if let last = complaints[topic], last.reason == reason,
      [trouble, .failed].contains(last.trouble)
    {
      return false
    }
    complaints[topic] = (trouble, reason)
    return true
  }

  /// A topic works again: its next failure is logged.
  mutating func resolve(_ topic: Topic) { complaints[topic] = nil }

  mutating func drop(_ count: Int = 1) { dropped += count }

  /// How much was dropped since that was last told; nil where it is not to be told yet.
  mutating func droppedNews(at now: Int64) -> Int? {
    guard dropped > droppedSaid.count, now - droppedSaid.at >= Self.droppedEveryMilliseconds else {
      return nil
    }
    defer { droppedSaid = (dropped, now) }
    return dropped - droppedSaid.count
  }
}
