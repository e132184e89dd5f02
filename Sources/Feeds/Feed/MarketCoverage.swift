import MarketData
import Timing

/// Which markets the stream is to carry, which it has no room for, does not have or leaves out without a
/// word, and which polls are to bring in its place.
///
/// A market may be unheard by itself, whatever is heard of its exchange: this type knows which
/// markets are, and since when.
struct MarketCoverage {
  /// A request is acknowledged within this time, often in several messages.
  private static let acknowledgedWithin: Int64 = 30_000

  /// What a connection is to carry.
  private(set) var subscription = Subscription()
  /// The markets in it, in its order.
  private(set) var carried: [MarketID] = []
  /// Followed markets that it does not carry: they find no room, or are denied.
  private(set) var uncarried: Set<MarketID> = []
  /// How many of those find no room.
  private var left = 0
  private var denied = DeniedMarkets()
  private var streamed = StreamedMarkets()
  /// The markets that were asked for last, and when.
  private var newcomers: (markets: [MarketID], askedAt: Int64) = ([], .longAgo)
  /// Limits how often replies that may be about them are handled: where each market has a reply of
  /// its own, hundreds come at once.
  private var replies = Throttle(milliseconds: 1_000)
  private var polled = PolledMarkets()
  /// Whether polls are to bring all markets, as no stream is heard.
  private(set) var pollsAll = false
  /// Whether the stream was cut since markets were last taken from it. A new stream counts only for
  /// markets that it has mentioned.
  private var wasCut = false
}

/// What the stream is to carry.
extension MarketCoverage {
  /// Works out what a connection is to carry. Where no market is listed it is all of them, since a
  /// request that asked for nothing would be refused.
  /// - Parameter books: those of which the order books are wanted.
  /// - Returns: how many markets find no room, where that number has changed and is not 0.
  mutating func carry(
    _ markets: FeedMarkets, books: Set<MarketID>, _ stream: StreamLimits
  ) -> Int? {
    let listed = markets.followedAndListed
    let followed = listed.isEmpty ? markets.followed : listed
    denied.keep(followed)
    let granted = followed.filter { !denied.isWaiting($0) }
    let asked = granted.isEmpty ? followed : granted
    carried = Array(asked.prefix(stream.marketsMax ?? .max))
    subscription = Subscription(
      markets: carried.map(markets.code), books: carried.filter(books.contains).map(markets.code))
    newcomers.markets.removeAll { !carried.contains($0) }
    let left = asked.count - carried.count
    defer { self.left = left }
    uncarried = Set(asked.suffix(left)).union(denied.all)
    return left != self.left && left > 0 ? left : nil
  }

  /// These were asked for now, besides the others.
  mutating func asked(_ markets: [MarketID], at now: Int64) {
    guard !markets.isEmpty else { return }
    newcomers = (unacknowledged(at: now).filter { !markets.contains($0) } + markets, now)
  }

  /// The markets that a reply may be about: they were asked for a moment ago.
  private func unacknowledged(at now: Int64) -> [MarketID] {
    now - newcomers.askedAt <= Self.acknowledgedWithin ? newcomers.markets : []
  }

  /// A reply came: what was asked for may have taken effect only with it.
  mutating func replied(at now: Int64) {
    if !unacknowledged(at: now).isEmpty { replies.ask(at: now) }
  }

  var repliesDue: Deadline { replies.deadline }

  /// - Returns: the markets that the replies not yet handled may be about.
  mutating func popReplied(at now: Int64) -> [MarketID] {
    guard repliesDue.isDue(at: now) else { return [] }
    replies.begin(at: now)
    return newcomers.markets
  }
}

/// What the stream does not have.
extension MarketCoverage {
  /// The stream says that it does not have a market.
  /// - Returns: as `DeniedMarkets.deny`.
  mutating func deny(_ market: MarketID, at now: Int64) -> Int64? { denied.deny(market, at: now) }

  /// The stream tells of a market.
  /// - Returns: whether it had denied it, or left it out.
  mutating func grant(_ market: MarketID) -> Bool {
    streamed.forget(market)
    return denied.grant(market)
  }

  /// The stream is asked for these markets besides the others, and is to tell of them at once where it
  /// answers with tickers.
  mutating func expect(_ markets: [MarketID], on endpoint: Endpoint) {
    if endpoint.answersWithTickers { streamed.expect(markets) }
  }
  /// The same for a new stream: it is asked for these markets and for no others.
  mutating func expectAll(_ markets: [MarketID], on endpoint: Endpoint) {
    streamed.restart(endpoint.answersWithTickers ? markets : [])
  }
  /// A market is not followed any more.
  mutating func leave(_ market: MarketID) { streamed.forget(market) }

  /// Markets that the stream has not mentioned by now count as not carried, until it mentions them.
  /// - Returns: whether there are any.
  mutating func doubtUntold(at now: Int64) -> Bool {
    let leftOut = streamed.popLeftOut()
    denied.doubt(leftOut, at: now)
    return !leftOut.isEmpty
  }

  /// When the stream is asked once more for a market that it has denied or left out.
  var retryDeadline: Deadline { denied.deadline }

  /// - Returns: those that it is asked for once more now.
  mutating func popRetries(at now: Int64) -> [MarketID] { denied.popDue(at: now) }

  /// Says of which markets the stream is heard, where it is news.
  mutating func tellStreamed(_ emit: (Update) -> Void) {
    for (market, isStreamed) in streamed.news(uncarried: uncarried) {
      emit(.streamed(market: market, isStreamed))
    }
  }
}

/// Markets that polls are to bring, and markets that are not heard although their exchange is.
extension MarketCoverage {
  /// When one more market may count as not heard.
  var unheardDeadline: Deadline { polled.deadline }

  /// No stream is heard yet, and the feed begins with what a hub has told: polls are to bring all
  /// markets.
  mutating func beginWithPolls() { (pollsAll, wasCut) = (true, true) }
  /// The stream was cut.
  mutating func streamWasCut() { wasCut = true }

  /// Polls are to bring these: all, or those that the stream does not carry.
  /// - Parameter spokeAt: when the exchange spoke last: a market is as old as that until polls tell of
  ///   it.
  /// - Returns: those that are to be asked for.
  mutating func poll(
    all followed: [MarketID]?, spokeAt: Int64?, _ waits: Feed.Waits, at now: Int64,
    _ emit: (Update) -> Void
  ) -> [MarketID] {
    let isAll = followed != nil
    // Where a stream is heard although its exchange has said nothing for long, nobody followed it until now.
    let isOld = !isAll && spokeAt.map { now - $0 >= waits.staleAfterMilliseconds } ?? false
    let streamed = isAll ? [] : Set(carried)
    var heard = pollsAll && !isAll && !wasCut ? polled.hear(streamed) : []
    pollsAll = isAll
    if !isAll { wasCut = false }
    heard += polled.poll(
      followed.map { Set($0) } ?? uncarried, streamed: streamed,
      since: isOld ? now : spokeAt ?? now, waits)
    for market in heard { emit(.unheard(market: market, nil)) }
    return polled.awaited
  }

  /// A price of a market was told.
  mutating func told(
    _ market: MarketID, _ waits: Feed.Waits, at now: Int64, _ emit: (Update) -> Void
  ) {
    if polled.told(market, waits, at: now) { emit(.unheard(market: market, nil)) }
  }

  /// Whether the stream brings a market, and has told of it.
  func isHeard(_ market: MarketID) -> Bool {
    !uncarried.contains(market) && !polled.isAwaited(market) && !streamed.isUntold(market)
  }

  /// A market that only polls bring counts as not heard once no poll has told of it for long.
  mutating func findUnheard(
    _ waits: Feed.Waits, clock: FeedClock, at now: Int64, _ emit: (Update) -> Void
  ) {
    for (market, since) in polled.findUnheard(waits, at: now) {
      if let from = clock.now(since), let until = clock.now(now) {
        emit(.missed(market: market, from..<until))
      }
      emit(.unheard(market: market, Unheard(since: since)))
    }
  }
}
