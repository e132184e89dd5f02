import MarketData
import Timing

/// What a follower knows of one source: from which hub it is taken, what its clock shows, and what was
/// told of it and of its markets.
struct HubSource {
  let name: String
  /// The index of the hub that it is taken from; nil where it is taken from none.
  private(set) var hub: Int?
  private(set) var clock = HubClock()
  /// What its clock shows, as the source itself says: Unix milliseconds less our monotonic ones.
  private var ownOffset: Int64?
  private var isItselfHeard = false
  /// When it last spoke, by our monotonic clock.
  private(set) var heard: Int64?
  /// When its hub last said that it hears the source.
  private var liveAt: Int64?
  private var toldFailure: FailureReason?
  private var toldOffset: Int64?
  /// The unit of its prices, where the source tells it itself.
  private var toldUnit: String?
  private(set) var markets = ToldMarkets()
  /// How much longer its newest message was on its way than the fastest.
  private(set) var delay: Int64 = 0
  /// When it is stale unless more is said of it. A message that says so may be lost on its way, the hub
  /// may wait longer than this board, and another program may go on to publish other markets under the
  /// hub's name.
  private(set) var staleAt = Deadline.never
  /// Whether it was said that no hub tells of it.
  private var isToldSilent = false

  init(_ name: String) { self.name = name }

  /// The source's link while no hub tells of it.
  var silentLink: Update {
    .link(exchange: name, markets.hasPrice ? .stale : .offline, heard: heard)
  }
}

/// The hub that it is taken from.
extension HubSource {
  mutating func take(from hub: Int) {
    (self.hub, isToldSilent) = (hub, false)
    doubt()
  }

  /// It is taken from no hub any more.
  mutating func release() { hub = nil }

  /// Notes that no hub tells of it.
  /// - Returns: whether that is news.
  mutating func fallSilent() -> Bool {
    guard !isToldSilent else { return false }
    (isToldSilent, toldFailure) = (true, .hubSilent)
    return true
  }

  /// Notes that nothing is told of it any more.
  /// - Returns: the time, by its clock, in which prices may have moved unseen; nil where not known.
  mutating func fallStale(at now: Int64) -> Range<Int64>? {
    staleAt = .never
    guard let offset = clock.offset, let heard else { return nil }
    let end = Candle.bucket(of: offset + now) + Candle.span
    return offset + heard < end ? offset + heard..<end : nil
  }

  /// Whether candles are missing that a hub does not repeat.
  func lacksCandles(at now: Int64) -> Bool {
    guard markets.hasPrice, let heard else { return true }
    return now - heard > HubSchedule.recentMilliseconds
  }
}

/// While it is asked itself.
extension HubSource {
  /// Notes that the source is asked itself from now on: hubs no longer decide when it is stale.
  mutating func askItself() { staleAt = .never }

  /// Learns from an update of the source itself: its own clock, which shows how late hubs tell of it,
  /// and the markets of which it has not told yet.
  mutating func learn(from update: Update) {
    switch update {
    case .clock(_, let offset): ownOffset = offset
    case .link(_, let link, let heard):
      isItselfHeard = link.isLive
      // What a hub tells later is newer than that.
      if let heard { self.heard = max(self.heard ?? heard, heard) }
    case .unheard(let market, let unheard): _ = hear(market, unheard)
    default: break
    }
  }

  /// Keeps the clock that the source itself tells. While the source itself is not heard, keeps the clock
  /// that its hub tells: a wrong clock would keep the exchange from being taken from hubs for ever.
  mutating func keepClock(_ told: Int64, from hub: Int, at now: Int64) {
    if isItselfHeard, let ownOffset {
      clock = HubClock(offset: ownOffset)
    } else if hub == self.hub {
      _ = clock.accept(told, of: hub, lateBy: 0, at: now)
    }
  }

  /// Notes that the source is no longer asked itself: what it said is over, and what hubs say follows.
  mutating func returnToHubs(_ followed: [MarketID], at now: Int64) {
    markets.leave(followed, heard: isItselfHeard ? now : heard)
    (toldFailure, isItselfHeard, isToldSilent) = (nil, false, false)
  }
}

/// What hubs say of it.
extension HubSource {
  /// Forgets the clock when other hubs are followed: what the hubs before said of it may be wrong.
  mutating func forgetClock() { clock = HubClock() }

  /// Forgets the clock when a hub has set it back: compared with what was said before, every message now
  /// would count as late, whichever hub sends it.
  mutating func forgetClock(of hub: Int) {
    if [self.hub, clock.hub].contains(hub) { clock = HubClock() }
  }

  /// Takes what its hub says of how it hears the source.
  /// - Parameters:
  ///   - time: the time of its newest price, where it tells no clock.
  ///   - delay: how late the message is by the clocks in it.
  /// - Returns: whether the hub has missed more than it repeats: the hub gets that from the exchange's
  ///   history, and tells it only in its rings.
  mutating func hear(
    _ told: HubBeat.Source, from hub: Int, noSoonerThan time: Int64?, lateBy delay: Int64,
    staleAfter: Int64, at now: Moment, _ emit: (Update) -> Void
  ) -> Bool {
    keepTime(told, from: hub, noSoonerThan: time, lateBy: delay, at: now)
    let silence = liveAt.map { now.monotonic - $0 } ?? 0
    let hasMissed = told.link.isLive && silence > HubSchedule.recentMilliseconds
    if told.link.isLive { liveAt = now.monotonic }
    // The age in a message that waited somewhere is that of the time when it was sent.
    heard = told.age.map { now.monotonic - $0 - self.delay }
    let staleAt = Deadline((heard ?? .longAgo) + staleAfter)
    let isOld = told.link.isLive && staleAt.isDue(at: now.monotonic)
    self.staleAt = told.link.isLive && !isOld ? staleAt : .never
    if let offset = clock.offset, offset != toldOffset {
      toldOffset = offset
      emit(.clock(exchange: name, offset: offset))
    }
    if told.failureReason != toldFailure {
      toldFailure = told.failureReason
      emit(.failure(exchange: name, told.failureReason))
    }
    emit(.link(exchange: name, isOld ? .stale : told.link, heard: heard))
    return hasMissed
  }

  private mutating func keepTime(
    _ told: HubBeat.Source, from hub: Int, noSoonerThan time: Int64?, lateBy delay: Int64,
    at now: Moment
  ) {
    // A program that tells no clock has none: any clock will do that goes on and is not behind the
    // program's prices. A hub that tells no clock does not know that of the exchange yet.
    let wall = ExchangeClock.era.contains(now.wall) ? now.wall : nil
    var known = clock.offset.map { $0 + now.monotonic }
    // The known clock is wrong where the board's clock was ahead then, and is right now.
    let latest = now.wall + Candle.span
    if Market.isPublished(name), told.clock == nil, now.isSynchronised, known ?? 0 > latest,
      time ?? 0 <= latest
    {
      (clock, known) = (HubClock(), nil)
    }
    let own = Market.isPublished(name) ? [wall, time, known].compactMap { $0 }.max() : nil
    self.delay = 0
    if let shown = told.clock ?? own {
      self.delay = clock.accept(
        shown, of: hub, lateBy: told.clock == nil ? 0 : delay, at: now.monotonic)
    }
  }

  /// Notes the unit of its prices.
  /// - Returns: whether that is news.
  mutating func learn(unit: String) -> Bool {
    defer { toldUnit = unit }
    return toldUnit != unit
  }
}

/// Its markets.
extension HubSource {
  /// Notes that the broker had kept prices of these markets, from a time that is not known.
  mutating func recall(_ recalled: [MarketID]) {
    for market in recalled { markets.price(market) }
    markets.doubt(since: nil)
  }

  /// Notes that messages about its markets may have been missed since it last spoke.
  mutating func doubt() { markets.doubt(since: heard) }

  /// - Parameter unheard: nil where the market is heard.
  /// - Returns: whether that is news.
  mutating func hear(_ market: MarketID, _ unheard: Unheard?) -> Bool {
    markets.hear(market, unheard)
  }

  /// Notes that a message about the source leaves these markets out.
  /// - Returns: the markets whose state has changed.
  mutating func leaveOut(
    _ left: some Sequence<MarketID>, _ staleAfter: Int64, at now: Int64
  ) -> [(MarketID, Unheard)] {
    markets.leaveOut(left, staleAfter, at: now)
  }

  /// - Returns: the markets that no longer count as unheard.
  mutating func forgetUnheard() -> [MarketID] { markets.forgetUnheard() }

  mutating func forget(allBut followed: [MarketID]) { markets.forget(allBut: followed) }
}
