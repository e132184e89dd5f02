/// Judges what the board asks exchanges, against the limits that each of them states.
extension Oracle {
  // MARK: What the simulation knows

  /// The stream of its exchange says nothing of a market from now on.
  public func mutes(_ name: String, at time: Int64) {
    guard let market = market(name) else { return }
    record(market).muted[name] = (time, time, time)
    doubt(market)
  }

  /// The stream tells of the market again.
  /// - Parameter begin: since when it said nothing of it.
  public func mutesNone(_ name: String, since begin: Int64, at time: Int64) {
    guard let market = market(name) else { return }
    record(market).muted[name] = nil
    record(market).marketDoubts[name]!.note(begin, until: time)
  }

  /// The board asks an exchange.
  /// - Parameter isFound: its address was known before; calls that have waited for it leave together.
  public func asked(_ exchange: String, _ target: String, isFound: Bool, at time: Int64) {
    judgeRateCall(exchange, at: time)
    let record = record(exchange)
    let wait = record.calls.waitsUntil[Self.path(target)] ?? 0
    check(.waitIsKept, time >= wait - 1_000, at: time) {
      "\(exchange) is asked \(target) \(wait - time) ms too soon"
    }
    // Kraken's documentation calls one call a second safe.
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
    for market in markets where market.exchange == exchange && Self.asks(target, for: market) {
      judgePace(of: market, record, at: time)
      record.muted[market.name]?.askedAt = time
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
  ///   - waitSeconds: for how long the exchange wants no such request.
  public func answered(
    _ exchange: String, _ target: String, status: Int, waitSeconds: Int64?, isOnPurpose: Bool,
    at time: Int64
  ) {
    check(.requestLimit, isOnPurpose || (status != 429 && status != 418), at: time) {
      "\(exchange) answered \(status)"
    }
    let record = record(exchange)
    if status == 404 { record.missedAt = time }
    if isOnPurpose, exchange == "bithumb" { record.calls.hiddenRefusalAt = time }
    if status < 300, Self.asksForPrices(target) {
      for market in markets where market.exchange == exchange && Self.asks(target, for: market) {
        record.muted[market.name]?.toldAt = time
      }
    }
    if status < 300, record.calls.askedAt[target] ?? time >= record.calls.leftAt ?? .min {
      record.calls.told.insert(target)
    }
    // At exchanges other than Upbit all calls count against one limit: after a refusal none is made.
    if Self.asksForPrices(target) || exchange != "upbit" {
      // After a 404 the market may be gone. After any other refusal prices are asked for again.
      let isTriedAgain = status < 300 || status != 404 && Self.asksForPrices(target)
      record.calls.pricesToldAt = isTriedAgain ? time : nil
      if status >= 400 { record.refusedAt = time }
      // The answer to an earlier call may come after this one: the longer wait counts.
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
    // Where an exchange has another server the board may turn to that, and not read this answer.
    if Self.isBlock(status), Self.asksForPrices(target), !Self.spared.contains(exchange),
      markets.contains(where: { $0.exchange == exchange })
    {
      blocked(exchange, target, at: time)
    }
    guard status == 429 else { return }
    if let waitSeconds { record.calls.waitsUntil[Self.path(target)] = time + waitSeconds * 1_000 }
    // A call that was made too often does not concern the stream.
    let wait = max(120_000, (waitSeconds ?? 0) * 1_000)
    record.askedLessUntil = max(record.askedLessUntil, time + wait)
  }

  /// An exchange has counted more calls, or more handshakes, than it allows. A life that has just begun
  /// knows nothing of those of the life before.
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
    // Calls that were under way are answered with the same ban.
    if time - record.calls.bannedAt > 30_000 {
      record.calls.bannedAt = time
      record.calls.banCount += 1
    }
    record.calls.bans[server] = (time, until)
    // Before it tries again the board may wait a moment longer, for a reason of its own.
    let longest = Self.banMilliseconds(record.calls.banCount)
    leave(exchange, aloneUntil: max(until, time + longest) + 60_000)
  }

  /// How long a ban is kept at most: a minute, and twice as long with each further one, up to an hour.
  /// Which bans of a life count is not seen: at most all of them.
  private static func banMilliseconds(_ number: Int64) -> Int64 {
    min(3_600_000, 60_000 << min(number - 1, 6))
  }

  /// One more ban may be under way than was seen in this life.
  public func mayBeBanned(_ exchange: String, at time: Int64) {
    let longest = Self.banMilliseconds(record(exchange).calls.banCount + 1)
    leave(exchange, aloneUntil: time + longest + 60_000)
  }

  /// The board may leave an exchange alone until then, because it has refused something.
  public func leave(_ exchange: String, aloneUntil time: Int64) {
    let record = record(exchange)
    record.leftAloneUntil = max(record.leftAloneUntil, time)
  }

  /// From when on no exchange is left alone, or asked less, any more.
  public var allLeftAloneUntil: Int64 {
    let exchanges = markets.map { record($0) }
    return exchanges.map { max($0.leftAloneUntil, $0.askedLessUntil) }.max() ?? 0
  }

  /// The name of a market in API 1.x of Bithumb: `BTC_KRW` for `KRW-BTC`.
  public static func classicName(of code: some StringProtocol) -> String {
    code.split(separator: "-").reversed().joined(separator: "_")
  }

  // MARK: Rules

  /// The exchanges that have another server.
  public static let spared = ["binance", "bithumb"]

  /// The path of a target, without its query: a wait is for all queries of a path.
  static func path(_ target: String) -> Substring { target.prefix { $0 != "?" } }

  /// `/ticker`, or `/Ticker` on Kraken.
  private static func asksForPrices(_ target: String) -> Bool {
    target.contains("/ticker") || target.contains("/Ticker")
  }

  /// Whether a call for prices asks for that of this market.
  private static func asks(_ target: String, for market: Market) -> Bool {
    let code = market.name.drop { $0 != ":" }.dropFirst()
    // API 1.x of Bithumb has another name for the market, or is asked for all markets at once.
    return [String(code), classicName(of: code), "ALL_"].contains(where: target.contains)
  }

  /// Binance has a second server, for data alone. Bithumb has two servers of streams, and beside both
  /// one of calls.
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
    // Now and then the board polls to make sure that the stream has left nothing out.
    let needless = asked.count(where: \.isTold)
    check(.pollsArePaced, needless <= 3, at: time) {
      "\(exchange) was asked \(target) \(needless) times within ten minutes, while its stream told all"
    }
  }

  /// Upbit and Bithumb begin a stream with the price of each market: one that they leave out is polled.
  /// An answered poll is followed by the next one in time, so that the market stays live.
  private func judgePace(of market: Market, _ record: ExchangeRecord, at time: Int64) {
    guard ["upbit", "bithumb"].contains(market.exchange), let muted = record.muted[market.name],
      muted.toldAt >= muted.askedAt, let opened = record.openedAt, opened > muted.since,
      let reachable = record.reachableSince, record.streams.missingSince == nil,
      record.streams.onSpareSince == nil, hearsay.spokeAt.isEmpty,
      !standIns.contains(market.exchange), networkDownAt == nil, delayMilliseconds == 0,
      // After refusals calls are made less often, or not at all.
      !record.isAskedSlowly(at: time), time > record.calls.hiddenRefusalAt + 900_000,
      !record.isLeftAlone(at: time), time > record.askedLessUntil,
      !mayBeLeftOut(market.name, at: time), !seemsUnlisted(market, at: time)
    else { return }
    // Nothing has changed since that answer.
    let since = max(boardWellSince, startedAt, reachable, opened + 5_000)
    guard muted.toldAt > max(since, record.calls.leftAt ?? 0) else { return }
    check(.pollsGoOn, time - muted.toldAt <= 25_000, at: time) {
      "the price of \(market.name), of which the stream says nothing, was asked for "
        + "\(time - muted.toldAt) ms after the last answer"
    }
  }

  /// Once nothing is missing, anything but prices is asked for only now and then: for a page, or to look
  /// for a trade. Forty calls a minute are more than all that.
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
    // It may have said last that its markets are gone: then the board asks for its list instead.
    let isGone = record.words.heardAt.map { $0 <= record.doubt.falseUntil } ?? false
    if !isGone, let told = record.calls.pricesToldAt, let missing = record.streams.missingSince {
      let since = max(since, told, missing, record.calls.pricesWaitUntil, record.leftAloneUntil)
      // The delay counts for the last answer, for a new connection with TLS and for the call itself.
      let longest = (isRefused ? 100_000 : 30_000) + 5 * delayMilliseconds
      check(.pollsGoOn, time - since <= longest, at: time) {
        "\(exchange) was not asked for prices for \(time - since) ms"
      }
    }
    guard record.streams.missingSince == nil, let opened = record.openedAt else { return }
    for (market, out) in record.muted.sorted(by: { $0.key < $1.key }) where opened > out.since {
      // The price of a market that the configuration leaves out is not asked for.
      if let market = self.market(market), mayBeLeftOut(market.name, at: time) {
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
