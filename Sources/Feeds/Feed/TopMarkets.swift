import MarketData
import Timing

/// The ranking of an exchange's markets by how much is traded in them: asked for while it is shown.
struct TopMarkets {
  static let marketsMax = 1_000
  private static let everyMilliseconds: Int64 = 30_000
  private static let soonMilliseconds: Int64 = 1_000
  private static let listKeptMilliseconds: Int64 = 6 * 3_600_000

  /// What is asked for.
  enum Step {
    case list
    /// The tickers of these codes.
    case tickers([String])
  }

  /// The ranking that somebody looks at; nil while nobody does.
  private(set) var wish: RankingWish?
  /// The ranking that was asked for last. Its answers count for it, whichever is looked at when
  /// they come.
  private(set) var asked: RankingWish?
  private var askedAt = Int64.longAgo
  /// Whether it is asked for before its time.
  private var asksSoon = false
  /// The markets that are paid for in one currency, that currency, and when they were listed.
  private var listings: [Listing] = []
  private var listedQuote: String?
  private var listedAt = Int64.longAgo
  /// The ids in it are indices of `listings`.
  private(set) var table = MarketTable([])
  /// Codes that the exchange does not know although it lists them: one spoils the call for many.
  private var unknown: Set<String> = []
  /// How many calls of this round were refused for one of their codes; where there are too many,
  /// the codes are not the cause.
  private var refusals = 0
  private static let refusalsMax = 24
  /// The tickers of the listed markets in this round.
  private var tickers: [MarketID: Ticker] = [:]
  /// Every call of this round was answered so far.
  private var isWhole = true

  /// - Returns: whether the wish is another one.
  mutating func follow(_ wish: RankingWish?) -> Bool {
    defer { self.wish = wish }
    return wish != self.wish
  }

  /// Whether another ranking is looked at than was asked for: nobody waits for the answers any more.
  var isOutdated: Bool { wish != nil && wish != asked }

  /// - Parameter slowdown: how many times slower than usual tickers may be asked for.
  func deadline(slowdown: Int64) -> Deadline {
    if wish == nil { return .never }
    let wait = asksSoon && !isWhole ? Self.soonMilliseconds : Self.everyMilliseconds * slowdown
    return isOutdated ? .immediately : Deadline(askedAt + wait)
  }

  /// Everything is tried now: so is what failed last, though no more than once a second.
  mutating func askSoon() { asksSoon = !isWhole }

  /// The time to ask has come.
  /// - Parameter isAsking: whether answers are still missing.
  mutating func advance(to now: Int64, isAsking: Bool) -> Step? {
    askedAt = now
    if isAsking { return nil }
    (asked, asksSoon) = (wish, false)
    let isListed = listedQuote == asked?.quote && now - listedAt <= Self.listKeptMilliseconds
    return isListed ? begin() : .list
  }

  /// Takes the list of markets.
  mutating func read(_ list: [Listing], at now: Int64) -> Step {
    listings = Array(
      list.filter { $0.quote == asked?.quote && $0.isTrading }.prefix(Self.marketsMax))
    (listedQuote, listedAt, unknown) = (asked?.quote, now, [])
    table = MarketTable(listings.enumerated().map { ($1.code, MarketID($0)) })
    return begin()
  }

  private mutating func begin() -> Step {
    (tickers, isWhole, refusals) = ([:], true, 0)
    return .tickers(listings.map(\.code).filter { !unknown.contains($0) })
  }

  mutating func read(_ statements: [Statement]) {
    for statement in statements { tickers[statement.market] = statement.ticker }
  }

  /// One of these codes is unknown.
  /// - Returns: what is to be asked, each by itself, until it is found; nil where too much is refused.
  mutating func narrow(_ codes: [String]) -> [Step]? {
    refusals += 1
    guard refusals <= Self.refusalsMax else {
      unknown = []
      return nil
    }
    guard codes.count > 1 else {
      unknown.formUnion(codes)
      return []
    }
    let half = codes.count / 2
    return [.tickers(Array(codes[..<half])), .tickers(Array(codes[half...]))]
  }

  /// - Parameter isRejection: whether it was refused, maybe for a market that is listed no more.
  mutating func failed(isRejection: Bool) {
    isWhole = false
    if isRejection { listedAt = .longAgo }
  }

  /// The markets in which most is traded, the most traded first; none where some answers are missing.
  func markets(of exchange: any Exchange) -> [RankedMarket] {
    guard isWhole else { return [] }
    let ranked = tickers.map { id, ticker in
      let listing = listings[id.index]
      var ranked = RankedMarket(
        market: Market(
          exchange: exchange.name, code: listing.code, base: listing.base, quote: listing.quote),
        names: listing.names, price: ticker.price,
        decimals: max(listing.decimals ?? 0, ticker.decimals))
      (ranked.change, ranked.turnover) = (ticker.change, ticker.tradedValue)
      return ranked
    }
    let sorted = ranked.sorted {
      ($0.turnover ?? -1, $1.market.code) > ($1.turnover ?? -1, $0.market.code)
    }
    return Array(sorted.prefix(asked?.count ?? 0))
  }
}
