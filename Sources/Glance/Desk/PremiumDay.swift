import MarketData

/// The lowest and the highest premium of a day, by each rate.
struct PremiumDay: Equatable, Sendable {
  /// Local days since 1970.
  var day: Int64
  private(set) var official: ClosedRange<Double>?
  private(set) var byCoin: ClosedRange<Double>?

  init(day: Int64) { self.day = day }

  /// What is stale says nothing of today.
  mutating func take(_ premium: Premium) {
    official = Self.widened(official, by: premium.official)
    byCoin = Self.widened(byCoin, by: premium.byCoin)
  }

  private static func widened(
    _ range: ClosedRange<Double>?, by part: Premium.Part?
  ) -> ClosedRange<Double>? {
    guard let part, !part.isStale else { return range }
    let (low, high) = (range?.lowerBound ?? .infinity, range?.upperBound ?? -.infinity)
    return min(low, part.fraction)...max(high, part.fraction)
  }
}

extension Desk {
  private static let premiumEveryMilliseconds: Int64 = 1_000

  /// What is on the desk both in won and in dollars, in the order of the places.
  var premiumBases: [String] {
    let known = places.map { markets[$0.market].market }
    let dollars = Set(known.filter { Dollars.all.contains($0.quote) }.map(\.base))
    var bases: [String] = []
    for market in known where market.quote == "KRW" && dollars.contains(market.base) {
      if !bases.contains(market.base) { bases.append(market.base) }
    }
    return bases
  }

  /// Looks at every premium once a second: its range of the day begins at local midnight, or when
  /// the program was started.
  mutating func watchPremiums() {
    guard now.monotonic >= premiumsDueAt else { return }
    premiumsDueAt = now.monotonic + Self.premiumEveryMilliseconds
    let local = now.wall + Int64(utcOffsetSeconds) * 1_000
    let day = local / 86_400_000 - (local % 86_400_000 < 0 ? 1 : 0)
    let bases = premiumBases
    let coins = bases.isEmpty ? [] : coinRates
    for base in bases {
      guard let premium = premium(base: base, coins: coins) else { continue }
      if premiumDays[base]?.day != day { premiumDays[base] = PremiumDay(day: day) }
      premiumDays[base]?.take(premium)
    }
  }
}
