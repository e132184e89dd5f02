/// The best levels of an order book at one time, best first on both sides.
public struct OrderBook: Equatable, Sendable {
  /// Levels kept on each side, whatever an exchange sends.
  public static let depthMax = 32

  public struct Level: Equatable, Sendable {
    /// In the market's quote, finite and above 0.
    public var price: Double
    /// In the market's base, finite and above 0.
    public var size: Double

    public init(price: Double, size: Double) {
      self.price = price
      self.size = size
    }
  }

  /// What buyers offer, the highest first.
  public var bids: [Level]
  /// What sellers ask, the lowest first.
  public var asks: [Level]

  /// - Parameters: in any order; levels without a price or a size are fillers and are left out.
  public init(bids: [Level], asks: [Level]) {
    func isReal(_ level: Level) -> Bool {
      level.price.isFinite && level.price > 0 && level.size.isFinite && level.size > 0
    }
    self.bids = Array(bids.filter(isReal).sorted { $0.price > $1.price }.prefix(Self.depthMax))
    self.asks = Array(asks.filter(isReal).sorted { $0.price < $1.price }.prefix(Self.depthMax))
  }
}
