import MarketData

/// What is known of an exchange's markets for whoever ranks them, and when it is asked for.
struct Ranking {
  static let marketsMax = 1_000
  private static let listKeptMilliseconds: Int64 = 6 * 3_600_000

  var wish: RankingWish?
  /// When it was asked for last.
  var askedAt = Int64.min / 2
  /// The markets that are paid for as is wished, and when they were listed.
  private(set) var listings: [Listing] = []
  private var listedAt = Int64.min / 2
  private(set) var table = MarketTable([])
  /// What was said of them in this round, by their places.
  private var tickers: [Int: Ticker] = [:]
  /// Every call of this round was answered so far.
  private var isWhole = true

  /// Whether the markets have to be listed, for the first time or once more.
  func needsList(at now: Int64) -> Bool {
    listings.isEmpty || now - listedAt > Self.listKeptMilliseconds
      || listings[0].quote != wish?.quote
  }

  mutating func take(_ list: [Listing], at now: Int64) {
    listings = Array(
      list.filter { $0.quote == wish?.quote && $0.isTrading }.prefix(Self.marketsMax))
    listedAt = now
    table = MarketTable(listings.enumerated().map { ($1.code, $0) })
    begin()
  }

  mutating func begin() { (tickers, isWhole) = ([:], true) }

  mutating func take(_ statements: [Statement]) {
    for statement in statements { tickers[statement.market] = statement.ticker }
  }

  /// Maybe for a market that is listed no more.
  mutating func failed() { (listedAt, isWhole) = (.min / 2, false) }

  /// The markets in which most is traded, the first first; none where some are missing.
  func markets(of exchange: any Exchange) -> [RankedMarket] {
    guard isWhole else { return [] }
    let ranked = tickers.map { place, ticker in
      let listing = listings[place]
      var ranked = RankedMarket(
        market: Market(
          exchange: exchange.name, code: listing.code, base: listing.base, quote: listing.quote),
        names: listing.names, price: ticker.price,
        decimals: max(listing.decimals ?? 0, ticker.decimals))
      ranked.change = ticker.baselinePrice.map { ticker.price / $0 - 1 }
      ranked.turnover = ticker.turnover ?? ticker.volume.map { $0 * ticker.price }
      return ranked
    }
    let sorted = ranked.sorted {
      ($0.turnover ?? -1, $1.market.code) > ($1.turnover ?? -1, $0.market.code)
    }
    return Array(sorted.prefix(wish?.count ?? 0))
  }
}
