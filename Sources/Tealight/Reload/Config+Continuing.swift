import Configuration
import MarketData

extension Config {
  /// The same configuration, with the ids that markets have in an earlier one. Markets that are no
  /// longer shown are kept: an id means the same market for as long as the program runs.
  func continuing(_ earlier: Config) -> Config {
    var next = self
    next.markets = earlier.markets
    next.markets.append(contentsOf: markets.filter { !earlier.markets.contains($0) })
    next.places = IDArray(
      places.map { candidates in
        candidates.map { next.markets.firstIndex(of: markets[$0])! }
      })
    return next
  }
}
