import Broker
import Feeds
import MarketData
import State
import Timing

/// Decides what followers are told of the desk, and when: beats of what has changed, from time to
/// time a beat of everything, and messages that make up for lost ones.
///
/// Everything that a follower wants is repeated: a beat of all markets comes every five seconds, and the
/// broker keeps it for those who come later; `recent` repeats the last minute; `ring` has all candles.
/// So messages need no answer (QoS 0), and a hundred followers cost the hub what one does.
struct HubPublisher {
  /// So long after the end of a candle, its last trades have been heard.
  private static let recentDelayMilliseconds: Int64 = 300
  /// No board's name is longer.
  private static let nameBytesMax = 64

  private let topics: BrokerTopics
  private var told: [String: HubBeat.Market] = [:]
  /// The sources as they were told, with the time when each was heard, by our monotonic clock: an
  /// age that only grows is no news.
  private var toldSources: [String: (source: HubBeat.Source, heard: Int64?)] = [:]
  private var lists = ""
  private var followersWants = FollowersWants()
  private var isChanged = true
  private var nextBeat = Deadline.immediately
  private var due = Due()
  /// When each market's ring was told last: the markets take turns, whichever are shown.
  private var ringsToldAt: [MarketID: Int64] = [:]

  /// When the followers were answered last.
  private var answeredAt = Int64.longAgo

  private struct Due {
    var full = Deadline.immediately
    var recent = Deadline.immediately
    var rates = Deadline.immediately
    /// The lists are told with a full beat.
    var lists = Deadline.immediately
    var ring = Deadline.immediately
    var answers = Deadline.never

    var soonest: Deadline { min(min(full, recent, rates), min(ring, answers)) }
  }

  init(_ topics: BrokerTopics) { self.topics = topics }

  /// Starts anew: the broker has forgotten everything. What followers want is kept, because they
  /// may repeat it only later.
  mutating func restart() {
    var wants = followersWants
    wants.forgetTold()
    self = HubPublisher(topics)
    followersWants = wants
    due.answers = wants.isEmpty ? .never : .immediately
  }

  /// The last beat did not reach a slow broker. It may have said something that no later beat says,
  /// so the next beat says everything.
  mutating func lostBeat() { due.full = min(due.full, nextBeat) }

  /// There may be something new on the desk.
  mutating func deskMayHaveChanged() { isChanged = true }

  var deadline: Deadline { isChanged ? min(nextBeat, due.soonest) : due.soonest }

  /// A follower says what it wants.
  mutating func hear(_ payload: [UInt8], from follower: String, _ desk: Desk, at now: Int64) {
    guard 1...Self.nameBytesMax ~= follower.utf8.count, let newest = HubWants(payload),
      followersWants.hear(newest, from: follower, desk, at: now)
    else { return }
    // A follower that often changes its mind does not get answers more often.
    due.answers.advance(to: Deadline(max(now, answeredAt + HubSchedule.answersMilliseconds)))
  }

  mutating func addWants(to requirements: inout DataRequirements, _ desk: Desk, at now: Int64) {
    followersWants.add(to: &requirements, desk, at: now)
  }

  /// What is to be published now.
  /// - Parameter awaitsMarkets: whether the market on the desk is a placeholder for the markets of a hub
  ///   that this board follows itself. The followers of this board do not show the placeholder.
  mutating func turn(_ desk: Desk, awaitsMarkets: Bool = false, at now: Int64) -> [Outbox.Message] {
    guard deadline.isDue(at: now) else { return [] }
    let shown = Self.markets(of: desk)
    var messages: [Outbox.Message] = []
    func tell(_ path: String, _ json: String, isRetained: Bool = false) {
      messages.append(
        Outbox.Message(Array(json.utf8), to: topics.hub(path), isRetained: isRetained))
    }
    if due.full.isDue(at: now) || (isChanged && nextBeat.isDue(at: now)) {
      let isFull = due.full.isDue(at: now)
      if isFull { due.full = .shared(every: HubSchedule.fullBeatMilliseconds, after: now) }
      isChanged = false
      nextBeat = .shared(every: HubSchedule.beatMilliseconds, after: now, isPaced: true)
      let beat = beat(of: desk, shown, isFull: isFull)
      if isFull || !beat.sources.isEmpty {
        tell(HubTopics.beat, beat.json, isRetained: isFull)
      }
      if isFull, case let newest = Self.lists(of: desk, shown, awaitsMarkets: awaitsMarkets),
        newest != lists || due.lists.isDue(at: now)
      {
        (lists, due.lists) = (newest, Deadline(now + HubSchedule.listsMilliseconds))
        tell(HubTopics.lists, lists, isRetained: true)
      }
    }
    if due.recent.isDue(at: now) {
      due.recent = Deadline(now + Self.untilRecent(desk, shown))
      let candles = shown.compactMap { Self.candles(of: desk, $0, HubSchedule.recentCount) }
      if !candles.isEmpty { tell(HubTopics.recent, HubCandles.json(candles)) }
    }
    if due.rates.isDue(at: now) {
      due.rates = .shared(every: HubSchedule.ratesMilliseconds, after: now)
      if !desk.reference.rates.isEmpty {
        tell(HubTopics.rates, HubRates.json(desk.reference.rates, wall: desk.now.wall))
      }
    }
    if due.ring.isDue(at: now), let next = nextRing(shown) {
      // At the start the rings come soon, because followers wait for them.
      let usual = HubSchedule.ringsMilliseconds / Int64(shown.count)
      due.ring = Deadline(now + (ringsToldAt[next] == nil ? min(1_000, usual) : usual))
      ringsToldAt[next] = now
      if let ring = Self.candles(of: desk, next, CandleRing.capacity) {
        tell(HubTopics.ring(ring.market), HubCandles.json([ring]), isRetained: true)
      }
    }
    if due.answers.isDue(at: now) {
      for (path, json) in followersWants.answers(desk, at: now) { tell(path, json) }
      answeredAt = now
      let next = Deadline(now + HubSchedule.answersMilliseconds)
      due.answers = followersWants.isEmpty ? .never : next
    }
    return messages
  }

  /// The market whose ring was told the longest time ago.
  private func nextRing(_ shown: [MarketID]) -> MarketID? {
    shown.min { ringsToldAt[$0] ?? .min < ringsToldAt[$1] ?? .min }
  }

  /// How long until the next candle is finished, and its last trades are heard.
  private static func untilRecent(_ desk: Desk, _ shown: [MarketID]) -> Int64 {
    guard let clock = shown.lazy.compactMap({ desk.clock(of: $0) }).first else {
      return Candle.span
    }
    return Candle.bucket(of: clock) + Candle.span + recentDelayMilliseconds - clock
  }

  /// Markets that are shown somewhere, and markets that have a price; no more than followers take.
  private static func markets(of desk: Desk) -> [MarketID] {
    let priced = desk.markets.indices.lazy.filter { desk.markets[$0].price != nil }
    var seen: Set<MarketID> = []
    let all = (desk.places.map(\.market) + priced).filter { seen.insert($0).inserted }
    return Array(all.prefix(HubLimits.marketsMax))
  }

  /// The paths at which the broker keeps something.
  static func retained(_ desk: Desk) -> [String] {
    [HubTopics.beat, HubTopics.lists]
      + markets(of: desk).map { HubTopics.ring("\(desk.markets[$0].market)") }
  }

  /// The beat of what has changed since the last one, or of everything.
  private mutating func beat(of desk: Desk, _ shown: [MarketID], isFull: Bool) -> HubBeat {
    var beat = HubBeat()
    for id in shown {
      let state = desk.markets[id]
      let name = "\(state.market)"
      let source = Self.source(of: desk, id)
      let heard = desk.exchange(source.name)?.heard
      let market = Self.market(of: state, at: desk.now.monotonic)
      let hasNews = market.map { told[name]?.says($0) != true } ?? false
      let isOther =
        toldSources[source.name].map {
          $0.heard != heard || !$0.source.says(source)
        } ?? true
      guard isFull || hasNews || isOther else { continue }
      if !beat.sources.contains(where: { $0.name == source.name }) { beat.sources.append(source) }
      toldSources[source.name] = (source, heard)
      if let market, isFull || hasNews {
        told[name] = market
        beat.markets.append(market)
      }
    }
    return beat
  }

  private static func source(of desk: Desk, _ id: MarketID) -> HubBeat.Source {
    let name = desk.markets[id].market.source
    let state = desk.exchange(name)
    return HubBeat.Source(
      name, state?.link ?? .offline, state?.failureReason,
      age: state?.heard.map { max(0, desk.now.monotonic - $0) }, clock: desk.clock(of: id))
  }

  private static func market(of state: MarketState, at now: Int64) -> HubBeat.Market? {
    // Its age is unknown here, so a follower could not show it either.
    if let unheard = state.unheard, unheard.since == nil { return nil }
    guard var ticker = state.ticker else { return nil }
    (ticker.tradeTime, ticker.decimals) = (state.lastTradeTime, state.decimals)
    var market = HubBeat.Market("\(state.market)", ticker, state.ring.live)
    market.age = state.unheard?.since.map { max(0, now - $0) }
    return market
  }

  /// The newest finished candles of a market.
  private static func candles(of desk: Desk, _ id: MarketID, _ count: Int) -> HubCandles? {
    let state = desk.markets[id]
    guard let newest = state.ring.newestStart else { return nil }
    let candles = state.ring.candles(last: count + 1).dropLast().drop { $0 == nil }
    guard !candles.isEmpty else { return nil }
    return HubCandles(
      market: "\(state.market)", start: newest - Int64(candles.count) * Candle.span,
      Array(candles))
  }

  private static func lists(
    of desk: Desk, _ shown: [MarketID], awaitsMarkets: Bool
  ) -> String {
    let places = Set(desk.places.map(\.market))
    return HubLists(
      shown.map { id in
        let state = desk.markets[id]
        var listing = Listing(
          code: state.market.code, base: state.market.base, quote: state.market.quote,
          names: state.names ?? MarketNames(english: "", korean: ""), decimals: state.decimals,
          cautions: state.cautions)
        (listing.isTrading, listing.cautionEnds) = (state.isListed, state.cautionEnds)
        var entry = HubLists.Entry(
          "\(state.market)", listing, title: state.exchangeTitle,
          isShown: !awaitsMarkets && places.contains(id))
        entry.isHalted = state.isHalted
        return entry
      }
    ).json
  }
}

extension HubBeat.Market {
  /// Whether the other market says nothing new. One more candle without trades is not new.
  fileprivate func says(_ other: HubBeat.Market) -> Bool {
    guard ticker == other.ticker, (age == nil) == (other.age == nil) else { return false }
    if candle == other.candle { return true }
    return other.candle.map { $0.volume == 0 && $0.close == candle?.close } ?? false
  }
}

extension HubBeat.Source {
  /// Whether the other source says nothing new. An age and a clock, which go on by themselves, are
  /// not new.
  fileprivate func says(_ other: HubBeat.Source) -> Bool {
    link == other.link && failureReason == other.failureReason
  }
}
