/// A market: what one exchange trades under one code. `upbit:KRW-BTC` in configuration and logs.
///
/// The exchange and the code say which market it is. Not every code says where its base ends, so
/// base and quote may be a guess until the exchange's own list is known.
public struct Market: Hashable, Sendable, CustomStringConvertible {
  /// The exchange's name in configuration, lower case: `upbit`.
  public let exchange: String
  /// The exchange's own code, case-sensitive: `KRW-BTC`.
  public let code: String
  /// What is bought and sold (`BTC`), and what it is paid in (`KRW`).
  public private(set) var base: String
  public private(set) var quote: String
  /// The name of what is heard or not heard, and has a clock: the exchange; for a published market its
  /// own name, since each may come from another program.
  public let source: String

  public init(exchange: String, code: String, base: String, quote: String) {
    self.exchange = exchange
    self.code = code
    self.base = base
    self.quote = quote
    source = exchange == Self.exchangeOfPublished ? "\(exchange):\(code)" : exchange
  }

  public static func == (a: Market, b: Market) -> Bool {
    a.code == b.code && a.exchange == b.exchange
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(exchange)
    hasher.combine(code)
  }

  /// Takes base and quote from the exchange's list.
  /// - Returns: whether they were others.
  @discardableResult
  public mutating func update(from listing: Listing) -> Bool {
    guard listing.code == code, !listing.base.isEmpty, !listing.quote.isEmpty,
      (listing.base, listing.quote) != (base, quote)
    else { return false }
    (base, quote) = (listing.base, listing.quote)
    return true
  }

  public var description: String { "\(exchange):\(code)" }

  /// The name of the exchange of published markets: `hub:POWER`.
  public static let exchangeOfPublished = "hub"

  /// Whether a market's name, `hub:POWER`, says that programs publish it.
  public static func isPublished(_ name: String) -> Bool {
    name.hasPrefix("\(exchangeOfPublished):")
  }
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
