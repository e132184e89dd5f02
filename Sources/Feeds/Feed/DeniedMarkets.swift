import MarketData
import Timing

/// The markets that the exchange lists and the stream does not have: the stream has said so, or has
/// left them out. It is asked for each of them ever more seldom, until it tells of it.
struct DeniedMarkets {
  /// The first wait before the stream is asked again: the list is asked for within it, after a minute at
  /// most.
  private static let firstMilliseconds: Int64 = 120_000
  private static let longestMilliseconds: Int64 = 3_600_000

  private struct Denial {
    var count: Int64
    /// When the stream is asked once more; never while it is not known what it answers to that.
    var retryAt: Deadline
    /// Whether it was asked, and has not said since that it does not have the market.
    var isAsked: Bool
  }

  private var denials: [MarketID: Denial] = [:]

  var all: some Collection<MarketID> { denials.keys }
  /// Whether the stream is not to be asked for a market now.
  func isWaiting(_ market: MarketID) -> Bool { denials[market]?.isAsked == false }

  var deadline: Deadline { denials.values.reduce(.never) { min($0, $1.retryAt) } }

  /// - Returns: how often in a row it was denied; nil where the denial is known: each channel tells
  ///   of it.
  mutating func deny(_ market: MarketID, at now: Int64) -> Int64? {
    guard !isWaiting(market) else { return nil }
    if let known = denials[market], !known.retryAt.isNever {
      // This request was counted already, when the market was doubted.
      denials[market]!.isAsked = false
    } else {
      putOff(market, isAsked: false, at: now)
    }
    return denials[market]?.count
  }

  /// The stream was asked for these, and has said nothing of them.
  mutating func doubt(_ markets: [MarketID], at now: Int64) {
    for market in markets where !isWaiting(market) { putOff(market, isAsked: true, at: now) }
  }

  private mutating func putOff(_ market: MarketID, isAsked: Bool, at now: Int64) {
    let count = min((denials[market]?.count ?? 0) + 1, 7)
    let wait = min(Self.firstMilliseconds << (count - 1), Self.longestMilliseconds)
    denials[market] = Denial(count: count, retryAt: Deadline(now + wait), isAsked: isAsked)
  }

  /// - Returns: those that the stream is asked for once more now.
  mutating func popDue(at now: Int64) -> [MarketID] {
    let due = denials.filter { $0.value.retryAt.isDue(at: now) }.keys.sorted()
    for market in due { (denials[market]!.retryAt, denials[market]!.isAsked) = (.never, true) }
    return due
  }

  /// The stream tells of a market. Where it was not asked for the market again, the message was
  /// still on its way, and does not count.
  /// - Returns: whether that is news.
  mutating func grant(_ market: MarketID) -> Bool {
    guard !denials.isEmpty, denials[market]?.isAsked == true else { return false }
    denials[market] = nil
    return true
  }

  /// Keeps only these: the others are not followed any more, or not listed.
  mutating func keep(_ markets: [MarketID]) {
    guard !denials.isEmpty else { return }
    denials = denials.filter { markets.contains($0.key) }
  }
}
