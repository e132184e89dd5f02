import MarketData

/// Where the markets of the holdings stand in the list of markets. It is looked up once, since it is
/// needed in every turn.
public struct HoldingPositions: Equatable, Sendable {
  /// In the order of the holdings; nil for those whose market is not known.
  public private(set) var indices: [Int?] = []
  /// The known ones by their exchange.
  public private(set) var byExchange: [String: Set<Int>] = [:]

  init(_ holdings: [Holding], among markets: [MarketState]) {
    let known = Dictionary(
      markets.indices.map { (markets[$0].market, $0) }, uniquingKeysWith: { first, _ in first })
    for holding in holdings {
      let index = known[holding.market]
      indices.append(index)
      if let index { byExchange[holding.market.exchange, default: []].insert(index) }
    }
  }
}
