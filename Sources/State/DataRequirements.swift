import MarketData

/// What has to be asked for besides trades and tickers, because the page on the screen or the
/// configuration needs it.
public struct DataRequirements: Equatable, Sendable {
  /// Markets whose order books are shown, and those whose base's wallet is.
  public var books: Set<MarketID> = []
  public var wallets: Set<MarketID> = []
  /// The candles that are looked at, where the ring of five-second ones does not serve.
  public var chart: Chart?
  /// The market whose last trades are looked at.
  public var tape: MarketID?
  /// What CoinGecko is asked for: facts of coins by what exchanges call them, and what trends.
  public var facts: Set<String> = []
  public var trending = false
  /// Markets that are followed although they are at no place, by their exchange.
  public var markets: [String: Set<MarketID>] = [:]
  /// Whether the board's own networks are shown.
  public var network = false
  /// Which exchange's markets are ranked.
  public var ranking: RankingWish?

  public init() {}
}
