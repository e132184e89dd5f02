import SimulatedExchange

/// Judges candles against what was traded.
extension Oracle {
  /// Judges what must hold of candles whatever was traded.
  func judgeShape(_ line: Line, at time: Int64) {
    for candle in [line.live, line.closed].compactMap({ $0 }) {
      let (low, high) = (candle.low, candle.high)
      check(
        .candleIsOne,
        low <= candle.open && low <= candle.close && candle.open <= high && candle.close <= high
          && candle.start % 5 == 0, at: time
      ) { "\(line.market) \(candle)" }
    }
    guard let live = line.live, let closed = line.closed else { return }
    check(.candleIsOne, closed.start < live.start, at: time) {
      "\(line.market): \(closed.start) is finished while \(live.start) forms"
    }
  }

  /// - Parameters:
  ///   - isOver: whether the candle is finished.
  ///   - age: how old the newest message is that was read, as the line says: a backlog is read in parts.
  func judge(
    _ candle: Candle, _ market: Market, isOver: Bool, age: Int64 = 0, at time: Int64
  ) {
    let record = record(market)
    guard isDated(market, at: time), isAfter(record.doubt.falseUntil, candle, market, at: time)
    else {
      return
    }
    let trades = (candle.start..<candle.start + 5).flatMap(market.trades)
      .filter { $0.time <= time + market.clockOffset() }
    guard isAfter(doubtUntil(market), candle, market, at: time) else {
      // Where trades are told late or not at all, the candle invents none, and counts none twice.
      guard candle.source != "samples" else { return }
      let whole = Candle(trades)
      // Where all trades have come, lateness is no excuse.
      let isAll = candle.source == "trades" && whole.map { candle.holdsAll(of: $0) } ?? false
      let isTraded = isAll ? candle.isSame(as: whole!) : candle.isWithin(trades) || candle.isFlat
      return check(.candleIsTraded, isTraded, at: time) {
        "\(market.name) \(candle), traded \(whole.map { "\($0)" } ?? "nothing")"
      }
    }
    switch candle.source {
    case "trades":
      let isTraded =
        candle.isPrefix(of: trades)
        || (candle.isFlat && trades.allSatisfy { $0.time > time + market.clockOffset() - 1_500 })
        || (candle.isFlat && !isWell(market, for: 60_000, at: time))
      check(.candleIsTraded, isTraded, at: time) {
        comparison(candle, trades, market)
      }
      if isOver, candle.isFlat, !isTold(candle, of: market.name),
        let heard = record.words.heardAt
      {
        let silence = candle.start * 1_000 - market.clockOffset() - heard
        check(.silenceIsAGap, silence <= staleMilliseconds + 2_000, at: time) {
          "\(market.name) \(candle) begins \(silence) ms after anything was heard"
        }
      }
      if isOver, isWell(market, for: 20_000, at: time),
        time + market.clockOffset() >= (candle.start + 8) * 1_000
      {
        check(.candleIsComplete, isAll(candle, of: trades, market), at: time) {
          comparison(candle, trades, market)
        }
      }
      if isOver, !trades.isEmpty, isToldOrMissed(candle, market, age, at: time) {
        check(.candleIsHonest, isAll(candle, of: trades, market), at: time) {
          comparison(candle, trades, market)
        }
      }
    case "partial":
      check(.candleIsTraded, candle.isWithin(trades) || candle.isFlat, at: time) {
        comparison(candle, trades, market)
      }
    case "samples":
      // An exchange that was only polled has not told its time.
      let error = abs(market.clockOffset()) / 1_000 + 1
      let first = candle.start - 30 - error
      var around = (first..<candle.start + 6 + error).flatMap(market.trades).map(\.price)
      // A poll at that time is answered with the last price before it.
      if let last = market.lastTrade(first * 1_000 - 1) { around.append(last.price) }
      guard let low = around.min(), let high = around.max() else { return }
      check(.sampleIsTraded, candle.low >= low && candle.high <= high || candle.isFlat, at: time) {
        "\(market.name) \(candle), traded between \(low) and \(high)"
      }
    default: fail(.lineIsWhole, "a candle's source is \(candle.source)", at: time)
    }
  }

  /// Whether a stream has told everything until after the end of a candle, or had ended before that end.
  private func isToldOrMissed(
    _ candle: Candle, _ market: Market, _ age: Int64, at time: Int64
  ) -> Bool {
    guard hearsay.spokeAt.isEmpty else { return false }
    let record = record(market)
    let end = (candle.start + 5) * 1_000 - market.clockOffset()
    // A stream that was opened later does not show what an older one has still to say.
    let isOlder = (record.openedAt ?? .min / 2) < end - 5_000
    return isOlder && record.words.streamedAt.map { min($0, time - age) > end + 3_000 } ?? false
      || record.streams.endedAt.map { $0 < end && time > end + 1_000 } ?? false
  }

  private func comparison(
    _ candle: Candle, _ trades: [SimulatedTrade], _ market: Market
  ) -> String {
    "\(market.name) \(candle), traded \(Candle(trades).map { "\($0)" } ?? "nothing")"
  }

  /// Judges a candle against the one before it.
  func judge(_ candle: Candle, after earlier: Candle, _ market: Market, at time: Int64) {
    let record = record(market)
    guard candle.start == earlier.start + 5, candle.isFlat, candle.source == "trades",
      earlier.source == "trades", isAfter(record.doubt.falseUntil, earlier, market, at: time),
      isConfirmed(earlier, of: market.name)
    else { return }
    // A ticker may tell the price of a newer trade before the trade itself is told; where the trade is
    // lost, for as long as a stream without data is not suspected.
    let isLate = !isAfter(doubtUntil(market), earlier, market, at: time)
    let longest: Int64 = isLate && earlier.isFlat ? 70 : 0
    // Late stamps may make the exchange's clock seem behind: a price of now counts for that candle.
    let now = isLate ? (time + market.clockOffset()) / 1_000 + 1 : 0
    let end = max(candle.start + 5, now)
    let trades = (earlier.start - longest..<end).flatMap(market.trades)
    // Where trades are late, it is not known which one closed the candle: the first that may have.
    let mayHaveClosed = { (trade: SimulatedTrade) in
      trade.price == earlier.close && trade.time < candle.start * 1_000
    }
    let closed =
      isLate ? trades.firstIndex(where: mayHaveClosed) : trades.lastIndex(where: mayHaveClosed)
    let isTold = trades[(closed.map { $0 + 1 } ?? 0)...].contains { $0.price == candle.close }
    check(.flatFollows, candle.close == earlier.close || isTold, at: time) {
      "\(market.name) \(candle) after \(earlier)"
    }
  }

  /// Whether a candle begins after the time in which its exchange was in doubt. A candle that formed in
  /// doubt stays in doubt.
  private func isAfter(
    _ doubtUntil: Int64, _ candle: Candle, _ market: Market, at time: Int64
  ) -> Bool {
    time > doubtUntil && candle.start * 1_000 > doubtUntil + market.clockOffset()
  }

  /// Whether candles are told by the exchange's own clock. History that was asked for by the board's
  /// clock, where that is ahead, is asked for again once a stream has told the exchange's time.
  func isDated(_ market: Market, at time: Int64) -> Bool {
    guard market.clockOffset() < 0 else { return true }
    let record = record(market)
    let since = [record.words.heardSince, record.openedAt].compactMap { $0 }.max()
    return time - (since ?? time) > 10_000
  }

  /// Whether the board has had time to ask for all that it had missed of a market: it asks again within
  /// about a minute.
  func mayBeWhole(_ market: Market, at time: Int64) -> Bool {
    let record = record(market)
    guard let since = record.untroubledSince, !standIns.contains(market.exchange) else {
      return false
    }
    let left = max(record.leftAloneUntil, record.askedLessUntil)
    return time - max(since, boardWellSince, startedAt, left) > 100_000
  }

  /// Whether what was told at a second of the exchange's clock may not be so.
  func wasDoubted(_ market: Market, at second: Int64) -> Bool {
    let time = second * 1_000 - market.clockOffset()
    let record = record(market)
    return record.doubt.contains(time) || record.marketDoubts[market.name]?.contains(time) ?? false
  }

  /// A candle that may have been asked for again: it is what was traded, unless something else was told.
  func judgeRepaired(_ candle: Candle, _ market: Market, at time: Int64) {
    guard !wasDoubted(market, at: candle.start) else { return }
    let trades = (candle.start..<candle.start + 5).flatMap(market.trades)
    check(.candlesAreRight, isAll(candle, of: trades, market), at: time) {
      comparison(candle, trades, market)
    }
  }

  /// Whether a candle holds all of these trades, or, where there are none, stands at the price before.
  private func isAll(_ candle: Candle, of trades: [SimulatedTrade], _ market: Market) -> Bool {
    if let whole = Candle(trades) { return whole.isSame(as: candle) }
    let last = market.lastTrade(candle.start * 1_000 - 1)?.price
    return candle.isFlat && candle.close == last ?? candle.close
  }

  /// The candles of a line are those of now.
  func judgeTime(_ line: Line, _ market: Market, at time: Int64) {
    let record = record(market)
    // An exchange that tells something late or not at all has the right time all the same.
    guard let live = line.live, time > record.doubt.falseUntil else { return }
    let now = time + market.clockOffset()
    // Until an exchange tells its time, the board's clock counts. Polls do not tell it, and after a
    // sleep the board begins with what it knew before.
    let since = [record.words.heardSince, record.streams.triedAt].compactMap { $0 }
    let isNew =
      line.link == "polling" || time - max(startedAt, wokeAt, since.max() ?? startedAt) < 60_000
    // The board's clock may be wrong, or may have been wrong until now.
    guard !isNew || time - book.clockSetAt > 60_000 else { return }
    let latest = isNew ? max(now, time) : now
    // The board goes by what it knew of an exchange's clock until a new connection's first messages.
    guard time - (record.openedAt ?? .min / 2) > 3_000 else { return }
    check(.candleIsNow, live.start * 1_000 <= latest + 1_500, at: time) {
      "\(market.name) has a candle that begins in \(live.start * 1_000 - now) ms"
    }
    guard line.link == "streaming", isWell(market, for: 15_000, at: time),
      let since = record.words.heardSince, time - since > 15_000,
      // Candles are made anew once the exchange's clock turns out to be another.
      !isNew || abs(market.clockOffset()) < 4_000,
      // A new stream makes a candle unknown that held no more than the price before. From an exchange
      // that only stands in for another one nothing was heard until then.
      time - (record.openedAt ?? .min / 2) > (pair == nil ? 15_000 : 60_000)
    else { return }
    check(
      .candleIsNow,
      (live.start + 5) * 1_000 >= now - 3_000 && line.closed?.start == live.start - 5, at: time
    ) {
      "\(market.name) forms one of \(live.start) after \(line.closed?.start ?? 0) at \(now) ms"
    }
  }
}
