import MarketData

/// What a feed hears, and what that says of the link.
extension Feed {
  mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, on line: Int, at now: Int64, _ say: (Update) -> Void
  ) {
    guard lines[line].isOpen else { return }
    let reading = endpoints[lines[line].way].parse(bytes, table)
    dropped += reading.dropped
    guard reading.isWellFormed else { return }
    if let time = reading.time {
      if !clock.accept(time, .live, at: now) { dropped += 1 }
      if line == current, let clockNow = clock.now(now) { delay.heard(clockNow - time) }
    }
    let before = listed
    for code in reading.unknownCodes {
      if let market = table.index(of: code) { setListed(market, false, say) }
    }
    // Asking again without them leads nowhere where none of them was among the wanted.
    if reading.isAllRefused, listed != before {
      lines[line].carries = Subscription()
      lines[line].outbox = []
    }
    if let refusal = reading.refusal {
      dropped += 1
      if lines[line].goodSince != nil {
        // What it carried goes on, as far as anybody knows; what is missing is asked for again.
        if !reading.isAllRefused { askAgain(line, at: now) }
        return
      }
      intents.append(.close(line: line))
      let closure = Closure(
        reason: "the exchange refused: \(refusal)",
        status: reading.retryAfterSeconds == nil ? nil : 429,
        retryAfterSeconds: reading.retryAfterSeconds)
      lost(line, closure, at: now, say)
      return note(reading.trouble ?? .refused, say)
    }
    if reading.isReply {
      if let trouble = reading.trouble { note(trouble, say) }
      return heardReply(line, at: now)
    }
    if reading.isCloseNotice { lines[line].isEnding = true }
    if !reading.statements.isEmpty {
      lines[line].spoke = now
      if line == current { doubts = 0 }
    }
    if !reading.statements.isEmpty || endpoint.streamsTrades { heardData(line, at: now, say) }
    heardSocket(line, at: now)
    if !reading.statements.isEmpty || reading.trouble != nil { note(reading.trouble, say) }
    var newest: Int64?
    for statement in reading.statements where followed.contains(statement.market) {
      take(statement, statement.isSnapshot ? .snapshot : .live, at: now, say)
      if !statement.isSnapshot, let time = statement.time { newest = max(newest ?? .min, time) }
    }
    if line == current, let newest, let clockNow = clock.now(now) { delay.heard(clockNow - newest) }
  }

  /// A ping was answered.
  mutating func heardPong(_ line: Int, at now: Int64) {
    if line == current, case .open(let sent?) = lines[line].state {
      delay.answered(after: now - sent)
    }
    heardSocket(line, at: now)
  }

  /// What is known of the exchange's clock, and of how late it is heard, on a new connection.
  mutating func beginClock() {
    clock.reconnect()
    delay = Delay()
  }

  /// A sign of life came on a line.
  mutating func heardSocket(_ line: Int, at now: Int64) {
    guard lines[line].isOpen else { return }
    lines[line].state = .open(pingSent: nil)
    lines[line].heard = now
    guard endpoint.streamsTrades || lines[line].goodSince != nil else { return }
    heard = now
    if line == current, let since = lines[line].goodSince, now - since >= 60_000 {
      backoff.reset()
      gates[.connect] = nil
    }
  }

  /// Data or a heartbeat came on a line: from now on it is good. A pong or an acknowledgement does
  /// not make it so, since streams that are no more are acknowledged, too.
  mutating func heardData(_ line: Int, at now: Int64, _ say: (Update) -> Void) {
    guard lines[line].goodSince == nil else { return }
    lines[line].goodSince = now
    let isHandover = line != current
    current = line
    if isHandover { beginClock() }
    if lines[line].way != way { change(to: lines[line].way, at: now, say) }
    if isHandover {
      // The next connection has spoken: it carries on, and the old one ends soon.
      relieveAt = now + Self.overlapMilliseconds
    }
    if isHandover {
      pollAt = pollAt.map { max($0, now + limits.firstPollAfter) }
    } else {
      // What was traded while nobody listened is asked for where the stream does not begin with it.
      unheard.formUnion(followed)
      pollAt = now + limits.firstPollAfter
    }
    charted.askSoon(at: now)
    askForTradesSoon(at: now)
    intents.append(
      .log(.info, "\(exchange.name): streaming" + (isHandover ? " on a new connection" : "")))
    complaints[.connect] = nil
    wayFailures = 0
    // An exchange under maintenance may have a heart that beats.
    if trouble != .maintenance { note(nil, say) }
  }

  /// So long after the last data a stream is doubted.
  static let silenceMilliseconds: Int64 = 60_000

  /// When the line that carries the stream has been without data for too long.
  var silentAt: Int64? {
    guard lines[current].isOpen else { return nil }
    return lines[current].spoke.map { $0 + Self.silenceMilliseconds }
  }

  /// It may only be quiet: what is followed is asked for once, and what comes tells.
  mutating func doubt(at now: Int64, _ say: (Update) -> Void) {
    lines[current].spoke = now
    guard isStreamLive else {
      return complain(.connect, .warning, "nothing comes of what was asked for; polling")
    }
    doubts += 1
    unheard = Set(followed)
    pollAt = min(pollAt ?? .max, earliestPoll(now))
  }

  /// Whether what a call has told must have been said by the stream long ago, were it alive.
  func wasWithheld(_ told: [Statement], at now: Int64) -> Bool {
    guard doubts > 0, isStreamLive, let clockNow = clock.now(now) else { return false }
    return told.contains { statement in
      guard let ticker = statement.ticker, let last = streamed[statement.market] else {
        return false
      }
      guard let time = ticker.tradeTime, let before = last.tradeTime else {
        return doubts > 1 && ticker.price != last.price
      }
      return time > before + 1_000 && time < clockNow - 5_000
    }
  }

  /// - Returns: false where its time cannot be believed.
  @discardableResult
  mutating func take(
    _ statement: Statement, _ origin: ExchangeClock.Origin, at now: Int64, _ say: (Update) -> Void
  ) -> Bool {
    // Of an exchange that never says what time it is, our own clock has to serve.
    let time = statement.time ?? clock.now(now) ?? now + wallOffset
    let isBelieved =
      statement.time.map { clock.accept($0, origin, at: now) }
      ?? (clock.offset != nil || clock.accept(time, .answer, at: now))
    guard isBelieved, let clockNow = clock.now(now),
      [statement.trade?.time, statement.ticker?.tradeTime].allSatisfy({ time in
        time.map {
          ExchangeClock.era.contains($0) && $0 <= clockNow + ExchangeClock.leewayMilliseconds
        } ?? true
      })
    else {
      dropped += 1
      return false
    }
    for (market, until) in covered where clockNow < until - ExchangeClock.leewayMilliseconds {
      covered[market] = nil  // The exchange's clock was set back.
      pastDue.insert(market)
    }
    sayClock(say)
    unheard.remove(statement.market)
    if let book = statement.book { say(.book(market: statement.market, book)) }
    if let change = statement.bookChange { apply(change, to: statement.market, at: now, say) }
    if let trade = statement.trade { say(.trade(market: statement.market, trade)) }
    guard let ticker = statement.ticker else { return true }
    hasPrice = true
    if origin != .answer { streamed[statement.market] = ticker }
    say(.ticker(market: statement.market, ticker))
    if !ticker.isListed { setListed(statement.market, false, say) }
    if !endpoint.streamsTrades, origin != .answer {
      say(.sample(market: statement.market, price: ticker.price, time: time))
    }
    return true
  }

  mutating func sayClock(_ say: (Update) -> Void) {
    guard let offset = clock.offset, offset != clockSaid else { return }
    clockSaid = offset
    say(.clock(exchange: exchange.name, offset: offset))
  }

  func link(at now: Int64) -> Link {
    func isRecent(_ time: Int64?) -> Bool {
      time.map { now - $0 < limits.staleAfterMilliseconds } ?? false
    }
    if isStreamHeard, isRecent(lines[current].heard) { return .streaming }
    if isRecent(pollHeard) { return .polling }
    return hasPrice && !isNetworkDown ? .stale : .offline
  }

  /// When the link stops being what it is, if nobody speaks.
  var linkEnds: Int64? {
    switch said?.link {
    case .streaming: lines[current].heard.map { $0 + limits.staleAfterMilliseconds }
    case .polling: pollHeard.map { $0 + limits.staleAfterMilliseconds }
    default: nil
    }
  }

  mutating func sayLink(at now: Int64, _ say: (Update) -> Void) {
    let link = link(at: now)
    let heard = spokeAt
    guard said?.link != link || said?.tenth != heard.map({ $0 / 100 }) else { return }
    said = (link, heard.map { $0 / 100 })
    say(.link(exchange: exchange.name, link, heard: heard))
  }
}
