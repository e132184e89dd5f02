import Glibc

/// A market made from a seed: what was traded in any second of any year, without having to
/// walk there. Slow waves are trends, fast ones are chatter, some slots burst, some are quiet.
struct PriceWalk {
  private let listing: SimulatedListing
  private let seed: UInt64

  /// Length in seconds and height (as a share of the price) of each wave.
  private static let waves: [(seconds: Int64, height: Double)] = [
    (7, 0.00012), (45, 0.0005), (400, 0.0015), (3_600, 0.006), (21_600, 0.014), (86_400, 0.02),
  ]
  private static let burstSeconds: Int64 = 20
  private static let quietSeconds: Int64 = 180

  init(listing: SimulatedListing, seed: UInt64) {
    self.listing = listing
    var hash = seed ^ 0xCBF2_9CE4_8422_2325
    for byte in listing.code.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    self.seed = hash
  }

  /// The trades of one second (Unix seconds), earliest first.
  func trades(inSecond second: Int64) -> [SimulatedTrade] {
    let burst = isBurst(second)
    let mean = isQuiet(second) ? 0 : listing.tradesPerSecond * (burst ? 6 : 1)
    guard mean > 0 else { return [] }
    var dice = Dice(seed: seed, place: second)
    let count = dice.count(mean: mean)
    guard count > 0 else { return [] }
    return (0..<count).map { _ in Int64(dice.next() % 1_000) }.sorted().enumerated().map {
      index, offset in
      let time = second * 1_000 + offset
      let taker: SimulatedTrade.Taker = dice.next() % 2 == 0 ? .buy : .sell
      let volume = listing.tradeVolume * -log(1 - dice.fraction()) * (burst ? 2 : 1)
      return SimulatedTrade(
        id: time * 10_000 + Int64(index), time: time,
        price: tradedPrice(at: time, taker: taker, chatter: burst ? 3 : 1),
        volume: max(1, (volume * 1e8).rounded()) / 1e8, taker: taker)
    }
  }

  /// Where the price is, off the steps of the market's prices.
  func price(at milliseconds: Int64, chatter: Double = 1) -> Double {
    var height = 0.0
    for (number, wave) in Self.waves.enumerated() {
      let share = noise(wave: Int64(number), position: milliseconds, length: wave.seconds * 1_000)
      height += share * wave.height * (number < 2 ? chatter : 1)
    }
    return listing.price * exp(height * listing.wildness)
  }

  /// What is traded in a second on average, bursts and quiet spells included.
  var meanVolumePerSecond: Double {
    listing.tradesPerSecond * listing.tradeVolume * (1 - listing.quietShare) * 1.5
  }

  private func tradedPrice(at time: Int64, taker: SimulatedTrade.Taker, chatter: Double) -> Double {
    let price = price(at: time, chatter: chatter)
    let step = Double(TickSize.units(quote: listing.quote, price: price)) / 1e8
    return TickSize.round(price + (taker == .buy ? step : -step) / 2, quote: listing.quote)
  }

  private func isBurst(_ second: Int64) -> Bool {
    var dice = Dice(seed: seed &+ 1, place: second / Self.burstSeconds)
    return dice.fraction() < 0.06
  }

  private func isQuiet(_ second: Int64) -> Bool {
    var dice = Dice(seed: seed &+ 2, place: second / Self.quietSeconds)
    return dice.fraction() < listing.quietShare
  }

  /// A smooth line in -1...1 through one random height for each `length` of time.
  private func noise(wave: Int64, position: Int64, length: Int64) -> Double {
    let place = position / length
    let share = Double(position % length) / Double(length)
    let ease = share * share * (3 - 2 * share)
    let from = height(wave: wave, place: place)
    return from + (height(wave: wave, place: place + 1) - from) * ease
  }

  private func height(wave: Int64, place: Int64) -> Double {
    var dice = Dice(seed: seed &+ 16 &+ UInt64(wave), place: place)
    return dice.fraction() * 2 - 1
  }
}
