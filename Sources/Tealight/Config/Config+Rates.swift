extension Config {
  /// Where exchange rates come from.
  public struct Rates: Equatable, Sendable {
    /// Names of sources, the one that is asked first in front; empty for none.
    public var sources: [String] = []
    /// What a dollar's worth is asked in.
    public var currencies = ["KRW", "USD"]
    /// Open Exchange Rates' App ID.
    public var appID: Secret?
    /// By the name of the source; those that the file does not mention are missing.
    public var endpoints: [String: Endpoints] = [:]

    public init() {}
  }

  /// How CoinGecko is asked.
  public struct Gecko: Equatable, Sendable {
    public var endpoints = Endpoints()
    /// Of its demo plan; nil for none.
    public var key: Secret?
  }
}
