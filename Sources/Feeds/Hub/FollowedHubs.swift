import MarketData
import Timing

/// The hubs that a board follows, the preferred first: which of them are listened to, and which are heard.
struct FollowedHubs {
  /// How long hubs are waited for after the start, while none was heard.
  private static let startMilliseconds: Int64 = 10_000

  private var all: [FollowedHub]
  private var staleAfter: Int64
  private var takesAll: Bool
  /// How many of them are listened to.
  private var listening = 1
  private(set) var isConnected = false
  private var startedAt: Int64?
  private var lastHeardAt: Int64?

  init(_ options: HubFeed.Options) {
    all = options.hubs.map { FollowedHub($0) }
    (staleAfter, takesAll) = (options.staleAfterMilliseconds, options.takesAll)
  }

  /// Takes other options. Where the names of the hubs are others, nothing is known of any hub yet.
  mutating func reconfigure(_ options: HubFeed.Options) {
    if names != options.hubs { (all, listening) = (options.hubs.map { FollowedHub($0) }, 1) }
    (staleAfter, takesAll) = (options.staleAfterMilliseconds, options.takesAll)
  }

  var indices: Range<Int> { all.indices }
  var names: [String] { all.map(\.name) }
  /// The hubs that are listened to.
  var listened: ArraySlice<FollowedHub> { all.prefix(listening) }

  subscript(index: Int) -> FollowedHub {
    get { all[index] }
    _modify { yield &all[index] }
  }

  /// The index of a hub; nil where the hub is not listened to.
  func index(of name: String) -> Int? { listened.firstIndex { $0.name == name } }
}

/// What happens, and when something is due.
extension FollowedHubs {
  /// Notes the time of the first event: it is the start.
  mutating func start(at now: Int64) { startedAt = startedAt ?? now }

  mutating func connect(at now: Int64) {
    isConnected = true
    for index in all.indices { all[index].reconnect(at: now) }
  }

  mutating func close() { isConnected = false }

  /// When `advance` is wanted.
  func deadline(at now: Int64) -> Deadline {
    var soonest = Deadline.never
    for hub in listened { soonest.advance(to: hub.deadline(staleAfter, at: now)) }
    if let startedAt, startedAt + Self.startMilliseconds > now {
      soonest.advance(to: Deadline(startedAt + Self.startMilliseconds))
    }
    return soonest
  }

  /// Ends the waits that are over, and chooses anew how many hubs are listened to.
  /// - Parameters:
  ///   - followed: the markets that are to be heard.
  ///   - source: the source of a market, by the market's name; nil where the market is not followed.
  mutating func advance(
    to now: Int64, for followed: [FollowedMarket], source: (String) -> HubSource?
  ) {
    for index in all.indices { all[index].advance(to: now) }
    listening = neededCount(at: now, for: followed, source: source)
    for index in all.indices { all[index].listen(isConnected && index < listening, at: now) }
  }

  /// How many hubs are needed: the first ones that together have and hear everything are enough. While a
  /// hub has not yet said what it has, and is not given up, the hubs after it are listened to as before.
  private func neededCount(
    at now: Int64, for followed: [FollowedMarket], source: (String) -> HubSource?
  ) -> Int {
    var found: Set<String> = []
    for (index, hub) in all.enumerated() {
      let isHeard = isHeard(hub, at: now)
      if isHeard ? !hub.isListed : !isGivenUp(hub, at: now) { return max(index + 1, listening) }
      guard isHeard else { continue }
      let heard = hub.markets.filter { market in
        source(market).map { mayTake($0, from: index, at: now) } ?? true
      }
      found.formUnion(heard)
      let isEnough = takesAll && heard.count == hub.markets.count
      if isEnough || followed.allSatisfy({ found.contains($0.name) }) { return index + 1 }
    }
    return all.count
  }

  /// Says which hubs are heard, and which are silent.
  /// - Returns: the names of those that have fallen silent.
  mutating func reportHearing(at now: Int64, _ emit: (Update) -> Void) -> [String] {
    var silent: [String] = []
    for index in all.indices {
      let isListened = index < listening
      let isHeard = isListened && isHeard(all[index], at: now)
      if isHeard { lastHeardAt = now }
      let isSilent = isListened && !isHeard && isGivenUp(all[index], at: now)
      let state: FollowedHub.State = isHeard ? .heard : isSilent ? .silent : .unknown
      guard let before = all[index].report(state) else { continue }
      let name = all[index].name
      if isSilent { silent.append(name) }
      if isSilent || before == .silent {
        emit(.serviceFailure(service: name, isSilent ? .unreachable : nil))
      }
      if isHeard || before == .heard { emit(.serviceHeard(service: name, isHeard)) }
    }
    return silent
  }

  /// Notes that a hub tells rates.
  /// - Returns: whether these rates count: only those of the first hub that is heard and has some do,
  ///   since another hub may have the rates of another source.
  mutating func takeRates(from index: Int, at now: Int64) -> Bool {
    all[index].takeRates(at: now)
    return all.firstIndex { isHeard($0, at: now) && $0.hasRates(at: now) } == index
  }
}

/// Which hubs are heard.
extension FollowedHubs {
  private func isHeard(_ hub: FollowedHub, at now: Int64) -> Bool {
    hub.isHeard(staleAfter, at: now)
  }

  private func isGivenUp(_ hub: FollowedHub, at now: Int64) -> Bool {
    hub.isGivenUp(staleAfter, at: now)
  }

  /// The hubs that are listened to, and whether each is heard.
  func hearing(at now: Int64) -> [(name: String, isHeard: Bool)] {
    listened.map { ($0.name, isHeard($0, at: now)) }
  }

  /// The markets of the first hub that is heard; nil before the hub names them.
  func offered(at now: Int64) -> [String]? {
    guard let hub = all.first(where: { isHeard($0, at: now) }), hub.isListed, !hub.shown.isEmpty
    else { return nil }
    return hub.shown
  }

  /// Whether some hub was heard, or the wait for hubs is over.
  func isStarted(at now: Int64) -> Bool {
    lastHeardAt != nil || now - startedAt! >= Self.startMilliseconds
  }

  /// Whether more was missed than a hub repeats.
  func hasMissed(at now: Int64) -> Bool {
    lastHeardAt.map { now - $0 > HubSchedule.recentMilliseconds } ?? false
  }

  /// Whether every hub was tried: each has said what it has, or was given up. Without a connection to the
  /// broker: whether the wait for hubs is over.
  func isEveryTried(at now: Int64) -> Bool {
    guard isConnected else { return isStarted(at: now) }
    return listening == all.count
      && all.allSatisfy { isHeard($0, at: now) ? $0.isListed : isGivenUp($0, at: now) }
  }

  /// Whether a market that no hub has is really missing, and not only unheard. A hub that never spoke
  /// does not count.
  func isEveryHeard(at now: Int64) -> Bool {
    listened.contains { isHeard($0, at: now) }
      && listened.allSatisfy { hub in
        isHeard(hub, at: now) ? hub.isListed : !hub.hasSpoken && isGivenUp(hub, at: now)
      }
  }

  /// The hub that a source is best taken from: the first that is heard and has all of these markets, if
  /// possible one that hears the source, too; else the first that has some of them.
  func best(for source: HubSource, with markets: [String], at now: Int64) -> Int? {
    let able = all.indices.prefix(listening).filter { index in
      isHeard(all[index], at: now) && markets.contains(where: all[index].has)
    }
    let whole = able.filter { markets.allSatisfy(all[$0].has) }
    return whole.first { mayTake(source, from: $0, at: now) } ?? whole.first ?? able.first
  }

  /// Whether a hub hears a source well enough for the source to be taken from it. A hub that takes over
  /// from another one must hear the source now.
  private func mayTake(_ source: HubSource, from index: Int, at now: Int64) -> Bool {
    let isTaken = source.hub ?? index == index
    return (isTaken || all[index].hears(source.name))
      && !all[index].isDeaf(to: source.name, at: now)
  }
}
