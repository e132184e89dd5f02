import MarketData

/// How all exchanges are heard: found by name where one is told of, and without a search where a market
/// asks for its own, which each scene does many times.
struct ExchangeStates: Sendable {
  /// Nil before anything was told of it.
  private var states: [ExchangeState?] = []
  /// Where the state of each is, by its name in the configuration.
  private var indexes: [String: Int] = [:]
  /// Where that of each market's exchange is.
  private var indexesOfMarkets: IDArray<MarketID, Int> = []

  /// Those of which something was told.
  var all: some Sequence<ExchangeState> { states.lazy.compactMap { $0 } }

  subscript(name: String) -> ExchangeState? { indexes[name].flatMap { states[$0] } }

  subscript(market: MarketID) -> ExchangeState? { states[indexesOfMarkets[market]] }

  /// What is told of an exchange, whether a market has it or not.
  mutating func update(_ name: String, _ change: (inout ExchangeState) -> Void) {
    let index = index(of: name)
    var state = states[index] ?? ExchangeState()
    change(&state)
    states[index] = state
  }

  /// The next market, whose id follows that of the one before.
  mutating func add(_ market: Market) { indexesOfMarkets.append(index(of: market.source)) }

  private mutating func index(of name: String) -> Int {
    if let index = indexes[name] { return index }
    indexes[name] = states.count
    states.append(nil)
    return states.count - 1
  }
}
