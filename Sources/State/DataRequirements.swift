import MarketData

/// The data that feeds must ask for besides trades and tickers, because the page on the screen or the
/// configuration needs it.
public struct DataRequirements: Equatable, Sendable {
  /// Markets whose order books are shown, and markets whose base's wallet is shown.
  public var books: Set<MarketID> = []
  public var wallets: Set<MarketID> = []
  /// The candles that are shown, where the ring of five-second candles is not enough.
  public var chart: Chart?
  /// The market whose last trades are shown.
  public var tape: MarketID?
  /// What CoinGecko is asked for: facts of coins, by the names that exchanges use, and trending coins.
  public var facts: Set<String> = []
  public var trending = false
  /// Markets that are followed although they have no place, by the name of their exchange.
  public var markets: [String: Set<MarketID>] = [:]
  /// Whether the board's own networks are shown.
  public var network = false
  /// Which exchange's markets are ranked.
  public var ranking: RankingWish?

  public init() {}
}
