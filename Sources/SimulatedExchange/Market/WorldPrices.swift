/// The value of everything in won under a seed, so that all exchanges and banks agree: one walk for each
/// asset and each currency, and one for the premium that is paid in won.
struct WorldPrices {
  private let seed: UInt64

  /// Won for one unit, and how wild they are. The assets are `SimulatedListing.assets`.
  private static let currencies: [(code: String, won: Double, wildness: Double)] = [
    ("USD", 1_390, 0.1), ("EUR", 1_512, 0.12), ("JPY", 9.31, 0.15), ("GBP", 1_771, 0.12),
    ("CNY", 192.4, 0.08), ("AUD", 905, 0.15),
  ]
  private static let dollars: Set = ["USD", "USDT", "USDC"]

  init(seed: UInt64) {
    self.seed = seed
  }

  /// The currencies that banks know, the won among them.
  static var codes: [String] { ["KRW"] + currencies.map(\.code) }

  /// The price of one unit of an asset or a currency on exchanges: the product of these waves. Dollars
  /// of any kind and other currencies contain the premium, which is why an asset is dearer in won.
  func won(_ symbol: String) -> [PriceWaves] {
    if symbol == "KRW" { return [] }
    if let currency = bank(Self.dollars.contains(symbol) ? "USD" : symbol) {
      return [currency, premium]
    }
    guard let asset = SimulatedListing.assets.first(where: { $0.base == symbol }) else {
      preconditionFailure("nobody knows what \(symbol) is worth")
    }
    return [
      PriceWaves(
        seed: seed.mixed(with: asset.code), price: asset.price, wildness: asset.wildness)
    ]
  }

  /// What a bank takes for one unit of a currency, in won; nil where no bank knows it.
  func bankRate(_ currency: String, at milliseconds: Int64) -> Double? {
    currency == "KRW" ? 1 : bank(currency)?.price(at: milliseconds)
  }

  /// The kimchi premium as a factor: from 0.99 to 1.04.
  var premium: PriceWaves {
    PriceWaves(seed: seed.mixed(with: "premium"), price: 1.0148, wildness: 0.575)
  }

  private func bank(_ currency: String) -> PriceWaves? {
    Self.currencies.first { $0.code == currency }.map {
      PriceWaves(seed: seed.mixed(with: $0.code), price: $0.won, wildness: $0.wildness)
    }
  }
}
