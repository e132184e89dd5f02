/// Offers around a price: `depth` steps up and down, with sizes that depend on the second.
public struct SimulatedOrderBook {
  public struct Unit {
    public let askPrice: Double
    public let bidPrice: Double
    public let askSize: Double
    public let bidSize: Double
  }

  /// Best first.
  public let units: [Unit]

  public init(listing: SimulatedListing, price: Double, second: Int64, depth: Int) {
    var random = RandomGenerator(seed: UInt64(listing.code.utf8.count), at: second)
    let step = listing.step(at: price)
    func size() -> Double {
      max(1, (listing.tradeVolume * random.fraction() * 2e9).rounded()) / 1e8
    }
    units = (0..<depth).map { level in
      let distance = step * Double(level)
      let bid = max(step, DecimalText.rounded(price - distance))
      return Unit(
        askPrice: DecimalText.rounded(price + step + distance), bidPrice: bid, askSize: size(),
        bidSize: size())
    }
  }

  var totalAskSize: Double { units.reduce(0) { $0 + $1.askSize } }
  var totalBidSize: Double { units.reduce(0) { $0 + $1.bidSize } }
}
