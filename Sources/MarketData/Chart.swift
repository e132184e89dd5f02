/// Which candles are to be seen: those of which market, by its place in the desk's list, and how
/// long they are.
public struct Chart: Equatable, Sendable {
  public var market: Int
  public var span: ChartSpan

  public init(market: Int, span: ChartSpan) {
    self.market = market
    self.span = span
  }
}
