import MarketData
import Timing

/// The trades that the stream did not bring: they are told as gaps, for which no candles are made
/// up, and asked for as history where the exchange keeps it.
///
/// A silence of the stream makes both a gap and a stretch of history to be asked for, and its end ends both.
struct MissedTrades {
  private var gaps = GapTracker()
  private var backfill = HistoryBackfill()
  /// Whether the endpoint that is used offers history.
  private var offersHistory: Bool

  init(on endpoint: Endpoint) { offersHistory = endpoint.history != nil }

  /// Another endpoint is used, and nothing that was asked on the last one is waited for.
  mutating func changedEndpoint(to endpoint: Endpoint, at now: Int64) {
    offersHistory = endpoint.history != nil
    backfill.failed(at: now)
  }
}

/// The markets whose trades are watched.
extension MissedTrades {
  mutating func follow(_ market: MarketID, _ emit: (Update) -> Void) {
    gaps.follow(market)
    guard offersHistory else { return }
    backfill.follow(market)
    emit(.filling(market: market, true))
  }

  mutating func leave(
    _ market: MarketID, clock: FeedClock, at now: Int64, _ emit: (Update) -> Void
  ) {
    // Only a part of the candle that forms was heard.
    if let gap = gaps.leave(market, clock: clock, at: now) {
      emit(.missed(market: market, gap))
    }
    backfill.forget(market)
    endWait(for: market, emit)
  }

  /// Nothing is wanted any more.
  mutating func stop() { backfill.stop() }

  mutating func listed(_ market: MarketID, isFollowed: Bool) {
    backfill.listed(market, isWanted: isFollowed && offersHistory)
  }

  mutating func unlisted(_ market: MarketID) { backfill.unlisted(market) }
}

/// How trades come to be missed.
extension MissedTrades {
  /// The stream tells nothing of these markets from a time on, by the monotonic clock.
  mutating func beginGaps(
    of markets: [MarketID], since time: Int64, clock: FeedClock, at now: Int64,
    _ emit: (Update) -> Void
  ) {
    for gap in gaps.beginGaps(of: markets, since: time, clock: clock, at: now) {
      emit(.missed(market: gap.market, gap.range))
    }
  }

  /// The stream has said nothing more from a time on; nil: it is not known since when.
  mutating func streamFellSilent(
    since time: Int64?, _ followed: [MarketID], clock: FeedClock, at now: Int64,
    _ emit: (Update) -> Void
  ) {
    beginGaps(of: followed, since: time ?? now, clock: clock, at: now, emit)
    if offersHistory { backfill.missed(followed, since: time.flatMap(clock.now)) }
  }

  /// A stream of another endpoint has taken over; both times are by the exchange's clock.
  mutating func streamChanged(
    heard since: Int64?, until: Int64?, _ followed: [MarketID], _ emit: (Update) -> Void
  ) {
    // What the last stream still had on its way is lost with it.
    if let since, let until {
      for market in followed { emit(.missed(market: market, since..<max(until, since + 1))) }
    }
    // A trade that both streams have told of counts twice: history tells of it once.
    if offersHistory { backfill.missed(followed, since: until) }
  }

  /// The exchange's clock has jumped: what was heard belongs to another time.
  mutating func clockJumped(
    by milliseconds: Int64, to clockNow: Int64, _ followed: [MarketID], _ emit: (Update) -> Void
  ) {
    if offersHistory { backfill.missed(followed, since: nil) }
    guard milliseconds > 0 else { return }
    for market in followed {
      emit(.missed(market: market, clockNow - milliseconds..<clockNow))
    }
  }

  /// The subscription to these markets may have taken effect only now.
  mutating func suspect(_ markets: [MarketID]) { backfill.suspect(markets) }

  /// A ticker told of a trade that the stream is to bring, too, or such a trade has come.
  mutating func heard(_ statement: Statement, of market: MarketID, at now: Int64) {
    if offersHistory { backfill.heard(statement, of: market, at: now) }
  }

  /// Takes what the exchange's clock shows.
  mutating func look(at clock: Int64) { backfill.look(at: clock) }

  /// The price of a market was polled.
  mutating func sampled(_ market: MarketID, at time: Int64) { backfill.sampled(market, at: time) }

  var lostTradeDeadline: Deadline { backfill.lostTradeDeadline }
  mutating func findLostTrades(at now: Int64) { backfill.findLostTrades(at: now) }
}

/// How gaps end.
extension MissedTrades {
  var hasGaps: Bool { !gaps.isEmpty }

  /// The stream is heard of a market from now on; the time since it was last heard is a gap.
  mutating func endGap(
    of market: MarketID, clock: FeedClock, at now: Int64, _ emit: (Update) -> Void
  ) {
    if let gap = gaps.endGap(of: market, clock: clock, at: now) { ended(gap, of: market, emit) }
  }

  /// The exchange may have said what time it is: gaps that ended before that are told anew.
  mutating func date(
    by clock: FeedClock, _ followed: [MarketID], at now: Int64, _ emit: (Update) -> Void
  ) {
    for gap in gaps.date(by: clock, at: now) { ended(gap.range, of: gap.market, emit) }
    if offersHistory, let offset = clock.measured { backfill.date(by: offset, followed) }
  }

  /// The time before the stream is heard is missing, and is asked for.
  private mutating func ended(
    _ gap: Range<Int64>, of market: MarketID, _ emit: (Update) -> Void
  ) {
    emit(.missed(market: market, gap))
    if offersHistory { backfill.streamBegan(market, from: gap.upperBound) }
  }
}

/// The history that is asked for.
extension MissedTrades {
  var isComplete: Bool { backfill.isComplete }

  /// Whether the past of one of these markets is not known.
  func isUnknown(anyOf markets: [MarketID]) -> Bool { markets.contains(where: backfill.isUnknown) }

  /// When history is due, where nothing holds back the calls for it.
  var historyDue: Deadline { backfill.deadline }

  /// What happened since the stream was last heard is wanted.
  mutating func want(_ markets: [MarketID], isLive: Bool, clock: FeedClock, at now: Int64) {
    guard offersHistory, let clockNow = clock.now(now) else { return }
    backfill.askForMissing(
      markets, isLive: isLive, clock: clockNow, isDated: clock.measured != nil, at: now)
  }

  /// - Returns: nil where nothing is wanted now.
  mutating func askForHistory(
    of markets: FeedMarkets, on endpoint: Endpoint, clock: Int64, at now: Int64
  ) -> [RESTCalls.Question]? {
    guard let source = endpoint.history, let stretch = backfill.next(at: now, clock: clock) else {
      return nil
    }
    let code = markets.code(of: stretch.market)
    let path = stretch.cursor.flatMap {
      (source as? any CursorHistorySource)?.historyPath(code: code, before: $0)
    }
    let daily = (source as? any DailyHistorySource)?.historyPath(
      code: code, range: stretch.range, at: clock)
    let whole = path ?? daily ?? source.historyPath(code: code, range: stretch.range)
    return [(.history(stretch.market), whole)]
  }

  mutating func read(
    _ body: UnsafeBufferPointer<UInt8>, of market: MarketID, _ markets: FeedMarkets,
    on endpoint: Endpoint, at now: Int64, _ emit: (Update) -> Void
  ) -> Reading {
    guard let range = backfill.asked?.range,
      let found = endpoint.history?.readHistory(
        body, of: markets.code(of: market), range: range)
    else { return .unclear() }
    if let known = backfill.answered(found, at: now), markets.isFollowed(market) {
      emit(.history(market: market, known.candles, covering: known.covering))
    }
    endWait(for: market, emit)
    return .understood()
  }

  /// A call for the history of a market was not answered.
  mutating func failed(_ market: MarketID, at now: Int64, _ emit: (Update) -> Void) {
    backfill.failed(at: now)
    endWait(for: market, emit)
  }

  private mutating func endWait(for market: MarketID, _ emit: (Update) -> Void) {
    if backfill.endWait(for: market) { emit(.filling(market: market, false)) }
  }
}
