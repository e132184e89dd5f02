import MarketData

/// The states of all exchanges. An update finds its exchange by name. A market finds its own by index,
/// without a search, because each scene asks for it many times.
struct ExchangeStates: Sendable {
  /// Nil before anything was told of it.
  private var states: [ExchangeState?] = []
  /// The index of each exchange's state, by the exchange's name in the configuration.
  private var indexes: [String: Int] = [:]
  /// The index of the state of each market's exchange.
  private var indexesOfMarkets: IDArray<MarketID, Int> = []

  /// The states of those exchanges of which something was told.
  var all: some Sequence<ExchangeState> { states.lazy.compactMap { $0 } }

  subscript(name: String) -> ExchangeState? { indexes[name].flatMap { states[$0] } }

  subscript(market: MarketID) -> ExchangeState? { states[indexesOfMarkets[market]] }

  /// Changes the state of an exchange, whether a market has it or not.
  mutating func update(_ name: String, _ change: (inout ExchangeState) -> Void) {
    let index = index(of: name)
    var state = states[index] ?? ExchangeState()
    change(&state)
    states[index] = state
  }

  /// Adds the next market, whose id follows that of the one before.
  mutating func add(_ market: Market) { indexesOfMarkets.append(index(of: market.source)) }

  private mutating func index(of name: String) -> Int {
    if let index = indexes[name] { return index }
    indexes[name] = states.count
    states.append(nil)
    return states.count - 1
  }
}
