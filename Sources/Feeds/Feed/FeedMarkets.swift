import MarketData

/// The markets of a feed: all that it may be asked to follow, those that it follows, and those that
/// the exchange lists and trades.
struct FeedMarkets {
  private(set) var all: [(id: MarketID, code: String)]
  /// Those in whose place others are shown where the exchange does not list them.
  private(set) var replaceable: Set<MarketID>
  private(set) var table: MarketTable
  /// The one shown first in front.
  private(set) var followed: [MarketID] = []
  /// Until the exchange's list is known, all are.
  private var listed: Set<MarketID>
  /// Of the others: those that are on its list all the same, and not traded.
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

  /// - Parameter isHalted: whether one that is not listed is on the list all the same, and not traded.
  /// - Returns: whether that is news.
  mutating func setListed(_ market: MarketID, _ isListed: Bool, isHalted: Bool) -> Bool {
    guard listed.contains(market) != isListed || halted.contains(market) != isHalted else {
      return false
    }
    if isListed { listed.insert(market) } else { listed.remove(market) }
    if isHalted { halted.insert(market) } else { halted.remove(market) }
    return true
  }

  /// Knows another feed's markets as well.
  /// - Returns: whether there was any that was not known.
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
