import Timing

/// The exchanges that a follower asks itself, since no hub has everything that is wanted of them.
struct DirectExchanges {
  /// The boards of a fleet that has lost its hub ask exchanges within so long, and not all at once.
  private static let spreadMilliseconds: Int64 = 60_000
  /// Lists that change all the time are no reason to ask again and again.
  private static let restMilliseconds: Int64 = 30_000

  private var asked: Set<String> = []
  /// When the exchanges that hubs lack are asked.
  private var asksAt = Deadline.never
  /// No further exchange is asked before this.
  private var restsUntil = Deadline.immediately
  private var hasNews = false

  func asks(_ exchange: String) -> Bool { asked.contains(exchange) }

  /// Whether others are asked than before.
  mutating func popNews() -> Bool {
    defer { hasNews = false }
    return hasNews
  }

  /// When `choose` is wanted.
  func deadline(at now: Int64) -> Deadline {
    restsUntil > Deadline(now) ? restsUntil : asksAt
  }

  /// Chooses who is asked from now on.
  /// - Parameters:
  ///   - lacking: those of which no hub has everything.
  ///   - newcomers: those of which a market is new on the board: that is no failure of a hub, and no fleet asks
  ///     with it.
  ///   - isStarted: whether hubs had the time to speak.
  /// - Returns: who is asked that was not, and who is not any more; nil where nothing changes.
  mutating func choose(
    lacking: Set<String>, newcomers: Set<String>, isStarted: Bool, at now: Int64,
    using random: inout SplitMix
  ) -> (begun: [String], left: [String])? {
    var newest = asked.intersection(lacking)
    let mayBegin = restsUntil.isDue(at: now)
    if mayBegin { newest.formUnion(newcomers.intersection(lacking)) }
    if lacking == newest {
      asksAt = .never
    } else if mayBegin {
      if asksAt.isDue(at: now) {
        (newest, asksAt) = (lacking, .never)
      } else if asksAt.isNever, isStarted {
        asksAt = Deadline(now + Int64.random(in: 0..<Self.spreadMilliseconds, using: &random))
      }
    }
    guard newest != asked else { return nil }
    let (begun, left) = (newest.subtracting(asked).sorted(), asked.subtracting(newest).sorted())
    if !left.isEmpty { restsUntil = Deadline(now + Self.restMilliseconds) }
    (asked, hasNews) = (newest, true)
    return (begun, left)
  }
}
