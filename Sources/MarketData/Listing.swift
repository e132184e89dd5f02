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

/// What an exchange warns of in a market.
public enum Caution: String, CaseIterable, Sendable {
  /// Designated for care by the exchange; it may be delisted.
  case designated
  case priceFluctuation = "price-fluctuation"
  case volumeSoaring = "volume-soaring"
  case depositSoaring = "deposit-soaring"
  /// Its price differs much from that of exchanges abroad.
  case priceDifference = "price-difference"
  /// Few accounts hold or trade most of it.
  case concentration
  /// Most of it is traded on this exchange.
  case exchangeConcentration = "exchange-concentration"
}

/// A day of the calendar, wherever its midnight is.
public struct CivilDay: Hashable, Sendable, CustomStringConvertible {
  public let year: Int
  public let month: Int
  public let day: Int

  /// Nil for what is no day of 2000 to 2100.
  public init?(year: Int, month: Int, day: Int) {
    guard 2000...2100 ~= year, 1...12 ~= month, 1...31 ~= day else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// `2026-12-01`
  public var description: String { "\(year)-\(withoutYear)" }

  /// `12-01`
  public var withoutYear: String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(two(month))-\(two(day))"
  }
}
