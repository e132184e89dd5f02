/// A price, where it is paid, and how old it is.
public struct Quotation: Equatable, Sendable {
  /// Finite and above 0.
  public var price: Double
  /// What it is in: `KRW`, `USDT`.
  public var currency: String
  /// The exchange's name on the screen.
  public var source: String
  /// Milliseconds since the exchange last spoke.
  public var age: Int64
  public var isStale: Bool

  public init(price: Double, currency: String, source: String, age: Int64, isStale: Bool) {
    self.price = price
    self.currency = currency
    self.source = source
    self.age = age
    self.isStale = isStale
  }
}
