import MarketData

/// Who speaks for each place on the desk: the first of its candidates that can be heard.
///
/// A place that names its exchange has one candidate. Where there are several, the next is followed
/// once the one before has been silent for too long, speaks once it is heard, and is left again when
/// an earlier one has been heard for as long. No time and no network of its own: events in, choices
/// out.
public struct Speakers: Sendable {
  /// One market that could be shown at a place.
  public struct Candidate: Equatable, Sendable {
    /// Its place in the desk's list of markets.
    public var market: Int
    public var exchange: String

    public init(market: Int, exchange: String) {
      self.market = market
      self.exchange = exchange
    }
  }

  private var places: [[Candidate]]
  private var failoverAfterMilliseconds: Int64
  /// For each place, which of its candidates speaks.
  private var speaking: [Int]
  private var unlisted: Set<Int> = []
  /// Whether each exchange is heard, and since when it is or is not, by the monotonic clock.
  private var voices: [String: (isHeard: Bool, since: Int64)] = [:]
  private var followed: Set<String> = []
  private var chosenAt = Int64.min
  private var hasNews = true

  /// - Parameters:
  ///   - places: each with a candidate at least, the preferred first.
  ///   - failoverAfterMilliseconds: how long silence is put up with where there is somebody else.
  public init(places: [[Candidate]], failoverAfterMilliseconds: Int64) {
    precondition(places.allSatisfy { !$0.isEmpty }, "somebody speaks for each place")
    self.places = places
    self.failoverAfterMilliseconds = failoverAfterMilliseconds
    speaking = places.map { _ in 0 }
  }

  /// The market that is shown at each place.
  public var markets: [Int] { zip(places, speaking).map { $0[$1].market } }

  /// Goes on as others would begin: who was heard stays heard, and speaks on where the place stays.
  public mutating func goOn(with others: Speakers) {
    speaking = others.places.map { place in places.firstIndex(of: place).map { speaking[$0] } ?? 0 }
    (places, failoverAfterMilliseconds) = (others.places, others.failoverAfterMilliseconds)
    hasNews = true
  }

  /// Learns from what a feed says.
  public mutating func take(_ update: Update, at now: Int64) {
    switch update {
    case .link(let exchange, let link, _):
      let isHeard = link.isLive
      guard voices[exchange]?.isHeard != isHeard else { return }
      voices[exchange] = (isHeard, now)
      hasNews = true
    case .listed(let market, let isListed):
      if isListed { unlisted.remove(market) } else { unlisted.insert(market) }
      hasNews = true
    default: break
    }
  }

  /// Chooses anew, where there is a reason to.
  /// - Returns: the markets to follow of each exchange, in the order of the places; nil where
  ///   everything stays as it is.
  public mutating func choose(at now: Int64) -> [String: [Int]]? {
    guard hasNews || deadline ?? .max <= now else { return nil }
    hasNews = false
    var following: [String: [Int]] = [:]
    for place in places.indices {
      speaking[place] = speaker(of: place, at: now)
      for candidate in candidatesToFollow(of: place, at: now)
      where !(following[candidate.exchange]?.contains(candidate.market) ?? false) {
        following[candidate.exchange, default: []].append(candidate.market)
      }
    }
    // Whoever was not asked could not be silent.
    for exchange in following.keys where !followed.contains(exchange) {
      voices[exchange] = (false, now)
    }
    followed = Set(following.keys)
    chosenAt = now
    return following
  }

  /// When, by the monotonic clock, the choice may change although nobody speaks.
  public var deadline: Int64? {
    guard places.contains(where: { $0.count > 1 }) else { return nil }
    let exchanges = places.filter { $0.count > 1 }.joined().map(\.exchange)
    return exchanges.filter(followed.contains).compactMap { exchange in
      voices[exchange].map { $0.since + failoverAfterMilliseconds + 1 }
    }.filter { $0 > chosenAt }.min()
  }

  private func speaker(of place: Int, at now: Int64) -> Int {
    let candidates = places[place]
    let listed = candidates.indices.filter { !unlisted.contains(candidates[$0].market) }
    guard let first = listed.first else { return speaking[place] }
    let current = listed.contains(speaking[place]) ? speaking[place] : first
    for index in listed {
      let voice = voices[candidates[index].exchange]
      let isHeard = voice?.isHeard ?? false
      if index < current {
        if isHeard, now - voice!.since >= failoverAfterMilliseconds { return index }
      } else if index == current {
        if !isSilent(candidates[index], at: now) { return index }
      } else if isHeard {
        return index
      }
    }
    return current
  }

  /// The speaker, those who should speak in its place, and who is tried next.
  private func candidatesToFollow(of place: Int, at now: Int64) -> [Candidate] {
    var found: [Candidate] = []
    for (index, candidate) in places[place].enumerated()
    where !unlisted.contains(candidate.market) || index == speaking[place] {
      found.append(candidate)
      if index >= speaking[place], !isSilent(candidate, at: now) { break }
    }
    return found
  }

  private func isSilent(_ candidate: Candidate, at now: Int64) -> Bool {
    guard followed.contains(candidate.exchange), let voice = voices[candidate.exchange] else {
      return false
    }
    return !voice.isHeard && now - voice.since > failoverAfterMilliseconds
  }
}
