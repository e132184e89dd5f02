/// What one unit of a currency is worth in others, as one source says.
///
/// A dollar coin is a currency of its own: rates of base `USDT` convert nothing that is in `USD`.
public struct ExchangeRates: Equatable, Sendable {
  /// `USD`, or `USDT` for what an exchange asks for a dollar coin.
  public let base: String
  /// Units of each other currency for one of the base, finite and above 0.
  public let units: [String: Double]
  /// Who says so, as on the screen: `ECB`, `Upbit`.
  public let source: String
  /// When it was so, Unix milliseconds.
  public let time: Int64
  /// How old it may be until it is stale.
  public let staleAfterMilliseconds: Int64

  public init(
    base: String, units: [String: Double], source: String, time: Int64,
    staleAfterMilliseconds: Int64
  ) {
    self.base = base
    self.units = units
    self.source = source
    self.time = time
    self.staleAfterMilliseconds = staleAfterMilliseconds
  }

  /// Units of `target` for one of `origin`; nil where the source does not know both.
  public func rate(from origin: String, to target: String) -> Double? {
    guard let from = unit(origin), let to = unit(target) else { return nil }
    let rate = to / from
    return rate.isFinite && rate > 0 ? rate : nil
  }

  /// An amount in another currency; nil where the source does not know both.
  public func convert(_ amount: Double, from origin: String, to target: String) -> Double? {
    rate(from: origin, to: target).map { $0 * amount }
  }

  public func knows(_ currency: String) -> Bool { unit(currency) != nil }

  /// Milliseconds since it was so; a board whose clock is behind sees none.
  /// - Parameter wall: Unix milliseconds by the board's clock.
  public func age(at wall: Int64) -> Int64 { max(0, wall - time) }

  public func isStale(at wall: Int64) -> Bool { age(at: wall) > staleAfterMilliseconds }

  private func unit(_ currency: String) -> Double? { currency == base ? 1 : units[currency] }
}

extension [ExchangeRates] {
  /// The first that knows both and is not stale; else the first that knows both.
  /// - Parameter wall: Unix milliseconds by the board's clock.
  public func best(from origin: String, to target: String, at wall: Int64) -> ExchangeRates? {
    let able = filter { $0.rate(from: origin, to: target) != nil }
    return able.first { !$0.isStale(at: wall) } ?? able.first
  }
}
