import MarketData

/// The markets of a feed: all that it may be asked to follow, those that it follows, and those that
/// the exchange lists and trades.
struct FeedMarkets {
  private(set) var all: [(id: MarketID, code: String)]
  /// Markets in whose place others are shown if the exchange does not list them.
  private(set) var replaceable: Set<MarketID>
  private(set) var table: MarketTable
  /// The one shown first in front.
  private(set) var followed: [MarketID] = []
  /// The markets that the exchange lists and trades; all of them until its list is known.
  private var listed: Set<MarketID>
  /// Markets that are not in `listed` although the exchange lists them, since they are not traded.
  private var halted: Set<MarketID> = []
  /// Markets that the newest list has.
  private var confirmed: Set<MarketID> = []

  init(_ all: [(id: MarketID, code: String)], replaceable: Set<MarketID>) {
    (self.all, self.replaceable) = (all, replaceable)
    table = MarketTable(all.map { ($0.code, $0.id) })
    listed = Set(all.map(\.id))
  }

  var codes: [String] { all.map(\.code) }
  /// The followed ones that are listed, as far as is known.
  var followedAndListed: [MarketID] { followed.filter(listed.contains) }

  func code(of market: MarketID) -> String { all.first { $0.id == market }!.code }
  func isKnown(_ market: MarketID) -> Bool { all.contains { $0.id == market } }
  func isFollowed(_ market: MarketID) -> Bool { followed.contains(market) }
  func isListed(_ market: MarketID) -> Bool { listed.contains(market) }

  func isConfirmed(_ market: MarketID) -> Bool { confirmed.contains(market) }
  mutating func confirm(_ markets: some Sequence<MarketID>) { confirmed = Set(markets) }

  mutating func follow(_ markets: [MarketID]) {
    followed = markets
    table.follow(markets)
  }

  /// - Parameter isHalted: of a market that is not listed: whether the list has it, but it is not
  ///   traded.
  /// - Returns: whether that is news.
  mutating func setListed(_ market: MarketID, _ isListed: Bool, isHalted: Bool) -> Bool {
    guard listed.contains(market) != isListed || halted.contains(market) != isHalted else {
      return false
    }
    if isListed { listed.insert(market) } else { listed.remove(market) }
    if isHalted { halted.insert(market) } else { halted.remove(market) }
    return true
  }

  /// Adds another feed's markets.
  /// - Returns: whether any of them was not known.
  mutating func add(_ others: FeedMarkets) -> Bool {
    replaceable = others.replaceable
    let newcomers = others.all.filter { !isKnown($0.id) }
    guard !newcomers.isEmpty else { return false }
    all += newcomers
    table = MarketTable(all.map { ($0.code, $0.id) })
    table.follow(followed)
    listed.formUnion(newcomers.map(\.id))
    return true
  }
}
