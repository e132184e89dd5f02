/// A coin as CoinGecko knows it.
struct GeckoCoin {
  let id: String
  /// Upper case; several coins may have the same.
  let symbol: String
  let name: String
  let korean: String
  /// Nil for small coins.
  let rank: Int?
  /// Nil if it is unknown.
  let supply: Double?
  let maxSupply: Double?
  /// The asset of the simulated world whose price it has, and how much of it.
  private let asset: String
  private let share: Double

  private init(
    _ id: String, _ symbol: String, rank: Int?, supply: Double?, max: Double? = nil,
    name: String? = nil, share: Double = 1, of asset: String? = nil
  ) {
    self.id = id
    self.symbol = symbol
    self.rank = rank
    self.supply = supply
    self.share = share
    self.asset = asset ?? symbol
    maxSupply = max
    let listing = SimulatedListing.assets.first { $0.base == symbol }
    self.name = name ?? listing?.english ?? symbol
    korean = name ?? listing?.korean ?? symbol
  }

  /// In the order of their market capitalisation. The last two are small: one shares its symbol
  /// with a large one.
  static let all = [
    GeckoCoin("bitcoin", "BTC", rank: 1, supply: 19_950_000, max: 21_000_000),
    GeckoCoin("ethereum", "ETH", rank: 2, supply: 120_700_000),
    GeckoCoin("tether", "USDT", rank: 3, supply: 184_000_000_000),
    GeckoCoin("ripple", "XRP", rank: 4, supply: 60_100_000_000, max: 100_000_000_000),
    GeckoCoin("binancecoin", "BNB", rank: 5, supply: 137_700_000, max: 200_000_000),
    GeckoCoin("solana", "SOL", rank: 6, supply: 553_000_000),
    GeckoCoin("dogecoin", "DOGE", rank: 9, supply: 151_500_000_000),
    GeckoCoin("cardano", "ADA", rank: 11, supply: 36_500_000_000, max: 45_000_000_000),
    GeckoCoin("shiba-inu", "SHIB", rank: 28, supply: 589_000_000_000_000),
    GeckoCoin("pepe", "PEPE", rank: 41, supply: 420_690_000_000_000, max: 420_690_000_000_000),
    GeckoCoin("waves", "WAVES", rank: 412, supply: 119_000_000),
    GeckoCoin(
      "example-coin", "EXM", rank: nil, supply: 1_000_000_000_000, name: "Example",
      share: 0.000_004,
      of: "DOGE"),
    GeckoCoin(
      "bit-cat", "BTC", rank: nil, supply: nil, name: "BitCat", share: 0.000_001, of: "WAVES"),
  ]

  /// The coin's price in a bank's currency, or in another coin by its symbol; nil if CoinGecko has no
  /// prices in that. There is no premium: dollars are converted into won at a bank's rate.
  func price(in currency: String, _ world: WorldPrices, at time: Int64) -> Double? {
    let won = world.won(asset).price(at: time) * share / world.premium.price(at: time)
    if let rate = world.bankRate(currency, at: time) { return won / rate }
    guard ["BTC", "ETH", "BNB", "SOL", "XRP"].contains(currency) else { return nil }
    return won / (world.won(currency).price(at: time) / world.premium.price(at: time))
  }
}
