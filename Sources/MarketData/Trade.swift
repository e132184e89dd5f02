/// One execution on an exchange.
public struct Trade: Equatable, Sendable {
  /// The exchange's id: unique within one market only, and not ordered. Nil where none is sent.
  public var id: Int64?
  /// In the market's quote, finite and above 0.
  public var price: Double
  /// In the market's base, finite and not negative.
  public var volume: Double
  /// Unix milliseconds by the exchange's clock.
  public var time: Int64
  /// True where the taker bought, false where it sold; nil where that is not said.
  public var isBuy: Bool?

  public init(id: Int64?, price: Double, volume: Double, time: Int64, isBuy: Bool? = nil) {
    self.id = id
    self.price = price
    self.volume = volume
    self.time = time
    self.isBuy = isBuy
  }
}
