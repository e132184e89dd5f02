/// Judges what the board asks exchanges, against the limits that each of them states.
extension Oracle {
  // MARK: What the simulation knows

  /// The stream of its exchange says nothing of a market from now on.
  public func mutes(_ name: String, at time: Int64) {
    guard let market = market(name) else { return }
    record(market).muted[name] = (time, time)
    doubt(market)
  }

  /// It says everything again.
  /// - Parameter begin: when it did last.
  public func mutesNone(_ name: String, since begin: Int64, at time: Int64) {
    guard let market = market(name) else { return }
    record(market).muted[name] = nil
    record(market).marketDoubts[name]!.note(begin, until: time)
  }

  /// The board asks an exchange.
  /// - Parameter isFound: its address has been known; calls that have waited for it leave together.
  public func asked(_ exchange: String, _ target: String, isFound: Bool, at time: Int64) {
    judgeRateCall(exchange, at: time)
    let record = record(exchange)
    let wait = record.calls.waitsUntil[Self.path(target)] ?? 0
    check(.waitIsKept, time >= wait - 1_000, at: time) {
      "\(exchange) is asked \(target) \(wait - time) ms too soon"
    }
    // Its documentation calls one call a second safe.
    if exchange == "kraken" {
      let last = record.calls.lastAt ?? .min / 2
      record.calls.lastAt = isFound ? time : nil
      check(.requestLimit, !isFound || time - last >= 1_000, at: time) {
        "\(exchange) is asked \(target) \(time - last) ms after another call"
      }
    }
    guard Self.asksForPrices(target) else { return judgeRest(exchange, record, at: time) }
    judgeNeed(of: target, exchange, record, at: time)
    record.calls.pricesToldAt = time
    for market in markets where market.exchange == exchange {
      let code = market.name.drop { $0 != ":" }.dropFirst()
      // API 1.x of Bithumb has another name for it, or is asked for all at once.
      if [String(code), Self.classicName(of: code), "ALL_"].contains(where: target.contains) {
        record.muted[market.name]?.askedAt = time
      }
    }
    // A network that comes back is a reason to ask at once.
    if let last = record.calls.askedAt.updateValue(time, forKey: target),
      record.calls.told.remove(target) != nil, last >= boardWellSince
    {
      check(.pollsArePaced, time - last >= 900, at: time) {
        "\(exchange) is asked \(target) again after \(time - last) ms"
      }
    }
  }

  /// An exchange has answered a request.
  /// - Parameters:
  ///   - isOnPurpose: a fault may have chosen the status.
  ///   - waitSeconds: how long the exchange wants not to be asked so.
  public func answered(
    _ exchange: String, _ target: String, status: Int, waitSeconds: Int64?, isOnPurpose: Bool,
    at time: Int64
  ) {
    check(.requestLimit, isOnPurpose || (status != 429 && status != 418), at: time) {
      "\(exchange) answered \(status)"
    }
    let record = record(exchange)
    if status == 404 { record.missedAt = time }
    if status < 300, record.calls.askedAt[target] ?? time >= record.calls.leftAt ?? .min {
      record.calls.told.insert(target)
    }
    // Of the others one call counts against the limit of all: who is refused one leaves all alone.
    if Self.asksForPrices(target) || exchange != "upbit" {
      // What was not found may be there no more. Every other refusal is followed by another try.
      let isTriedAgain = status < 300 || status != 404 && Self.asksForPrices(target)
      record.calls.pricesToldAt = isTriedAgain ? time : nil
      if status >= 400 { record.refusedAt = time }
      // What was asked before that may be told after it.
      if status >= 400, let waitSeconds {
        record.calls.pricesWaitUntil = max(
          record.calls.pricesWaitUntil, time + waitSeconds * 1_000)
      }
    }
    if status == 418 || Self.isBlock(status) { record.streams.triedInVain += 1 }
    // Exchanges' documentation: 403 and 451 are no passing states.
    if Self.isBlock(status) { leave(exchange, aloneUntil: time + Self.blockMilliseconds) }
    if status == 418 {
      banned(exchange, target, isStream: false, waitSeconds: waitSeconds, at: time)
    }
    // Who has another server may turn to it, and then waits for no answer of this one any more.
    if Self.isBlock(status), Self.asksForPrices(target), !Self.spared.contains(exchange),
      markets.contains(where: { $0.exchange == exchange })
    {
      blocked(exchange, target, at: time)
    }
    guard status == 429 else { return }
    if let waitSeconds { record.calls.waitsUntil[Self.path(target)] = time + waitSeconds * 1_000 }
    // A call that was asked too often has nothing to do with the stream.
    let wait = max(120_000, (waitSeconds ?? 0) * 1_000)
    record.askedLessUntil = max(record.askedLessUntil, time + wait)
  }

  /// An exchange has counted more calls, or more handshakes, than it allows. Who has just begun knows nothing
  /// of those of the life before.
  public func overran(_ exchange: String, at time: Int64) {
    check(.requestLimit, time - startedAt < 60_000, at: time) {
      "\(exchange) was asked more than it allows"
    }
  }

  /// An exchange has answered a call or an upgrade with 418: nothing is asked of that server for the time
  /// that it names, and for a minute at least. A ban grows with each call that is made meanwhile.
  func banned(
    _ exchange: String, _ target: String, isStream: Bool, waitSeconds: Int64?, at time: Int64
  ) {
    let until = time + max(waitSeconds ?? 0, 60) * 1_000
    let server = Self.server(of: exchange, target, isStream: isStream)
    let record = record(exchange)
    // What was under way is answered by the same ban.
    if time - record.calls.bannedAt > 30_000 {
      record.calls.bannedAt = time
      record.calls.banCount += 1
    }
    record.calls.bans[server] = (time, until)
    // Who tries again may have to wait a moment longer, for a reason of its own.
    let longest = Self.banMilliseconds(record.calls.banCount)
    leave(exchange, aloneUntil: max(until, time + longest) + 60_000)
  }

  /// So long a ban is kept at most: a minute, twice as long with each one more, up to an hour. Which ones of
  /// a life count is not seen: all of them at most.
  private static func banMilliseconds(_ number: Int64) -> Int64 {
    min(3_600_000, 60_000 << min(number - 1, 6))
  }

  /// One more ban than there were in this life may be under way.
  public func mayBeBanned(_ exchange: String, at time: Int64) {
    let longest = Self.banMilliseconds(record(exchange).calls.banCount + 1)
    leave(exchange, aloneUntil: time + longest + 60_000)
  }

  /// An exchange has refused so that it may be left alone until then.
  public func leave(_ exchange: String, aloneUntil time: Int64) {
    let record = record(exchange)
    record.leftAloneUntil = max(record.leftAloneUntil, time)
  }

  /// Until when the exchange that is to be left alone longest is.
  public var allLeftAloneUntil: Int64 {
    let exchanges = markets.map { record($0) }
    return exchanges.map { max($0.leftAloneUntil, $0.askedLessUntil) }.max() ?? 0
  }

  /// What API 1.x of Bithumb calls a market: `BTC_KRW` for `KRW-BTC`.
  public static func classicName(of code: some StringProtocol) -> String {
    code.split(separator: "-").reversed().joined(separator: "_")
  }

  // MARK: Rules

  /// The exchanges that have another server.
  public static let spared = ["binance", "bithumb"]

  /// What a target asks for, whatever of it: a wait is for all of that.
  static func path(_ target: String) -> Substring { target.prefix { $0 != "?" } }

  /// `/ticker`, or `/Ticker` on Kraken.
  private static func asksForPrices(_ target: String) -> Bool {
    target.contains("/ticker") || target.contains("/Ticker")
  }

  /// Binance's server of data alone is another one than the usual. Bithumb has two of streams, and one of
  /// calls beside both.
  static func server(
    of exchange: String, _ target: String, isStream: Bool
  ) -> ExchangeRecord.CallServer {
    if exchange == "bithumb", !isStream { return .shared }
    return isSpare(target) ? .spare : .usual
  }

  /// Prices are asked for every five seconds at most, and hardly ever where a stream tells them all.
  private func judgeNeed(
    of target: String, _ exchange: String, _ record: ExchangeRecord, at time: Int64
  ) {
    var asked = record.calls.asked[target, default: []]
    asked.removeAll { $0.at < time - 600_000 }
    asked.append((time, isTold: tellsAllPrices(exchange, record, at: time)))
    record.calls.asked[target] = asked
    let newest = asked.count { $0.at > time - 60_000 }
    check(.pollsArePaced, newest <= 20, at: time) {
      "\(exchange) was asked \(target) \(newest) times within a minute"
    }
    // Now and then it is made sure that the stream has left nothing out.
    let needless = asked.count(where: \.isTold)
    check(.pollsArePaced, needless <= 3, at: time) {
      "\(exchange) was asked \(target) \(needless) times within ten minutes, while its stream told all"
    }
  }

  /// Once nothing is missing, what is no price is asked for now and then: for a page, or for a trade that
  /// is looked for. Forty calls a minute are more than all that.
  private func judgeRest(_ exchange: String, _ record: ExchangeRecord, at time: Int64) {
    record.calls.others.removeAll { $0 <= time - 60_000 }
    record.calls.others.append(time)
    let own = markets.filter { $0.exchange == exchange }
    // Pages are turned as fast as somebody likes, a reload may bring a market back, and of Kraken, which
    // allows little more, much may be missing for long.
    guard !own.isEmpty, exchange != "kraken", hearsay.spokeAt.isEmpty,
      !isAsked(since: time - 60_000), let readableSince, time - readableSince > 160_000,
      own.allSatisfy({ mayBeWhole($0, at: time - 60_000) && time - doubtUntil($0) > 160_000 })
    else { return }
    let count = record.calls.others.count
    check(.historyRests, count <= 40, at: time) {
      "\(exchange) was asked \(count) times within a minute, and nothing was missing"
    }
  }

  /// Whether its stream has surely told the price of every market for a while.
  private func tellsAllPrices(
    _ exchange: String, _ record: ExchangeRecord, at time: Int64
  ) -> Bool {
    guard record.streams.missingSince == nil, record.streams.onSpareSince == nil,
      record.muted.isEmpty, let opened = record.openedAt, opened < time - 100_000
    else { return false }
    return markets.allSatisfy { market in
      guard market.exchange == exchange else { return true }
      let now = (time + market.clockOffset()) / 1_000
      return isWell(market, for: 130_000, at: time) && time > doubtUntil(market) + 100_000
        && (now - 60...now - 5).contains { !market.trades($0).isEmpty }
    }
  }

  /// Prices are asked for as long as no stream tells them.
  func judgePolls(_ exchange: String, _ record: ExchangeRecord, at time: Int64) {
    guard let reachable = record.reachableSince else { return }
    let since = max(reachable, boardWellSince, startedAt)
    let isRefused = record.isAskedSlowly(at: time)
    // What it said last may be that its markets are not there any more: then its list is asked for.
    let isGone = record.words.heardAt.map { $0 <= record.doubt.falseUntil } ?? false
    if !isGone, let told = record.calls.pricesToldAt, let missing = record.streams.missingSince {
      let since = max(since, told, missing, record.calls.pricesWaitUntil, record.leftAloneUntil)
      // The last answer, a new connection with TLS and the call itself go forth and back.
      let longest = (isRefused ? 100_000 : 30_000) + 5 * delayMilliseconds
      check(.pollsGoOn, time - since <= longest, at: time) {
        "\(exchange) was not asked for prices for \(time - since) ms"
      }
    }
    guard record.streams.missingSince == nil, let opened = record.openedAt else { return }
    for (market, out) in record.muted.sorted(by: { $0.key < $1.key }) where opened > out.since {
      // Nobody asks for one that the configuration leaves out.
      if let market = self.market(market), mayBeLeftOut(market, at: time) {
        record.muted[market.name]!.askedAt = time
        continue
      }
      let since = max(since, opened, out.askedAt, record.askedLessUntil)
      check(.pollsGoOn, time - since <= (isRefused ? 600_000 : 40_000), at: time) {
        "the price of \(market), of which the stream says nothing, was not asked for "
          + "in \(time - since) ms"
      }
    }
  }
}
