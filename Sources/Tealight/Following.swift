import Feeds
import Glance
import State

/// What the feeds follow: the markets of those who speak or may have to, and what the page on the
/// screen needs besides.
struct Following {
  var speakers: Speakers
  private var markets: [String: [Int]] = [:]
  private(set) var needs = DataRequirements()

  init(_ speakers: Speakers) { self.speakers = speakers }

  /// - Returns: whether the feeds are to follow something else from now on.
  mutating func hasChanged(to needs: DataRequirements, at now: Int64) -> Bool {
    let chosen = speakers.choose(at: now)
    guard chosen != nil || needs != self.needs else { return false }
    markets = chosen ?? markets
    self.needs = needs
    return true
  }

  /// The places of an exchange's markets in the desk's list.
  func markets(of exchange: String) -> [Int] {
    let spoken = markets[exchange] ?? []
    return spoken + (needs.markets[exchange] ?? []).subtracting(spoken).sorted()
  }
}
