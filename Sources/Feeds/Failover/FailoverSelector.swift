import MarketData
import Timing

/// Which market is shown at each place on the desk: the first of its candidates that can be heard.
///
/// A place that names its exchange has one candidate. Where there are several, the next is followed
/// once the selected one has been silent for too long, and is selected once it is heard. It is left
/// again when an earlier one has been heard for as long. The selector has no clock and no network of
/// its own: events go in, choices come out.
public struct FailoverSelector: Sendable {
  /// One market that could be shown at a place.
  public struct Candidate: Equatable, Sendable {
    public var market: MarketID
    public var exchange: String

    public init(market: MarketID, exchange: String) {
      self.market = market
      self.exchange = exchange
    }
  }

  /// Whether an exchange is heard, and since when it is or is not, by the monotonic clock.
  private struct Health {
    var isHeard: Bool
    var since: Int64
  }

  /// A market that its exchange does not list.
  private struct Absence {
    /// When that was reported.
    let since: Int64
    /// Whether the feed has reported the market as listed again while it was not followed. That proves
    /// nothing until the exchange is heard again.
    var isTakenBack = false
  }

  private var places: IDArray<PlaceID, [Candidate]>
  private var failoverAfterMilliseconds: Int64
  /// For each place, the index of the candidate that is shown.
  private var selected: IDArray<PlaceID, Int>
  private var unlisted: [MarketID: Absence] = [:]
  /// By the exchanges' names.
  private var health: [String: Health] = [:]
  private var followed: Set<String> = []
  private var hasNetwork = true
  private var selectedAt = Int64.min
  private var hasNews = true

  /// - Parameters:
  ///   - places: each with at least one candidate, the preferred first.
  ///   - failoverAfterMilliseconds: how long silence is accepted where there is another candidate.
  public init(places: [[Candidate]], failoverAfterMilliseconds: Int64) {
    precondition(places.allSatisfy { !$0.isEmpty }, "each place has a candidate")
    self.places = IDArray(places)
    self.failoverAfterMilliseconds = failoverAfterMilliseconds
    selected = IDArray(places.map { _ in 0 })
  }

  /// The market that is shown at each place.
  public var markets: [MarketID] { zip(places, selected).map { $0[$1].market } }

  /// Takes the places and the time limit of another selector. What was heard stays heard, and a place
  /// that stays goes on to show the same market.
  public mutating func reconfigure(as other: FailoverSelector) {
    selected = IDArray(
      other.places.map { place in places.firstIndex(of: place).map { selected[$0] } ?? 0 })
    (places, failoverAfterMilliseconds) = (other.places, other.failoverAfterMilliseconds)
    hasNews = true
  }

  /// Learns from an update of a feed.
  public mutating func apply(_ update: Update, at now: Int64) {
    switch update {
    case .link(let exchange, let link, _):
      // An exchange that was just left reports its link once more; ignore it.
      guard followed.contains(exchange), health[exchange]?.isHeard != link.isLive else { return }
      health[exchange] = Health(isHeard: link.isLive, since: now)
      hasNews = true
    case .listed(let market, let isListed, _):
      guard !isListed || isFollowed(market) else {
        unlisted[market]?.isTakenBack = true
        return
      }
      unlisted[market] = isListed ? nil : Absence(since: now)
      hasNews = true
    default: break
    }
  }

  /// The machine's network is there again, or gone. The silence of a time without one says nothing of
  /// an exchange, so it counts anew afterwards.
  public mutating func networkChanged(isUp: Bool, at now: Int64) {
    if isUp, !hasNetwork {
      for (exchange, known) in health where !known.isHeard { health[exchange]?.since = now }
      hasNews = true
    }
    hasNetwork = isUp
  }

  /// Selects anew, where there is a reason to.
  /// - Returns: the markets to follow of each exchange, in the order of the places; nil where
  ///   everything stays as it is.
  public mutating func select(at now: Int64) -> [String: [MarketID]]? {
    guard hasNews || deadline.isDue(at: now) else { return nil }
    hasNews = false
    relist()
    var following: [String: [MarketID]] = [:]
    for place in places.indices {
      selected[place] = selection(at: place, at: now)
      for candidate in candidatesToFollow(at: place, at: now)
      where !(following[candidate.exchange]?.contains(candidate.market) ?? false) {
        following[candidate.exchange, default: []].append(candidate.market)
      }
    }
    // An exchange that is no longer followed does not say whether it is silent.
    for exchange in followed where following[exchange] == nil { health[exchange] = nil }
    // The silence of an exchange counts from when it was first asked.
    for exchange in following.keys where !followed.contains(exchange) {
      health[exchange] = Health(isHeard: false, since: now)
    }
    followed = Set(following.keys)
    selectedAt = now
    return following
  }

  /// When the selection may change without an update, by the monotonic clock.
  public var deadline: Deadline {
    var soonest = Deadline.never
    for candidates in places where candidates.count > 1 {
      for candidate in candidates where followed.contains(candidate.exchange) {
        guard let since = health[candidate.exchange]?.since else { continue }
        let failoverAt = since + failoverAfterMilliseconds + 1
        if failoverAt > selectedAt { soonest.advance(to: Deadline(failoverAt)) }
      }
      for candidate in candidates {
        guard let since = unlisted[candidate.market]?.since else { continue }
        let triedAt = since + failoverAfterMilliseconds
        if triedAt > selectedAt { soonest.advance(to: Deadline(triedAt)) }
      }
    }
    return soonest
  }

  private func selection(at place: PlaceID, at now: Int64) -> Int {
    let candidates = places[place]
    let listed = candidates.indices.filter { unlisted[candidates[$0].market] == nil }
    guard let first = listed.first else { return selected[place] }
    let current = listed.contains(selected[place]) ? selected[place] : first
    for index in listed {
      let health = health[candidates[index].exchange]
      let isHeard = health?.isHeard ?? false
      if index < current {
        if isHeard, now - health!.since >= failoverAfterMilliseconds { return index }
      } else if index == current {
        if !isSilent(candidates[index], at: now) { return index }
      } else if isHeard {
        return index
      }
    }
    return current
  }

  /// The candidate that is shown, those that are preferred to it, and the one that is tried next. An
  /// unlisted one must be followed to learn that it is listed again: a preferred one always is, and a
  /// later one is tried again after a while.
  private func candidatesToFollow(at place: PlaceID, at now: Int64) -> [Candidate] {
    var found: [Candidate] = []
    for (index, candidate) in places[place].enumerated()
    where index <= selected[place] || mayBeListed(candidate, at: now) {
      found.append(candidate)
      if index >= selected[place], unlisted[candidate.market] == nil,
        !isSilent(candidate, at: now)
      {
        break
      }
    }
    return found
  }

  /// A market that its feed has taken back counts as listed once its exchange is heard again.
  private mutating func relist() {
    for candidate in places.joined() where health[candidate.exchange]?.isHeard ?? false {
      if unlisted[candidate.market]?.isTakenBack ?? false { unlisted[candidate.market] = nil }
    }
  }

  private func isFollowed(_ market: MarketID) -> Bool {
    places.contains { place in
      place.contains { $0.market == market && followed.contains($0.exchange) }
    }
  }

  private func mayBeListed(_ candidate: Candidate, at now: Int64) -> Bool {
    unlisted[candidate.market].map { now - $0.since >= failoverAfterMilliseconds } ?? true
  }

  private func isSilent(_ candidate: Candidate, at now: Int64) -> Bool {
    guard followed.contains(candidate.exchange), let health = health[candidate.exchange] else {
      return false
    }
    return !health.isHeard && now - health.since > failoverAfterMilliseconds
  }
}
