import MarketData

/// A rule that has fired at one market, and is not over.
public struct Alarm: Equatable, Sendable {
  /// Which rule it is, and which market.
  public struct Key: Hashable, Sendable {
    public internal(set) var rule: Int
    public internal(set) var market: MarketID
  }

  enum Stage: Equatable, Sendable {
    /// It may not come to the front now.
    case waiting
    /// It is in front, or behind newer ones, since then by the monotonic clock.
    case up(Int64)
    /// It was there for long enough.
    case seen
  }

  public internal(set) var key: Key
  /// When it fired, by the monotonic clock: the wall clock may be set later.
  public let since: Int64
  /// The number that belongs to the condition, as it was then.
  public let figure: Double?
  var stage = Stage.waiting
  /// Since when it is in front or behind newer ones, by the monotonic clock; nil where it is not.
  var frontSince: Int64? { if case .up(let since) = stage { since } else { nil } }
  /// Whether it was reported to hooks and the log.
  var wasReported = false
}
