import MarketData
import Timing

/// The trades that the stream did not bring, fetched as candles: up to where each market is known,
/// what is missing since, and in which order that is asked for.
struct HistoryBackfill {
  /// A range by another clock than the exchange's own may not have happened yet, so less is asked
  /// for. A stream tells the exchange's time within a moment: waiting for it saves a call.
  private static let datedWithin: Int64 = 1_000
  private static let clocksDiffer: Int64 = 10_000

  /// What is to be asked for before the exchange has said what time it is.
  private struct Undated {
    /// By the monotonic clock: since when, and since when its stream was heard; nil while it is not.
    var since: Int64
    var streamsSince: Int64?
    var hasAsked = false
  }

  private var queue = BackfillQueue()
  /// For each market: the time, by the exchange's clock, up to which every trade is known or asked for.
  private var watermarks: [MarketID: Int64] = [:]
  /// From when on its stream has been heard, by that clock.
  private var streamedFrom: [MarketID: Int64] = [:]
  /// When its price was polled last, by what was taken for that clock then.
  private var sampledAt: [MarketID: Int64] = [:]
  /// Markets of which something was missed since, and that was not asked for yet.
  private var incomplete: Set<MarketID> = []
  private var undated: Undated?
  private var awaited = AwaitedTrades()
  /// Markets whose chart still waits for its first answer.
  private var filling: Set<MarketID> = []

  var isComplete: Bool { incomplete.isEmpty }

  /// A market is followed from now on.
  mutating func follow(_ market: MarketID) {
    filling.insert(market)
    incomplete.insert(market)
  }

  /// Forgets a market that is no longer followed: it begins anew when it is followed again.
  mutating func forget(_ market: MarketID) {
    queue.drop(market)
    (watermarks[market], streamedFrom[market], sampledAt[market]) = (nil, nil, nil)
    incomplete.remove(market)
    awaited.forget(market)
  }

  /// Nothing is wanted any more.
  mutating func stop() { incomplete = [] }

  /// The stream has brought a trade, or the time of the last one.
  mutating func heard(_ statement: Statement, of market: MarketID, at now: Int64) {
    if let trade = statement.trade { awaited.came(trade, in: market) }
    if let time = statement.ticker?.tradeTime { awaited.told(time, of: market, at: now) }
  }

  /// When a trade that a ticker told of, and that has not come, counts as lost.
  var lostTradeDeadline: Deadline { awaited.deadline }

  /// Trades that have not come by now are missing.
  mutating func findLostTrades(at now: Int64) {
    for (market, since) in awaited.popLost(at: now) {
      watermarks[market] = watermarks[market].map { min($0, Candle.bucket(of: since)) }
      incomplete.insert(market)
    }
  }

  /// Something may have been missed of these markets.
  mutating func suspect(_ markets: [MarketID]) { incomplete.formUnion(markets) }

  /// The stream has said nothing since a time of the exchange's clock; nil: it is not known since
  /// when. One more bucket counts as missing: messages that were delayed are lost with the connection.
  mutating func missed(_ markets: [MarketID], since time: Int64?) {
    let until = time.map { Candle.bucket(of: $0) - Candle.span }
    for market in markets {
      watermarks[market] = until.flatMap { until in watermarks[market].map { min($0, until) } }
    }
    incomplete = Set(markets)
    awaited.forget()
  }

  /// The price of a market was polled.
  mutating func sampled(_ market: MarketID, at time: Int64) { sampledAt[market] = time }

  /// The stream is heard of a market from a time on. The exchange's first stamps may show that this time
  /// is later than it was taken for when the time before it was asked for. They may also show that a
  /// price was polled before the time that it was given: what is asked for reaches as far as that price.
  mutating func streamBegan(_ market: MarketID, from time: Int64) {
    var time = time
    if let sampledAt = sampledAt[market], time..<time + Candle.span ~= sampledAt {
      time = sampledAt + 1
    }
    streamedFrom[market] = time
    if let known = watermarks[market], known < time { incomplete.insert(market) }
  }

  /// A market is listed again: nothing is known of its past.
  /// - Parameter isWanted: whether it is to be asked for.
  mutating func listed(_ market: MarketID, isWanted: Bool) {
    watermarks[market] = nil
    awaited.forget(market)
    if isWanted { incomplete.insert(market) }
  }

  mutating func unlisted(_ market: MarketID) { queue.drop(market) }

  /// Takes the time that the exchange's clock shows. Where a market is known up to a time to come,
  /// the clock was set back: nothing counts as known of that market.
  mutating func look(at clock: Int64) {
    for (market, until) in watermarks where clock < until - ExchangeClock.leewayMilliseconds {
      (watermarks[market], streamedFrom[market]) = (nil, nil)
      incomplete.insert(market)
    }
  }

  func isUnknown(_ market: MarketID) -> Bool { watermarks[market] == nil }

  /// Asks for what happened since the stream was last heard.
  ///
  /// The second that is running now is asked for again when it is over, since its trades before the
  /// subscription took effect were not streamed. With it the bucket before is asked for, where
  /// history may not have all of that yet. Without a stream everything after that second is
  /// sampled, and asked for when the stream is back.
  /// - Parameters:
  ///   - markets: those that are wanted.
  ///   - clock: what the exchange's clock shows.
  ///   - isDated: whether the exchange itself has told this time.
  mutating func askForMissing(
    _ markets: [MarketID], isLive: Bool, clock: Int64, isDated: Bool, at now: Int64
  ) {
    var second = clock - clock % 1_000
    if !isDated {
      second = Candle.bucket(of: clock - Self.clocksDiffer)
      var asked = undated ?? Undated(since: now)
      asked.streamsSince = isLive ? asked.streamsSince ?? now : nil
      let isAsking = asked.streamsSince.map { now - $0 >= Self.datedWithin } ?? true
      if isAsking { asked.hasAsked = true }
      undated = asked
      guard isAsking else { return }
    }
    let bucket = Candle.bucket(of: second)
    let unsettled = Candle.bucket(of: second - Candle.settlingMilliseconds)
    let isHeard = isLive && isDated
    for market in markets where incomplete.contains(market) {
      // What is not over by the clock yet is asked for as soon as it is.
      if isHeard, streamedFrom[market] ?? .min > second + 1_000 { continue }
      let known = watermarks[market].map(Candle.bucket) ?? .min
      let start = max(known, bucket - CandleRing.span + Candle.span)
      queue.want(market, min(start, second)..<second, notBefore: now, at: now)
      watermarks[market] = isHeard ? second + 1_000 : second
      if isHeard {
        queue.want(
          market, unsettled..<second + 1_000,
          notBefore: now + second + BackfillQueue.settlesWithin - clock,
          at: now)
      }
      if isLive { incomplete.remove(market) }
    }
  }

  /// The exchange has said what time it is: what was left out until then is asked for.
  /// - Parameter offset: the exchange's Unix milliseconds less our monotonic ones.
  mutating func date(by offset: Int64, _ markets: [MarketID]) {
    guard let undated else { return }
    self.undated = nil
    if undated.hasAsked { missed(markets, since: undated.since + offset) }
  }

  /// When the next stretch may be asked for.
  var deadline: Deadline { queue.deadline }

  /// What was asked for and not answered yet.
  var asked: BackfillQueue.Stretch? { queue.asked }

  /// The next stretch to ask for.
  /// - Parameter clock: what the exchange's clock shows.
  mutating func next(at now: Int64, clock: Int64) -> BackfillQueue.Stretch? {
    queue.next(at: now, clock: clock)
  }

  /// Takes the answer.
  /// - Returns: the candles that are known now in whole buckets, and the time that they cover.
  mutating func answered(
    _ page: HistoryPage, at now: Int64
  ) -> (candles: [Candle], covering: Range<Int64>)? { queue.answered(page, at: now) }

  mutating func failed(at now: Int64) { queue.failed(at: now) }

  /// Ends the wait for a market's chart, as its first answer has come, good or not.
  /// - Returns: whether it was waited for.
  mutating func endWait(for market: MarketID) -> Bool { filling.remove(market) != nil }
}
