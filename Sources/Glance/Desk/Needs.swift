import MarketData

/// What the page on the screen needs to be told besides trades and tickers. Markets are places in
/// the desk's list.
public struct Needs: Equatable, Sendable {
  /// Markets whose order books are shown, and those whose base's wallet is.
  public var books: Set<Int> = []
  public var wallets: Set<Int> = []
  /// The candles that are looked at, where the ring of five-second ones does not serve.
  public var chart: Chart?
  /// The market whose last trades are looked at.
  public var tape: Int?
  /// What CoinGecko is asked for: facts of coins by what exchanges call them, and what trends.
  public var facts: Set<String> = []
  public var trending = false
  /// Markets that are followed although they are at no place, by their exchange.
  public var markets: [String: Set<Int>] = [:]
  /// Whether the board's own networks are shown.
  public var network = false
  /// Which exchange's markets are ranked.
  public var ranking: RankingWish?

  public init() {}
}

extension Desk {
  public var needs: Needs {
    var needs = Needs()
    switch page {
    case .chart where span != .fiveSeconds: needs.chart = Chart(market: shown, span: span)
    case .book: needs.books = [shown]
    case .trades: needs.tape = shown
    case .wallet: needs.wallets = Set(walletMarkets)
    case .detail: needs.facts = [markets[shown].market.base]
    case .list: needs.ranking = settings.ranking
    case .trending: needs.trending = true
    case .link:
      needs.network = true
      // Whether it still cannot be heard is known to who asks.
      needs.trending = surroundings.outages[Surroundings.gecko] != nil
    default: break
    }
    needs.markets = held.markets
    return needs
  }
}
