import Glibc

/// A price over time that depends on its seed alone: a sum of slow waves (trends) and fast ones
/// (chatter).
struct PriceWaves {
  private let seed: UInt64
  /// The price in the middle.
  private let price: Double
  /// 1 moves by about 3 % a day, and never by more than 4.3 % from the price.
  private let wildness: Double

  /// Length in seconds and height (as a share of the price) of each wave.
  private static let waves: [(seconds: Int64, height: Double)] = [
    (7, 0.00012), (45, 0.0005), (400, 0.0015), (3_600, 0.006), (21_600, 0.014), (86_400, 0.02),
  ]

  init(seed: UInt64, price: Double, wildness: Double) {
    self.seed = seed
    self.price = price
    self.wildness = wildness
  }

  /// - Parameter chatter: how high the fast waves are.
  func price(at milliseconds: Int64, chatter: Double = 1) -> Double {
    var height = 0.0
    for (number, wave) in Self.waves.enumerated() {
      let share = noise(wave: Int64(number), position: milliseconds, length: wave.seconds * 1_000)
      height += share * wave.height * (number < 2 ? chatter : 1)
    }
    return price * exp(height * wildness)
  }

  /// A smooth line in -1...1 through one random height for each `length` of time.
  private func noise(wave: Int64, position: Int64, length: Int64) -> Double {
    let slot = position / length
    let share = Double(position % length) / Double(length)
    let ease = share * share * (3 - 2 * share)
    let from = height(wave: wave, slot: slot)
    return from + (height(wave: wave, slot: slot + 1) - from) * ease
  }

  private func height(wave: Int64, slot: Int64) -> Double {
    var random = RandomGenerator(seed: seed &+ 16 &+ UInt64(wave), at: slot)
    return random.fraction() * 2 - 1
  }
}

extension [PriceWaves] {
  /// All of them multiplied; 1 without any.
  func price(at milliseconds: Int64, chatter: Double = 1) -> Double {
    reduce(1) { $0 * $1.price(at: milliseconds, chatter: chatter) }
  }
}

extension UInt64 {
  /// A seed of its own for each name (FNV-1a).
  func mixed(with name: String) -> UInt64 {
    name.utf8.reduce(self ^ 0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}
