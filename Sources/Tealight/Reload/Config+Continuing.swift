import Configuration
import MarketData

extension Config {
  /// The same with each market at the place that it had in an earlier configuration, and those that
  /// are not shown any more kept: places of markets hold for as long as the program runs.
  func continuing(_ earlier: Config) -> Config {
    var next = self
    next.markets = earlier.markets + markets.filter { !earlier.markets.contains($0) }
    next.places = places.map { candidates in
      candidates.map { next.markets.firstIndex(of: markets[$0])! }
    }
    return next
  }
}
