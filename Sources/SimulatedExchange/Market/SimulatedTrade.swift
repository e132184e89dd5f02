/// One execution on the simulated exchange, with what only an exchange knows of it.
public struct SimulatedTrade: Equatable, Sendable {
  public enum Taker: String, Sendable {
    case sell = "ASK"
    case buy = "BID"
  }

  /// Upbit's `sequential_id`: the milliseconds times 10,000 and a count; unique within a market.
  public var id: Int64
  /// Unix milliseconds by the exchange's clock.
  public var time: Int64
  /// In the market's quote.
  public var price: Double
  /// In the market's base, at most eight decimals.
  public var volume: Double
  public var taker: Taker

  public init(id: Int64, time: Int64, price: Double, volume: Double, taker: Taker) {
    self.id = id
    self.time = time
    self.price = price
    self.volume = volume
    self.taker = taker
  }
}
