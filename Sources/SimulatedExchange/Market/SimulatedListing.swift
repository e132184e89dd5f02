import Glibc

/// One market on the exchange's list, and how lively it is.
public struct SimulatedListing: Equatable, Sendable {
  /// `QUOTE-BASE`, upper case.
  public let code: String
  public let english: String
  public let korean: String
  /// Where the price wanders about, in the quote.
  public let price: Double
  /// Trades a second on average outside bursts and quiet spells.
  public let tradesPerSecond: Double
  /// How large trades are on average, in the base.
  public let tradeVolume: Double
  /// 1 moves by about 3 % a day.
  public let wildness: Double
  /// The share of three-minute slots in which nobody trades.
  public let quietShare: Double

  public init(
    code: String, english: String, korean: String, price: Double, tradesPerSecond: Double = 0.5,
    tradeVolume: Double = 1, wildness: Double = 1, quietShare: Double = 0
  ) {
    self.code = code
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

  var quote: Substring { code.prefix { $0 != "-" } }
}

extension SimulatedListing {
  /// The first `count` markets: ten that people know, then as many made-up ones as asked for.
  public static func first(_ count: Int) -> [SimulatedListing] {
    let known = famous.prefix(count)
    return known
      + (0..<max(0, count - known.count)).map { number in
        var dice = Dice(seed: 7, place: Int64(number))
        let digits = String(number + 1)
        return SimulatedListing(
          code: "KRW-SIM" + digits, english: "Simulated " + digits, korean: "모의 " + digits,
          price: exp2(dice.fraction() * 30 - 10), tradesPerSecond: dice.fraction(),
          tradeVolume: 10, wildness: 0.5 + dice.fraction(), quietShare: dice.fraction() * 0.7)
      }
  }

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
  ]
}
