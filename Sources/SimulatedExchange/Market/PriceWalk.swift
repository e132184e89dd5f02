import Glibc

/// A market made from a seed: the trades of any second of any year, each computed by itself. In
/// some stretches of time there are bursts of trades, in others none.
struct PriceWalk {
  private let listing: SimulatedListing
  private let seed: UInt64
  private let base: [PriceWaves]
  /// What one unit of the quote is worth.
  private let quote: [PriceWaves]

  private static let burstSeconds: Int64 = 20
  private static let quietSeconds: Int64 = 180

  init(listing: SimulatedListing, seed: UInt64) {
    self.listing = listing
    self.seed = seed.mixed(with: listing.exchange + listing.code)
    if listing.followsWorld {
      let world = WorldPrices(seed: seed)
      // So that prices differ between exchanges.
      let own = PriceWaves(seed: self.seed, price: 1, wildness: 0.01)
      base = world.won(listing.base) + [own]
      quote = world.won(listing.quote)
    } else {
      base = [PriceWaves(seed: self.seed, price: listing.price, wildness: listing.wildness)]
      quote = []
    }
  }

  /// The trades of one second (Unix seconds), earliest first.
  func trades(inSecond second: Int64) -> [SimulatedTrade] {
    guard listing.tradesPerSecond > 0, !isQuiet(second) else { return [] }
    let burst = isBurst(second)
    let mean = listing.tradesPerSecond * (burst ? 6 : 1)
    var random = RandomGenerator(seed: seed, at: second)
    let count = random.count(mean: mean)
    guard count > 0 else { return [] }
    return (0..<count).map { _ in
      let offset = Int64(random.next() % 1_000)
      return offset - offset % stepMilliseconds
    }.sorted().enumerated().map {
      index, offset in
      let time = second * 1_000 + offset
      let taker: SimulatedTrade.Taker = random.next() % 2 == 0 ? .buy : .sell
      let volume = listing.tradeVolume * -log(1 - random.fraction()) * (burst ? 2 : 1)
      return SimulatedTrade(
        id: time * 10_000 + Int64(index), time: time,
        price: tradedPrice(at: time, taker: taker, chatter: burst ? 3 : 1),
        volume: max(1, (volume * 1e8).rounded()) / 1e8, taker: taker)
    }
  }

  /// On Bithumb two of three trades share their millisecond with another.
  private var stepMilliseconds: Int64 { listing.exchange == "bithumb" ? 200 : 1 }

  /// The price before it is rounded to the market's steps.
  func price(at milliseconds: Int64, chatter: Double = 1) -> Double {
    base.price(at: milliseconds, chatter: chatter) / quote.price(at: milliseconds)
  }

  /// The average volume of a second, bursts and quiet spells included.
  var meanVolumePerSecond: Double {
    listing.tradesPerSecond * listing.tradeVolume * (1 - listing.quietShare) * 1.5
  }

  /// The approximate volume between two times (Unix seconds).
  func volume(from start: Int64, until end: Int64) -> Double {
    var random = RandomGenerator(seed: seed &+ 3, at: start)
    return meanVolumePerSecond * Double(end - start) * (0.4 + 1.2 * random.fraction())
  }

  private func tradedPrice(at time: Int64, taker: SimulatedTrade.Taker, chatter: Double) -> Double {
    let price = price(at: time, chatter: chatter)
    let step = listing.step(at: price)
    return listing.rounded(price + (taker == .buy ? step : -step) / 2)
  }

  private func isBurst(_ second: Int64) -> Bool {
    var random = RandomGenerator(seed: seed &+ 1, at: second / Self.burstSeconds)
    return random.fraction() < 0.06
  }

  /// The second before the quiet spell that a second belongs to; nil if it belongs to none.
  func lastSecond(beforeQuietOf second: Int64) -> Int64? {
    isQuiet(second) ? second - second % Self.quietSeconds - 1 : nil
  }

  private func isQuiet(_ second: Int64) -> Bool {
    var random = RandomGenerator(seed: seed &+ 2, at: second / Self.quietSeconds)
    return random.fraction() < listing.quietShare
  }
}
