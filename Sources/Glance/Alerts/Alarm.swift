/// A rule that has fired at one market, and is not over.
struct Alarm: Equatable, Sendable {
  /// Which rule it is, and which market of the desk's list.
  struct Key: Hashable, Sendable {
    var rule: Int
    var market: Int
  }

  enum Stage: Equatable, Sendable {
    /// It may not come to the front now.
    case waiting
    /// It is in front, or behind newer ones, since then by the monotonic clock.
    case up(Int64)
    /// It was there for long enough.
    case seen
  }

  var key: Key
  /// When it fired, Unix milliseconds.
  let since: Int64
  /// What the condition counted then.
  let figure: Double?
  var stage = Stage.waiting
  /// Whether the world was told.
  var hasRung = false
}
