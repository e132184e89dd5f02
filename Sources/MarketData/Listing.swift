/// One market as its exchange lists it.
public struct Listing: Equatable, Sendable {
  /// The exchange's own code, case-sensitive.
  public var code: String
  /// What is bought and sold, and what it is paid in, in the exchange's capitals.
  public var base: String
  public var quote: String
  public var names: MarketNames
  /// Digits after the decimal point of the smallest step of the price; nil where it is not said, or
  /// depends on the price.
  public var decimals: Int?
  public var cautions: Set<Caution>
  /// The last day of those that end by themselves.
  public var cautionEnds: [Caution: CivilDay] = [:]
  /// False while it is listed and not traded: halted, before its start, after its end.
  public var isTrading: Bool

  public init(
    code: String, base: String, quote: String, names: MarketNames, decimals: Int? = nil,
    cautions: Set<Caution> = [], isTrading: Bool = true
  ) {
    self.code = code
    self.base = base
    self.quote = quote
    self.names = names
    self.decimals = decimals
    self.cautions = cautions
    self.isTrading = isTrading
  }
}
