import Feeds
import MarketData
import State

/// What each feed follows: the markets that are shown or may have to stand in for others, and what
/// the page on the screen needs besides.
struct SubscriptionRouter {
  private(set) var selector: FailoverSelector
  private var markets: [String: [MarketID]] = [:]
  private(set) var requirements = DataRequirements()

  init(_ selector: FailoverSelector) { self.selector = selector }

  /// Takes what a feed says: whether it is heard decides who serves a place.
  mutating func apply(_ update: Update, at now: Int64) { selector.apply(update, at: now) }

  mutating func networkChanged(isUp: Bool, at now: Int64) {
    selector.networkChanged(isUp: isUp, at: now)
  }

  mutating func reconfigure(as other: FailoverSelector) { selector.reconfigure(as: other) }

  /// - Returns: the markets that are no longer followed; nil where nothing changes for the feeds.
  mutating func change(to requirements: DataRequirements, at now: Int64) -> Set<MarketID>? {
    let chosen = selector.select(at: now)
    guard chosen != nil || requirements != self.requirements else { return nil }
    let before = Set(allMarkets)
    markets = chosen ?? markets
    self.requirements = requirements
    return before.subtracting(allMarkets)
  }

  /// The followed markets of all exchanges.
  var allMarkets: [MarketID] {
    let selected = markets.keys.sorted().flatMap { markets[$0]! }
    return selected
      + requirements.markets.values.reduce(Set()) { $0.union($1) }
      .subtracting(selected).sorted()
  }

  /// The markets of an exchange: those that are selected first, then those that are needed besides.
  func markets(of exchange: String) -> [MarketID] {
    let selected = markets[exchange] ?? []
    return selected + (requirements.markets[exchange] ?? []).subtracting(selected).sorted()
  }
}
