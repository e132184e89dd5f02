/// The step of a market's prices (docs.upbit.com/kr/docs/krw-market-info, in force since
/// 2025-07-31; USDT and BTC markets: usdt-market-info, btc-market-info).
enum TickSize {
  /// In hundred-millionths of the quote: the smallest step anywhere.
  static func units(quote: String, price: Double) -> Int64 {
    switch quote {
    case "KRW": step(price, in: won)
    case "USDT": step(price, in: dollars)
    default: 1
    }
  }

  private static func step(_ price: Double, in table: [(from: Double, units: Int64)]) -> Int64 {
    table.first { price >= $0.from }?.units ?? 1
  }

  private static let won: [(from: Double, units: Int64)] = [
    (1_000_000, 100_000_000_000), (500_000, 50_000_000_000), (100_000, 10_000_000_000),
    (50_000, 5_000_000_000), (10_000, 1_000_000_000), (5_000, 500_000_000), (100, 100_000_000),
    (10, 10_000_000), (1, 1_000_000), (0.1, 100_000), (0.01, 10_000), (0.001, 1_000),
    (0.0001, 100), (0.00001, 10),
  ]

  private static let dollars: [(from: Double, units: Int64)] = [
    (10, 1_000_000), (1, 100_000), (0.1, 10_000), (0.01, 1_000), (0.001, 100), (0.0001, 10),
  ]
}
