import Timing

/// The exchanges that a follower asks itself, since no hub has all of their wanted markets.
struct DirectExchanges {
  /// The boards of a fleet that has lost its hub begin to ask exchanges within this time, not all at
  /// once.
  private static let spreadMilliseconds: Int64 = 60_000
  /// How long no further exchange is asked after one was left: lists that change all the time must not
  /// cause constant switching.
  private static let restMilliseconds: Int64 = 30_000

  private var asked: Set<String> = []
  /// When the exchanges that hubs lack will be asked.
  private var asksAt = Deadline.never
  /// No further exchange is asked before this.
  private var restsUntil = Deadline.immediately
  private var hasNews = false

  func asks(_ exchange: String) -> Bool { asked.contains(exchange) }

  /// Whether the set of asked exchanges has changed since the last call.
  mutating func popNews() -> Bool {
    defer { hasNews = false }
    return hasNews
  }

  /// When `choose` is wanted.
  func deadline(at now: Int64) -> Deadline {
    restsUntil > Deadline(now) ? restsUntil : asksAt
  }

  /// Chooses which exchanges are asked from now on.
  /// - Parameters:
  ///   - lacking: the exchanges of which no hub has everything.
  ///   - newcomers: those with a market that is new on the board: no hub has failed, so no fleet asks at
  ///     the same time.
  ///   - isStarted: whether hubs had the time to speak.
  /// - Returns: the exchanges that are newly asked, and those that no longer are; nil where nothing
  ///   changes.
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
