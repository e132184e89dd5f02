import MarketData
import Timing

/// When tickers are asked for, and of which markets: of all while there is no stream, else of those
/// that the stream says nothing of.
struct TickerPoller {
  /// How often the price of a market that the stream leaves out, or that is not traded, is asked for.
  private static let silentMilliseconds: Int64 = 30_000
  /// A stream may tell of a market only when it is traded, although the day that its price change is
  /// counted over moves on. A market of which nothing was told for this long is asked for.
  private static let reviewMilliseconds: Int64 = 600_000
  /// Where markets have fallen silent, the list of all markets is asked for, at most once in this time:
  /// the list is large, and among many markets that are seldom traded one falls silent in each review.
  private static let listEveryMilliseconds: Int64 = 3_600_000

  /// Calls made in one round at most. More wait for the next one, so that each market has its turn.
  static let callsMax = 100
  /// A round has as many calls as the exchange allows in this time; the rest is for charts, history and
  /// the list.
  private static let roundMilliseconds: Int64 = 15_000

  private(set) var deadline = Deadline.never
  private var askedAt = Int64.longAgo
  /// Prices that were just told are not asked for again before this time.
  private var restsUntil = Int64.longAgo
  /// One unknown code spoils a call for several: each is asked for alone.
  private(set) var asksSingly = false
  /// Which call the next round begins with, where one round is too short for all of them.
  private var callsBefore = 0
  /// The markets that found no room in the last round.
  private var waiting: Set<MarketID> = []
  /// The markets of which the stream has said nothing since they are followed, or since it fell
  /// silent.
  private var silent: Set<MarketID> = []
  /// Those of which it has said nothing since the last review, and when the next one is.
  private var untold: Set<MarketID> = []
  private var reviewAt = Deadline.never
  /// Those of which it had said something when the last review was over.
  private var told: Set<MarketID> = []
  /// When the list is to be asked for because the stream has fallen silent of some markets.
  private var suspicion = Throttle(milliseconds: Self.listEveryMilliseconds)

  /// The stream is to say something of these markets.
  mutating func expect(_ markets: [MarketID]) { silent.formUnion(markets) }
  /// It is to do so soon; what it leaves out is asked for.
  mutating func expect(_ markets: [MarketID], within waits: Feed.Waits, at now: Int64) {
    expect(markets)
    ask(noLaterThan: Deadline(now + waits.firstPollAfter))
  }
  mutating func heard(_ market: MarketID) {
    // Each message of a market leads here; mostly all sets are empty.
    if !silent.isEmpty { silent.remove(market) }
    if !untold.isEmpty { untold.remove(market) }
    if !waiting.isEmpty { waiting.remove(market) }
  }

  mutating func stop() { deadline = .never }
  mutating func ask(at time: Deadline) { deadline = time }
  mutating func ask(noLaterThan time: Deadline) { deadline.advance(to: time) }
  /// A stream that has just taken over is given some time to speak.
  mutating func ask(noSoonerThan time: Int64) {
    if !deadline.isNever { deadline = max(deadline, Deadline(time)) }
  }

  /// As soon as the pace allows.
  func soonest(_ waits: Feed.Waits, at now: Int64) -> Deadline {
    Deadline(max(now, askedAt + waits.pollEveryMilliseconds, restsUntil))
  }

  mutating func askSoon(_ waits: Feed.Waits, at now: Int64) {
    deadline.advance(to: soonest(waits, at: now))
  }

  /// An answer that was long under way comes shortly before the next question: what was just told is
  /// not asked for again.
  mutating func answered(_ waits: Feed.Waits, at now: Int64) {
    restsUntil = now + waits.pollEveryMilliseconds / 5
    ask(noSoonerThan: restsUntil)
  }

  /// The calls for these markets that are made now.
  mutating func questions(
    about asked: [MarketID], of markets: FeedMarkets, on endpoint: Endpoint
  ) -> [RESTCalls.Question] {
    let ids = Dictionary(
      asked.map { (markets.code(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
    let groups = asksSingly ? asked.map { [$0] } : [asked]
    let all = groups.flatMap { endpoint.tickers?.tickerCalls(codes: $0.map(markets.code)) ?? [] }
    let most = all.first.map { Self.callsInTime($0.path, on: endpoint) } ?? 0
    let made = batch(of: all, atMost: most)
    waiting = []
    if made.count < all.count {
      let left = Set(all.flatMap(\.codes)).subtracting(made.flatMap(\.codes))
      waiting = Set(left.compactMap { ids[$0] })
    }
    return made.map {
      (.tickers($0.codes.compactMap { ids[$0] }), $0.path)
    }
  }

  /// How many calls for such a path one round may have.
  private static func callsInTime(_ path: String, on endpoint: Endpoint) -> Int {
    guard let limits = endpoint.rateLimits else { return callsMax }
    let weight = limits.weight(of: path)
    guard let bucket = limits.buckets[weight.bucket] else { return callsMax }
    let weightMax = Int64(bucket.capacity) * roundMilliseconds / bucket.milliseconds
    return min(callsMax, max(Int(weightMax) / weight.weight, 1))
  }

  /// Those of a round's calls that are made now.
  mutating func batch<Call>(of calls: [Call], atMost most: Int = Self.callsMax) -> [Call] {
    guard calls.count > most else { return calls }
    defer { callsBefore = (callsBefore + most) % calls.count }
    return (0..<most).map { calls[(callsBefore + $0) % calls.count] }
  }

  /// When the exchange said what is answered now: where the answer took long, as early as it was
  /// asked for.
  func saidAt(_ now: Int64) -> Int64 {
    now - askedAt < Delay.leastMilliseconds ? now : askedAt
  }

  /// - Parameter isUrgent: whether nothing else brings prices.
  mutating func askSingly(isUrgent: Bool, at now: Int64) {
    asksSingly = true
    if isUrgent { deadline = Deadline(now) }
  }
  /// What is listed is known again.
  mutating func listIsKnown() { asksSingly = false }

  /// The time to ask has come.
  /// - Parameters:
  ///   - listed: the markets that are followed and listed.
  ///   - uncarried: the markets that the stream does not carry.
  ///   - isAsking: whether an answer is still missing.
  /// - Returns: the markets to ask for.
  mutating func advance(
    to now: Int64, listed: [MarketID], isStreamHeard: Bool, uncarried: Set<MarketID>,
    isAsking: Bool,
    slowdown: Int64, resumesAt: Deadline, _ waits: Feed.Waits
  ) -> [MarketID] {
    // While no stream is heard no market is silent by itself: the next review begins once a stream
    // is heard.
    if !isStreamHeard { reviewAt = .never }
    let left = silent.union(uncarried).union(waiting).union(reviewAt.isDue(at: now) ? untold : [])
    let asked = isStreamHeard ? listed.filter(left.contains) : listed
    guard !isStreamHeard || !asked.isEmpty else {
      review(listed, at: now)
      deadline = reviewAt
      return []
    }
    let isAboutSilent = isStreamHeard && uncarried.isEmpty
    let pace = max(waits.pollEveryMilliseconds, isAboutSilent ? Self.silentMilliseconds : 0)
    deadline = max(Deadline(now + pace * slowdown), resumesAt)
    guard resumesAt.isDue(at: now), !asked.isEmpty, !isAsking else { return [] }
    if isStreamHeard { review(listed, at: now) }
    askedAt = now
    return asked
  }

  /// - Returns: whether the list is to be asked for now: the stream had told of some markets
  ///   before, and reviews have found them silent.
  mutating func popFallenSilent(at now: Int64) -> Bool {
    guard suspicion.deadline.isDue(at: now) else { return false }
    suspicion.begin(at: now)
    return true
  }

  /// Begins the next review where the last one is over.
  private mutating func review(_ listed: [MarketID], at now: Int64) {
    guard reviewAt.isNever || reviewAt.isDue(at: now) else { return }
    if reviewAt.isDue(at: now) {
      if !told.intersection(untold).isDisjoint(with: listed) { suspicion.ask(at: now) }
      told = Set(listed).subtracting(untold)
    }
    (untold, reviewAt) = (Set(listed), Deadline(now + Self.reviewMilliseconds))
  }
}
