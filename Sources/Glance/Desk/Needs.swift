import MarketData

/// What the page on the screen needs to be told besides trades and tickers. Markets are places in
/// the desk's list.
public struct Needs: Equatable, Sendable {
  /// Markets whose order books are shown, and those whose base's wallet is.
  public var books: Set<Int> = []
  public var wallets: Set<Int> = []
  /// What CoinGecko is asked for: facts of coins by what exchanges call them, and what trends.
  public var facts: Set<String> = []
  public var trending = false

  public init() {}
}

extension Desk {
  public var needs: Needs {
    var needs = Needs()
    switch page {
    case .book: needs.books = [shown]
    case .wallet: needs.wallets = [shown]
    case .detail: needs.facts = [markets[shown].market.base]
    case .trending: needs.trending = true
    default: break
    }
    return needs
  }
}
