extension Feed {
  /// How long it waits, as the configuration says.
  public struct Waits: Sendable {
    public var staleAfterMilliseconds: Int64 = 15_000
    public var pollEveryMilliseconds: Int64 = 5_000

    public init() {}

    /// Silence after which a ping is sent, and how long its pong may take.
    var pingAfter: Int64 { min(10_000, staleAfterMilliseconds * 6 / 10) }
    var pongWithin: Int64 { min(5_000, staleAfterMilliseconds * 3 / 10) }
    /// At the start, polls begin where there is no stream by then.
    var firstPollAfter: Int64 { min(2_000, pollEveryMilliseconds) }
  }
}
