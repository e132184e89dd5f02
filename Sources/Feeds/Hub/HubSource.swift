import MarketData
import Timing

/// What a follower knows of one source: from which hub it is taken, what its clock shows, and what was
/// told of it and of its markets.
struct HubSource {
  let name: String
  /// The index of the hub that it is taken from; nil where it is taken from none.
  private(set) var hub: Int?
  private(set) var clock = HubClock()
  /// What its clock shows as it says itself, Unix milliseconds less our monotonic ones.
  private var ownOffset: Int64?
  private var isItselfHeard = false
  /// When it last spoke, by our monotonic clock.
  private(set) var heard: Int64?
  /// When its hub last said that it hears it.
  private var liveAt: Int64?
  private var toldFailure: FailureReason?
  private var toldOffset: Int64?
  /// What its prices are counted in, where it says so itself.
  private var toldUnit: String?
  private(set) var markets = ToldMarkets()
  /// How much longer its newest message was on its way than the fastest.
  private(set) var delay: Int64 = 0
  /// When it is stale unless more is said of it: what says so may be lost on its way, the hub may wait
  /// longer than this board, and another program may go on to publish other markets under its name.
  private(set) var staleAt = Deadline.never
  /// Whether it was said that no hub tells of it.
  private var isToldSilent = false

  init(_ name: String) { self.name = name }

  /// How it is heard while nobody tells of it.
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

  /// No hub tells of it.
  /// - Returns: whether that is news.
  mutating func fallSilent() -> Bool {
    guard !isToldSilent else { return false }
    (isToldSilent, toldFailure) = (true, .hubSilent)
    return true
  }

  /// Nothing is told of it any more.
  /// - Returns: the time, by its clock, in which what stood still may have moved; nil where that is not known.
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
  /// It is asked itself from now on: hubs say no more when it is stale.
  mutating func askItself() { staleAt = .never }

  /// It says something itself: how late hubs tell of it counts by its own clock, and of which markets it
  /// has not told yet.
  mutating func learn(from update: Update) {
    switch update {
    case .clock(_, let offset): ownOffset = offset
    case .link(_, let link, let heard):
      isItselfHeard = link.isLive
      // What a hub tells later is of after that.
      if let heard { self.heard = max(self.heard ?? heard, heard) }
    case .unheard(let market, let unheard): _ = hear(market, unheard)
    default: break
    }
  }

  /// Its own clock counts. While that is not heard it is what hubs say of it: one that was wrong would keep
  /// the exchange from being taken from them for ever.
  mutating func keepClock(_ told: Int64, from hub: Int, at now: Int64) {
    if isItselfHeard, let ownOffset {
      clock = HubClock(offset: ownOffset)
    } else if hub == self.hub {
      _ = clock.accept(told, of: hub, lateBy: 0, at: now)
    }
  }

  /// It is asked itself no more: what it said is over, and what a hub says of it follows.
  mutating func returnToHubs(_ followed: [MarketID], at now: Int64) {
    markets.leave(followed, heard: isItselfHeard ? now : heard)
    (toldFailure, isItselfHeard, isToldSilent) = (nil, false, false)
  }
}

/// What hubs say of it.
extension HubSource {
  /// Other hubs are followed: what those before said of the time need not be so.
  mutating func forgetClock() { clock = HubClock() }

  /// A hub has set its clock back: what was said before would make all that is said now late, whoever
  /// says it.
  mutating func forgetClock(of hub: Int) {
    if [self.hub, clock.hub].contains(hub) { clock = HubClock() }
  }

  /// Its hub says how it hears it.
  /// - Parameters:
  ///   - time: of its newest price, where it tells no clock.
  ///   - delay: how late the message is by the clocks in it.
  /// - Returns: whether the hub has missed more than it repeats: it gets that from its exchange's history,
  ///   and tells it in its rings alone.
  mutating func hear(
    _ told: HubBeat.Source, from hub: Int, noSoonerThan time: Int64?, lateBy delay: Int64,
    staleAfter: Int64, at now: Moment, _ emit: (Update) -> Void
  ) -> Bool {
    keepTime(told, from: hub, noSoonerThan: time, lateBy: delay, at: now)
    let silence = liveAt.map { now.monotonic - $0 } ?? 0
    let hasMissed = told.link.isLive && silence > HubSchedule.recentMilliseconds
    if told.link.isLive { liveAt = now.monotonic }
    // A message that waited somewhere has an age of then.
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
    // A program that tells no time has none of its own: any will do that goes on and is not behind its
    // prices. A hub that tells none does not know that of the exchange yet.
    let wall = ExchangeClock.era.contains(now.wall) ? now.wall : nil
    var known = clock.offset.map { $0 + now.monotonic }
    // Unless the board's clock was ahead then, and is right now.
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

  /// What its prices are counted in.
  /// - Returns: whether that is news.
  mutating func learn(unit: String) -> Bool {
    defer { toldUnit = unit }
    return toldUnit != unit
  }
}

/// Its markets.
extension HubSource {
  /// The broker had kept prices of these, of a time that nobody knows.
  mutating func recall(_ recalled: [MarketID]) {
    for market in recalled { markets.price(market) }
    markets.doubt(since: nil)
  }

  /// What was said of them since it last spoke is not known.
  mutating func doubt() { markets.doubt(since: heard) }

  /// - Parameter unheard: nil where it is heard.
  /// - Returns: whether that is news.
  mutating func hear(_ market: MarketID, _ unheard: Unheard?) -> Bool {
    markets.hear(market, unheard)
  }

  /// It goes on, and leaves these out.
  /// - Returns: those whose state is another.
  mutating func leaveOut(
    _ left: some Sequence<MarketID>, _ staleAfter: Int64, at now: Int64
  ) -> [(MarketID, Unheard)] {
    markets.leaveOut(left, staleAfter, at: now)
  }

  /// - Returns: those that count as unheard no more.
  mutating func forgetUnheard() -> [MarketID] { markets.forgetUnheard() }

  mutating func forget(allBut followed: [MarketID]) { markets.forget(allBut: followed) }
}
