import MarketData
import Timing

/// The last trades of a market before those that the stream brings: asked for when the user begins
/// to look at them, and again when the stream is back; and those of a market that it does not bring,
/// now and then.
struct RecentTrades {
  private static let againAfterMilliseconds: Int64 = 10_000
  /// How long the next call waits while one is under way: a user who turns through many markets
  /// makes no call for those that were passed.
  private static let turnMilliseconds: Int64 = 1_000

  /// The market whose trades are looked at.
  private(set) var market: MarketID?
  private(set) var deadline = Deadline.never

  mutating func follow(_ wanted: MarketID?, at now: Int64) {
    guard wanted != market else { return }
    market = wanted
    deadline = wanted == nil ? .never : Deadline(now)
  }

  /// Something may have been missed.
  mutating func askSoon(at now: Int64) {
    if market != nil { deadline = Deadline(now) }
  }

  /// The stream turns out not to bring them.
  mutating func askUnlessSet(at now: Int64) {
    if deadline.isNever, let market { askLater(market, at: now) }
  }

  /// The time to ask has come.
  /// - Parameter isAsking: whether an answer is still missing.
  /// - Returns: the market to ask for.
  mutating func advance(to now: Int64, isListed: (MarketID) -> Bool, isAsking: Bool) -> MarketID? {
    deadline = .never
    guard let market, isListed(market) else { return nil }
    guard !isAsking else {
      deadline = Deadline(now + Self.turnMilliseconds)
      return nil
    }
    return market
  }

  /// Asks again later: only another answer will tell of more trades.
  mutating func askLater(_ market: MarketID, slowdown: Int64 = 1, at now: Int64) {
    guard market == self.market else { return }
    deadline = Deadline(now + Self.againAfterMilliseconds * slowdown)
  }
}
