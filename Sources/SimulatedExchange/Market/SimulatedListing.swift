import Glibc

/// One market on the exchange's list, and how lively it is.
public struct SimulatedListing: Equatable, Sendable {
  /// The exchange's own code of it; Upbit's is `QUOTE-BASE`.
  public let code: String
  /// Upper case.
  public let base: String
  public let quote: String
  public let english: String
  public let korean: String
  /// The price that the market's prices move around, in the quote.
  public let price: Double
  /// Trades a second on average outside bursts and quiet spells.
  public let tradesPerSecond: Double
  /// How large trades are on average, in the base.
  public let tradeVolume: Double
  /// 1 moves by about 3 % a day.
  public let wildness: Double
  /// The share of three-minute slots in which nobody trades.
  public let quietShare: Double
  /// Digits behind the point of the price's steps; nil where Upbit's table says.
  let decimals: Int?
  /// Whether its price is the world's (`WorldPrices`), and not a walk of its own.
  let followsWorld: Bool
  /// The source's name, where several exchanges have the code; empty for Upbit.
  let exchange: String

  public init(
    code: String, english: String, korean: String, price: Double, tradesPerSecond: Double = 0.5,
    tradeVolume: Double = 1, wildness: Double = 1, quietShare: Double = 0
  ) {
    self.code = code
    let parts = code.split(separator: "-")
    base = String(parts.last ?? "")
    quote = String(parts.first ?? "")
    decimals = nil
    followsWorld = base == "USDT"
    exchange = ""
    self.english = english
    self.korean = korean
    self.price = price
    self.tradesPerSecond = tradesPerSecond
    self.tradeVolume = tradeVolume
    self.wildness = wildness
    self.quietShare = quietShare
  }

  /// A market that is known by its code alone, as in a capture.
  public init(code: String) {
    let base = String(code.split(separator: "-").last ?? "")
    self.init(code: code, english: base, korean: base, price: 1)
  }

  /// A market on another exchange than Upbit: a known asset at the world's price.
  ///
  /// - Parameter base: one of `assets`.
  init(
    _ base: String, _ quote: String, code: String, decimals: Int?, on exchange: String
  ) {
    guard let asset = Self.assets.first(where: { $0.base == base }) else {
      preconditionFailure("\(base) is no asset of the simulated world")
    }
    self.code = code
    self.base = base
    self.quote = quote
    self.decimals = decimals
    self.exchange = exchange
    followsWorld = true
    english = asset.english
    korean = asset.korean
    let world = WorldPrices(seed: 0)
    price = world.won(base).price(at: 0) / world.won(quote).price(at: 0)
    tradesPerSecond = asset.tradesPerSecond
    tradeVolume = asset.tradeVolume
    wildness = asset.wildness
    quietShare = asset.quietShare
  }

  /// The step of prices near this one, in the quote.
  func step(at price: Double) -> Double {
    Double(units(at: price)) / 1e8
  }

  /// The nearest price that the market allows, never below one step.
  func rounded(_ price: Double) -> Double {
    let units = units(at: price)
    return max(1, (price * 1e8 / Double(units)).rounded()) * Double(units) / 1e8
  }

  /// The step in hundred-millionths of the quote.
  func units(at price: Double) -> Int64 {
    guard let decimals else { return TickSize.units(quote: quote, price: price) }
    return (decimals..<8).reduce(1) { units, _ in units * 10 }
  }
}

extension SimulatedListing {
  /// The first `count` markets: eleven that people know, then as many made-up ones as asked for.
  public static func first(_ count: Int) -> [SimulatedListing] {
    let known = famous.prefix(count)
    return known
      + (0..<max(0, count - known.count)).map { number in
        var random = RandomGenerator(seed: 7, at: Int64(number))
        let digits = String(number + 1)
        return SimulatedListing(
          code: "KRW-SIM" + digits, english: "Simulated " + digits, korean: "모의 " + digits,
          price: exp2(random.fraction() * 30 - 10), tradesPerSecond: random.fraction(),
          tradeVolume: 10, wildness: 0.5 + random.fraction(), quietShare: random.fraction() * 0.7)
      }
  }

  /// Assets that other exchanges trade, and that are not among Upbit's well-known ones (`famous`).
  private static let others = [
    SimulatedListing(
      code: "KRW-SOL", english: "Solana", korean: "솔라나", price: 212_300,
      tradesPerSecond: 0.7, tradeVolume: 8, wildness: 1.7),
    SimulatedListing(
      code: "KRW-ADA", english: "Ada", korean: "에이다", price: 861,
      tradesPerSecond: 0.4, tradeVolume: 1_500, wildness: 1.8),
    SimulatedListing(
      code: "KRW-BNB", english: "BNB", korean: "비앤비", price: 1_284_000,
      tradesPerSecond: 0.4, tradeVolume: 0.8, wildness: 1.2),
  ]

  /// The assets that have a price in the world, each as its won market.
  static let assets = famous.filter { $0.quote == "KRW" } + others

  private static let famous = [
    SimulatedListing(
      code: "KRW-BTC", english: "Bitcoin", korean: "비트코인", price: 148_737_000,
      tradesPerSecond: 1.4, tradeVolume: 0.012),
    SimulatedListing(
      code: "KRW-ETH", english: "Ethereum", korean: "이더리움", price: 4_512_000,
      tradesPerSecond: 0.8, tradeVolume: 0.4, wildness: 1.3),
    SimulatedListing(
      code: "KRW-XRP", english: "XRP", korean: "엑스알피(리플)", price: 3_214,
      tradesPerSecond: 1, tradeVolume: 700, wildness: 1.6),
    SimulatedListing(
      code: "KRW-DOGE", english: "Dogecoin", korean: "도지코인", price: 231,
      tradesPerSecond: 0.5, tradeVolume: 3_000, wildness: 2.2),
    SimulatedListing(
      code: "KRW-SHIB", english: "Shiba Inu", korean: "시바이누", price: 0.01274,
      tradesPerSecond: 0.1, tradeVolume: 8_000_000, wildness: 2, quietShare: 0.3),
    SimulatedListing(
      code: "KRW-PEPE", english: "Pepe", korean: "페페", price: 0.000952,
      tradesPerSecond: 0.2, tradeVolume: 40_000_000, wildness: 3, quietShare: 0.2),
    SimulatedListing(
      code: "KRW-WAVES", english: "Waves", korean: "웨이브", price: 1_523,
      tradesPerSecond: 0.02, tradeVolume: 40, wildness: 1.5, quietShare: 0.6),
    SimulatedListing(
      code: "BTC-ETH", english: "Ethereum", korean: "이더리움", price: 0.03034,
      tradesPerSecond: 0.05, tradeVolume: 0.3, wildness: 0.8, quietShare: 0.4),
    SimulatedListing(
      code: "BTC-DOGE", english: "Dogecoin", korean: "도지코인", price: 0.00000155,
      tradesPerSecond: 0.02, tradeVolume: 900, wildness: 1, quietShare: 0.6),
    SimulatedListing(
      code: "USDT-BTC", english: "Bitcoin", korean: "비트코인", price: 101_234.5,
      tradesPerSecond: 0.05, tradeVolume: 0.002, quietShare: 0.3),
    SimulatedListing(
      code: "KRW-USDT", english: "Tether", korean: "테더", price: 1_410,
      tradesPerSecond: 0.6, tradeVolume: 900, wildness: 0.1),
  ]
}
