import MarketData
import Timing

/// The lowest and the highest premium of a local day, by each rate.
public struct PremiumDay: Equatable, Sendable {
  /// Local days since 1970.
  let day: Int64
  public private(set) var official: ClosedRange<Double>?
  public private(set) var byCoin: ClosedRange<Double>?

  init(day: Int64) { self.day = day }

  /// Widens the ranges by a premium, unless it is stale: then it says nothing of today.
  mutating func add(_ premium: Premium) {
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

/// What premiums are made of, and the range of each today: it begins at local midnight, or when the
/// program was started.
struct Premiums: Sendable {
  /// How often premiums are looked at.
  private static let everyMilliseconds: Int64 = 1_000

  private(set) var places: PremiumPlaces
  /// By the base that it is the premium of: `BTC`.
  private(set) var days: [String: PremiumDay] = [:]
  /// When the premiums are to be looked at again.
  private(set) var deadline = Deadline.immediately

  init(at places: PremiumPlaces) { self.places = places }

  mutating func setPlaces(_ places: PremiumPlaces) { self.places = places }

  /// Takes what the premiums are now.
  mutating func add(
    _ premiums: [(base: String, premium: Premium)], at now: Moment, utcOffsetSeconds: Int
  ) {
    deadline = Deadline(now.monotonic + Self.everyMilliseconds)
    let local = now.wall + Int64(utcOffsetSeconds) * 1_000
    let day = local / 86_400_000 - (local % 86_400_000 < 0 ? 1 : 0)
    for (base, premium) in premiums {
      if days[base]?.day != day { days[base] = PremiumDay(day: day) }
      days[base]?.add(premium)
    }
  }
}

extension Desk {
  /// The range of a base's premium today.
  public func premiumDay(base: String) -> PremiumDay? { premiums.days[base] }

  /// The bases that are shown both in won and in dollars, in the order of the places.
  public var premiumBases: [String] { premiums.places.pairs.map(\.base) }
}
