/// A market: what one exchange trades under one code. `upbit:KRW-BTC` in configuration and logs.
public struct Market: Hashable, Sendable, CustomStringConvertible {
  /// The exchange's name in configuration, lower case: `upbit`.
  public let exchange: String
  /// The exchange's own code, case-sensitive: `KRW-BTC`.
  public let code: String
  /// What is bought and sold (`BTC`), and what it is paid in (`KRW`).
  public let base: String
  public let quote: String

  public init(exchange: String, code: String, base: String, quote: String) {
    self.exchange = exchange
    self.code = code
    self.base = base
    self.quote = quote
  }

  public var description: String { "\(exchange):\(code)" }
}

/// What people call a market's base, as the exchange lists it.
public struct MarketNames: Equatable, Sendable {
  public let english: String
  public let korean: String

  public init(english: String, korean: String) {
    self.english = english
    self.korean = korean
  }
}
