/// What is known of a market that is not heard although its exchange is.
public struct Unheard: Equatable, Sendable {
  /// When what is shown was true, by our monotonic clock; nil where nobody knows.
  public let since: Int64?
  /// Whether that is too long ago to be shown as live.
  public let isStale: Bool

  public init(since: Int64?, isStale: Bool = true) {
    (self.since, self.isStale) = (since, isStale)
  }
}
