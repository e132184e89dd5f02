/// What CoinGecko knows of a coin beyond any one exchange. What it did not say is nil.
public struct CoinFacts: Equatable, Sendable {
  /// CoinGecko's own, unique: `dogecoin`. Coins are renamed now and then.
  public var id: String
  /// In capitals, and not unique: `DOGE`.
  public var symbol: String
  /// As people call it: `Dogecoin`.
  public var name: String
  /// By market capitalisation, from 1.
  public var rank: Int?
  /// What all amounts here are in: `USD`.
  public var currency: String
  /// The price of one coin, in `currency`.
  public var price: Double?
  /// The market capitalisation, in `currency`.
  public var marketCap: Double?
  /// The value of what was traded in 24 hours, in `currency`.
  public var volume: Double?
  /// How far the price has moved in 24 hours, a fraction.
  public var change: Double?
  /// The prices of the last seven days, in `currency`, about one an hour, oldest first; empty where none
  /// is known.
  public var week: [Double] = []
  /// When these facts were true, Unix milliseconds.
  public var time: Int64?
  /// When CoinGecko told them, by our monotonic clock.
  public var heard: Int64 = 0

  public init(id: String, symbol: String, name: String, currency: String) {
    (self.id, self.symbol, self.name) = (id, symbol, name)
    self.currency = currency
  }
}
