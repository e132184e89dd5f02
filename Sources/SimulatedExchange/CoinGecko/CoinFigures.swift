/// The figures of a coin in one currency at one time.
struct CoinFigures {
  let price: Double
  /// Of the last 24 hours.
  let high: Double
  let low: Double
  let volume: Double
  let marketCap: Double?
  private let yesterday: Double
  /// The price so many hours ago.
  private let history: (Int64) -> Double

  private static let hourMilliseconds: Int64 = 3_600_000

  /// Nil if CoinGecko has no prices in the currency.
  init?(_ coin: GeckoCoin, in currency: String, _ world: WorldPrices, at time: Int64) {
    let code = currency.uppercased()
    guard let price = coin.price(in: code, world, at: time) else { return nil }
    let history: (Int64) -> Double = { ago in
      coin.price(in: code, world, at: time - ago * Self.hourMilliseconds) ?? price
    }
    self.history = history
    self.price = price
    yesterday = history(24)
    let day = (0...24).map { history(Int64($0)) }
    high = day.max() ?? price
    low = day.min() ?? price
    marketCap = coin.supply.map { $0 * price }
    volume = (coin.supply ?? 1_000_000) * price * 0.031
  }

  /// In per cent.
  var change: Double { change(hours: 24) }
  var priceChange: Double { price - yesterday }

  func change(hours: Int64) -> Double {
    let before = history(hours)
    return ((price - before) / before * 1e7).rounded() / 1e5
  }

  /// The last seven days by the hour, oldest first.
  var week: [Double] { (0..<168).map { history(167 - Int64($0)) } }

  /// A price as CoinGecko shortens it.
  func text(_ price: Double) -> String { DecimalText.short(price, significant: 6) }
}
