import MarketData

// Tests name markets and places by their index: `.trade(market: 0, …)`.

extension MarketID: ExpressibleByIntegerLiteral {
  public init(integerLiteral index: Int) { self.init(index) }
}

extension PlaceID: ExpressibleByIntegerLiteral {
  public init(integerLiteral index: Int) { self.init(index) }
}
