import MarketData
import Timing

/// What is known of one hub: whether it is heard, and which markets it has.
struct FollowedHub {
  /// A hub must hear a source again for this long before the source is taken from it again, so that an
  /// unstable hub causes no constant switching.
  private static let returnMilliseconds: Int64 = 30_000

  let name: String
  /// The names of its markets, in its order.
  private(set) var markets: [String] = []
  /// The same as a set: there may be many, and each beat looks all of them up.
  private var known: Set<String> = []
  /// Those of them that it does not show.
  private var hidden: Set<String> = []
  /// What its lists say of the markets.
  private(set) var entries: [HubLists.Entry] = []
  /// Whether its markets are known, so that a market which is not among them is missing.
  private(set) var isListed = false
  /// Whether the hub itself, or the broker for it, has said that it has ended.
  private var isOver = false
  private var spokeAt: Int64?
  private var firstSpokeAt: Int64?
  /// Since when it is listened to; nil where it is not.
  private var listenedSince: Int64?
  /// The state that was last reported to the log and the screen.
  private var reported = State.unknown
  /// Whether it hears sources, as it says itself.
  private var hearing: [String: Hearing] = [:]
  private var ratesToldAt: Int64?
  /// The times of the sources' clocks that it told last.
  private var clocks: [String: Int64] = [:]
  /// One beat in 32 ms is taken on average, and 128 at once. A hub promises two a second; more come from
  /// programs that share its name, and from the backlog after a minute without a network.
  private var beats = BurstLimit(burst: 128, interval: 32)
  /// When a beat of it last went unread, and whether another one had done so shortly before.
  private var unreadAt: Int64?
  private var isOftenUnread = false

  private struct Hearing {
    var isHeard: Bool
    /// Since when the hub has not heard the source, or not yet for long enough again.
    var deafSince: Int64?
    /// When the hub will have heard the source again for long enough.
    var endsAt = Deadline.never
  }

  enum State {
    case unknown, heard, silent
  }

  init(_ name: String) { self.name = name }

  /// Whether it ever spoke.
  var hasSpoken: Bool { firstSpokeAt != nil }

  func isHeard(_ staleAfter: Int64, at now: Int64) -> Bool {
    guard !isOver, let spokeAt else { return false }
    return now - spokeAt < staleAfter
  }

  /// Whether another hub is to be listened to in its place.
  func isGivenUp(_ staleAfter: Int64, at now: Int64) -> Bool {
    if isOver { return true }
    if isHeard(staleAfter, at: now) { return false }
    guard let listenedSince else { return false }
    return now - listenedSince >= HubSchedule.patienceMilliseconds
  }

  /// When one of these states changes without a message.
  func deadline(_ staleAfter: Int64, at now: Int64) -> Deadline {
    var soonest = Deadline.never
    if isHeard(staleAfter, at: now) {
      soonest = Deadline(spokeAt! + staleAfter)
      if !isListed {
        soonest.advance(to: Deadline(firstSpokeAt! + HubSchedule.patienceMilliseconds))
      }
    } else if let listenedSince, !isGivenUp(staleAfter, at: now) {
      soonest = Deadline(listenedSince + HubSchedule.patienceMilliseconds)
    }
    for (source, known) in hearing {
      if let since = known.deafSince, !isDeaf(to: source, at: now) {
        soonest.advance(to: Deadline(since + HubSchedule.patienceMilliseconds))
      }
      soonest.advance(to: known.endsAt)
    }
    return soonest
  }

  /// Whether a source is better taken from another hub that hears it.
  func isDeaf(to source: String, at now: Int64) -> Bool {
    hearing[source]?.deafSince.map { now - $0 >= HubSchedule.patienceMilliseconds } ?? false
  }

  /// Whether it said last that it hears a source.
  func hears(_ source: String) -> Bool { hearing[source]?.isHeard ?? false }

  /// Notes whether the hub says that it hears a source. While its beats often go unread, it counts as
  /// not hearing the source: the beats that are read do not tell of all its markets.
  mutating func setHearing(_ source: String, _ isHeard: Bool, at now: Int64) {
    if let unreadAt, now - unreadAt >= HubSchedule.fullBeatMilliseconds { isOftenUnread = false }
    let isHeard = isHeard && !isOftenUnread
    var known = hearing[source] ?? Hearing(isHeard: isHeard)
    known.isHeard = isHeard
    if !isHeard {
      (known.deafSince, known.endsAt) = (known.deafSince ?? now, .never)
    } else if !isDeaf(to: source, at: now) {
      known.deafSince = nil
    } else if known.endsAt.isNever {
      known.endsAt = Deadline(now + Self.returnMilliseconds)
    }
    hearing[source] = known
  }

  /// Notes what the clock of a source shows, as the hub says.
  /// - Parameter leeway: how far it may step back, where it is only the time of a price.
  /// - Returns: whether the clock was set back: it shows less than before, and one hub's messages do not
  ///   overtake each other.
  mutating func setClock(_ source: String, _ clock: Int64, leeway: Int64) -> Bool {
    defer { clocks[source] = clock }
    return clocks[source].map { clock < $0 - leeway } ?? false
  }

  /// Counts a beat of the hub.
  /// - Returns: whether the beat is taken: a program that may write to the hub's topic may write as many
  ///   as the broker carries.
  mutating func takeBeat(at now: Int64) -> Bool {
    guard beats.wait(at: now) == 0 else { return false }
    beats.count(at: now)
    return true
  }

  /// Notes that a beat of the hub was not read: its content is not known.
  mutating func noteUnreadBeat(at now: Int64) {
    isOftenUnread = unreadAt.map { now - $0 < HubSchedule.patienceMilliseconds } ?? false
    unreadAt = now
  }

  /// Notes that the hub tells rates.
  mutating func takeRates(at now: Int64) { ratesToldAt = now }

  /// Whether it has rates.
  func hasRates(at now: Int64) -> Bool {
    ratesToldAt.map { now - $0 < HubSchedule.ratesPatienceMilliseconds } ?? false
  }

  mutating func listen(_ isListened: Bool, at now: Int64) {
    if isListened {
      listenedSince = listenedSince ?? now
    } else {
      // What the hub hears meanwhile is not known.
      (listenedSince, hearing) = (nil, [:])
    }
  }

  /// - Returns: the state that was reported before; nil where it is the same.
  mutating func report(_ state: State) -> State? {
    defer { reported = state }
    return reported == state ? nil : reported
  }

  /// Starts the wait for the hub again, on a new connection to the broker.
  mutating func reconnect(at now: Int64) { if listenedSince != nil { listenedSince = now } }

  mutating func setOver(_ isOver: Bool) { self.isOver = isOver }

  /// Notes a message of the hub that the broker had not kept.
  mutating func speak(at now: Int64) {
    if let spokeAt, now - spokeAt >= HubSchedule.patienceMilliseconds {
      // What it said before its silence may no longer be true.
      for source in hearing.keys {
        hearing[source]!.isHeard = false
        hearing[source]!.endsAt = .never
      }
    }
    (isOver, spokeAt) = (false, now)
    firstSpokeAt = firstSpokeAt ?? now
  }

  /// Ends the waits that are over. A hub without a list has the markets that it speaks of.
  mutating func advance(to now: Int64) {
    if let firstSpokeAt, now - firstSpokeAt >= HubSchedule.patienceMilliseconds { isListed = true }
    let isSilent = spokeAt.map { now - $0 >= HubSchedule.patienceMilliseconds } ?? true
    for source in hearing.keys where hearing[source]!.endsAt.isDue(at: now) {
      if isSilent {
        hearing[source]!.endsAt = .never
      } else {
        hearing[source] = Hearing(isHeard: true)
      }
    }
  }

  mutating func list(_ lists: HubLists) {
    (markets, entries, isListed) = (lists.entries.map(\.name), lists.entries, true)
    known = Set(markets)
    hidden = Set(lists.entries.filter { !$0.isShown }.map(\.name))
  }

  /// Whether it has a market.
  func has(_ market: String) -> Bool { known.contains(market) }

  /// What it said of a market.
  func entry(of market: String) -> HubLists.Entry? { entries.first { $0.name == market } }

  /// The markets that it shows.
  var shown: [String] { hidden.isEmpty ? markets : markets.filter { !hidden.contains($0) } }

  /// Adds the markets that a beat speaks of. A market that the hub's lists do not have is hidden until
  /// the next lists come, unless a program publishes it.
  mutating func mention(_ names: [String]) {
    for name in names where markets.count < HubLimits.marketsMax && known.insert(name).inserted {
      markets.append(name)
      if !entries.isEmpty, !Market.isPublished(name) { hidden.insert(name) }
    }
  }
}
