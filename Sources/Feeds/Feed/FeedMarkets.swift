/// The markets of a feed: all that it may be asked to follow, those that it follows, and those that
/// the exchange lists.
struct FeedMarkets {
  /// With their indices in the app's list.
  private(set) var all: [(index: Int, code: String)]
  private(set) var table: MarketTable
  /// The one shown first in front.
  private(set) var followed: [Int] = []
  /// Until the exchange's list is known, all are.
  private var listed: Set<Int>

  init(_ all: [(index: Int, code: String)]) {
    self.all = all
    table = MarketTable(all.map { ($0.code, $0.index) })
    listed = Set(all.map(\.index))
  }

  var codes: [String] { all.map(\.code) }
  /// Those that are followed and, as far as is known, listed.
  var wanted: [Int] { followed.filter(listed.contains) }

  func code(of market: Int) -> String { all.first { $0.index == market }!.code }
  func isKnown(_ market: Int) -> Bool { all.contains { $0.index == market } }
  func isFollowed(_ market: Int) -> Bool { followed.contains(market) }
  func isListed(_ market: Int) -> Bool { listed.contains(market) }

  mutating func follow(_ markets: [Int]) { followed = markets }

  /// - Returns: whether that is news.
  mutating func setListed(_ market: Int, _ isListed: Bool) -> Bool {
    guard listed.contains(market) != isListed else { return false }
    if isListed { listed.insert(market) } else { listed.remove(market) }
    return true
  }

  /// Knows another feed's markets as well.
  /// - Returns: whether there was any that was not known.
  mutating func add(_ others: FeedMarkets) -> Bool {
    let newcomers = others.all.filter { !isKnown($0.index) }
    guard !newcomers.isEmpty else { return false }
    all += newcomers
    table = MarketTable(all.map { ($0.code, $0.index) })
    listed.formUnion(newcomers.map(\.index))
    return true
  }
}
