extension Config {
  /// When a price is fresh, and what is done while it is not.
  public struct Link: Equatable, Sendable {
    public var staleAfterSeconds = 15
    public var pollEverySeconds = 5
    /// How long an exchange may be silent before another one that has the market serves it.
    public var failoverAfterSeconds = 60
    /// The URL of the documentation; nil for a short manual.
    public var documentation: String?
  }
}

extension Config.Link {
  /// It may stand in `[link]`, or at the top beside `exchanges`.
  static let failover = Key<Self>(
    "failover_after_seconds", \.failoverAfterSeconds, .integer(5...86_400))

  static let table = Table<Self>(
    "[link]", Self(),
    [
      Key("stale_after_seconds", \.staleAfterSeconds, .integer(5...3600)),
      Key("poll_every_seconds", \.pollEverySeconds, .integer(1...3600)),
      failover,
      Key(
        "documentation", optional: \.documentation,
        .url(["https", "http"], mayAsk: true, countMax: 200)),
    ])
}
