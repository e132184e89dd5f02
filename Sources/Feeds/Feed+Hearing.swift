import MarketData

/// When the stream is heard, and of which time it said nothing: what comes too late counts as not
/// heard, and candles of a time of which nobody knows are not made up.
extension Feed {
  /// A stream that is late for so long is closed: a new connection carries no backlog.
  private static let lateMilliseconds: Int64 = 60_000

  /// By its own stamps what comes is older than may be shown as new.
  var isLate: Bool { delay.milliseconds >= limits.staleAfterMilliseconds }

  /// What the stream says is of now.
  var isStreamHeard: Bool { isStreamLive && !isLate }

  /// When a late stream is given up.
  var lateEnds: Int64? { lateSince.map { $0 + Self.lateMilliseconds } }

  /// When the exchange said what is known: as late as its stamps say.
  var spokeAt: Int64? {
    let late = delay.milliseconds
    return late == 0 ? heard : heard.map { max($0 - late, pollHeard ?? .min) }
  }

  /// Begins and ends what follows from a stream that is late.
  mutating func watchDelay(at now: Int64, _ say: (Update) -> Void) {
    guard isStreamLive, isLate else {
      lateSince = nil
      return
    }
    guard let since = lateSince else {
      lateSince = now
      pollAt = min(pollAt ?? .max, earliestPoll(now))
      let seconds = delay.milliseconds / 1_000
      complain(.connect, .warning, "what comes is \(seconds) s old; polling")
      return missed(since: now - delay.milliseconds, at: now, say)
    }
    guard now >= since + Self.lateMilliseconds else { return }
    intents.append(.close(line: current))
    lost(current, Closure(reason: "what comes is too old"), at: now, say)
  }

  /// From `time` on, by the monotonic clock, the stream has said nothing more.
  mutating func stopHearing(since time: Int64, at now: Int64, _ say: (Update) -> Void) {
    for market in followed where unheardSince[market] == nil {
      unheardSince[market] = time
      guard let from = clock.now(time), let clockNow = clock.now(now) else { continue }
      // Nothing will be heard in the rest of the bucket, either.
      say(.missed(market: market, from..<Candle.bucket(of: clockNow) + Candle.span))
    }
  }

  /// What the stream carries is heard from now on; of the time since it was heard last, nothing was.
  mutating func beginHearing(at now: Int64, _ say: (Update) -> Void) {
    guard !unheardSince.isEmpty, isStreamHeard, let clockNow = clock.now(now) else { return }
    for market in followed where !uncarried.contains(market) {
      guard let since = unheardSince.removeValue(forKey: market) else { continue }
      let from = max(clockNow - (now - since), clockNow - CandleRing.span)
      if from < clockNow { say(.missed(market: market, from..<clockNow)) }
    }
  }
}
