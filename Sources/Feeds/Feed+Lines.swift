import MarketData

/// A feed's connections: opened, watched, relieved before they are cut, lost and had again.
extension Feed {
  /// So long before the server cuts a connection the next one is opened.
  static let handoverMilliseconds: Int64 = 10 * 60_000
  /// The old connection goes on so long beside the new one, so that nothing is said to neither.
  static let overlapMilliseconds: Int64 = 5_000
  /// A way that has failed so often in a row, and never spoken, is left for the next.
  private static let wayFailuresMax = 5

  /// Data came on the line that carries the stream.
  var isStreamLive: Bool { lines[current].goodSince != nil }

  var successor: Int { 1 - current }

  /// When the next connection is to be opened beside the one that is about to be cut.
  var handoverAt: Int64? {
    guard isStreamLive, lines[successor].state == .closed, relieveAt == nil else { return nil }
    let soonest = max(connectAt ?? .min, connects[way].opensAt)
    if lines[current].isEnding { return soonest }
    guard let life = endpoint.streamLimits.lifeMilliseconds, let opened = lines[current].openedAt
    else { return nil }
    return max(soonest, opened + max(life - Self.handoverMilliseconds, life / 2))
  }

  /// When the line that carries the stream is to be opened, and may be.
  var connectOpensAt: Int64? { connectAt.map { max($0, connects[way].opensAt) } }

  /// When a connection that was to take over, and has said nothing since it is open, is given up.
  var successorDoubtedAt: Int64? {
    guard relieveAt == nil, lines[successor].isOpen, lines[successor].goodSince == nil else {
      return nil
    }
    return lines[successor].openedAt.map { $0 + Self.silenceMilliseconds }
  }

  /// Nobody is followed: no connection and no call.
  mutating func rest() {
    for line in lines.indices where lines[line].state != .closed {
      intents.append(.close(line: line))
      close(line)
    }
    (connectAt, pollAt, relieveAt, usualAt) = (nil, nil, nil, nil)
    pastDue = []
  }

  mutating func wake(at now: Int64) {
    connectAt = opening(.connect, now)
    pollAt = now + limits.firstPollAfter
    if list.isEmpty, endpoint.marketList != nil { listAt = listAt ?? now }
    if way != 0 { usualAt = now }
  }

  mutating func close(_ line: Int) {
    lines[line] = Line(endpoint.streamLimits)
  }

  mutating func opened(_ line: Int, at now: Int64) {
    guard lines[line].state == .connecting else { return }
    lines[line].state = .open(pingSent: nil)
    lines[line].heard = now
    lines[line].openedAt = now
    lines[line].keepAliveAt = endpoint.streamLimits.keepAlive.map { now + $0.everyMilliseconds }
    isNetworkDown = false
    if line == current { beginClock() }
    send(line, at: now)
  }

  /// Works out what a connection is to carry. All where none is listed, since a request that asked
  /// for nothing would be refused.
  mutating func renewSubscription() {
    let wanted = wanted.isEmpty ? followed : wanted
    let carried = wanted.prefix(endpoint.streamLimits.marketsMax ?? .max)
    subscription = Subscription(
      markets: carried.map(code), books: carried.filter(books.contains).map(code))
    let rest = wanted.count - carried.count
    let isNews = rest != uncarried.count
    uncarried = rest == 0 ? [] : Set(wanted.suffix(rest))
    guard isNews, rest > 0 else { return }
    intents.append(
      .log(
        .warning,
        "\(exchange.name): a connection carries \(carried.count) markets; \(rest) more are polled"))
  }

  /// Sends what waits, and what a changed subscription takes, as fast as the exchange allows.
  private mutating func send(_ line: Int, at now: Int64) {
    guard lines[line].isOpen, !followed.isEmpty else { return }
    if lines[line].outbox.isEmpty, subscription != lines[line].carries {
      let wanted = subscription
      guard now >= lines[line].pace.opensAt else { return }
      requests += 1
      lines[line].outbox = endpoints[lines[line].way].exchange.requests(
        from: lines[line].carries, to: wanted, ticket: "\(ticket)-\(requests)")
      lines[line].carries = wanted
    }
    while !lines[line].outbox.isEmpty, now >= lines[line].pace.opensAt {
      intents.append(.send(lines[line].outbox.removeFirst(), line: line))
      lines[line].pace.send(at: now)
    }
  }

  /// Everything about the connections that is due.
  mutating func keepLines(at now: Int64, _ say: (Update) -> Void) {
    for line in lines.indices { watch(line, at: now, say) }
    if let at = relieveAt, at <= now {
      relieveAt = nil
      intents.append(.close(line: successor))
      close(successor)
    }
    if let at = handoverAt, at <= now { connect(successor, way, at: now) }
    if let at = usualAt, at <= now { tryUsualWay(at: now) }
    if let at = successorDoubtedAt, at <= now {
      intents.append(.close(line: successor))
      lost(successor, Closure(reason: "the next connection says nothing"), at: now, say)
    }
    if let at = silentAt, at <= now { doubt(at: now, say) }
    if let at = connectOpensAt, at <= now, gates[.connect]?.isOpen(now) ?? true {
      connectAt = nil
      if lines[current].state == .closed { connect(current, way, at: now) }
    }
    for line in lines.indices { send(line, at: now) }
    for line in lines.indices {
      lines[line].wantsToSend =
        lines[line].isOpen && !followed.isEmpty
        && (!lines[line].outbox.isEmpty || lines[line].carries != subscription)
    }
  }

  mutating func connect(_ line: Int, _ way: Int, at now: Int64) {
    close(line)
    lines[line].state = .connecting
    lines[line].way = way
    lines[line].spoke = now
    connects[way].begin(at: now)
    intents.append(.connect(line: line, way: way))
  }

  private mutating func watch(_ line: Int, at now: Int64, _ say: (Update) -> Void) {
    guard case .open(let pingSent) = lines[line].state, let heard = lines[line].heard else {
      return
    }
    if let keepAlive = endpoint.streamLimits.keepAlive, let due = lines[line].keepAliveAt,
      due <= now
    {
      lines[line].keepAliveAt = now + keepAlive.everyMilliseconds
      intents.append(.send(keepAlive.text, line: line))
      lines[line].pace.send(at: now)
    }
    if let pingSent {
      guard now - pingSent >= limits.pongWithin else { return }
      intents.append(.close(line: line))
      lost(line, Closure(reason: "no answer to a ping"), at: now, say)
    } else if now - heard >= limits.pingAfter {
      lines[line].state = .open(pingSent: now)
      if let text = endpoint.streamLimits.pingText {
        intents.append(.send(text, line: line))
        lines[line].pace.send(at: now)
      } else {
        intents.append(.ping(line: line))
      }
    }
  }

  /// A sign of life without data. What was asked may have taken effect only with it: what was
  /// traded since is asked for.
  mutating func heardReply(_ line: Int, at now: Int64) {
    lines[line].state = .open(pingSent: nil)
    lines[line].heard = now
    heard = now
    if line == current, isStreamLive { pastDue.formUnion(followed) }
  }

  /// Whether it comes of a connection that was given up in the same turn: what is wanted in its place
  /// has not even begun.
  func isLate(_ event: Happening) -> Bool {
    let line: Int
    switch event {
    case .opened(let own), .message(_, let own), .pong(let own), .closed(_, let own),
      .delayed(_, let own):
      line = own
    default: return false
    }
    return intents.contains {
      if case .connect(line, _) = $0 { true } else { false }
    }
  }

  /// What was asked of a line that goes on was refused: it is asked again a little later.
  mutating func askAgain(_ line: Int, at now: Int64) {
    lines[line].carries = Subscription()
    lines[line].outbox = []
    lines[line].pace.hold(until: now + 10_000)
  }

  /// A connection is gone, or could not be had: poll, and try again.
  mutating func lost(_ line: Int, _ closure: Closure, at now: Int64, _ say: (Update) -> Void) {
    guard lines[line].state != .closed else { return }
    isNetworkDown = closure.cause == .network
    guard line == current else {
      let retryAt = retry(after: closure, on: lines[line].way, at: now).at
      close(line)
      if relieveAt == nil { connectAt = retryAt }  // The handover is tried again.
      relieveAt = nil
      return
    }
    let heard = lines[line].heard
    let wasLive = isStreamLive
    close(line)
    if wasLive { missed(since: heard, at: now, say) }
    delay = Delay()
    if lines[successor].way == way, lines[successor].isOpen || lines[successor].state == .connecting
    {
      current = successor  // It was to take over anyway.
      relieveAt = nil
      beginClock()
    } else {
      wayFailures += wasLive ? 0 : 1
      let (retryAt, isBlocked) = retry(after: closure, on: way, at: now)
      connectAt = retryAt
      note(closure.trouble, say)
      if isBlocked || wayFailures >= Self.wayFailuresMax { takeOtherWay(at: now, say) }
    }
    pollAt = min(pollAt ?? .max, earliestPoll(now))
    complain(.connect, .warning, closure.reason)
  }

  /// When a connection of a way may be tried again, and whether that way refuses our address.
  private mutating func retry(
    after closure: Closure, on way: Int, at now: Int64
  ) -> (at: Int64, isBlocked: Bool) {
    let retryAt = now + backoff.next()
    guard let status = closure.status else { return (retryAt, false) }
    let isRefused = gatesOfWays[way][.connect, default: Gate()].refused(
      status: status, retryAfterSeconds: closure.retryAfterSeconds, at: now)
    let opensAt = gatesOfWays[way][.connect]!.opensAt
    return (max(retryAt, opensAt), isRefused && [403, 451].contains(status))
  }

  /// A bucket more is missing than was heard: what was delayed on its way is lost with the line.
  mutating func missed(since heard: Int64?, at now: Int64, _ say: (Update) -> Void) {
    stopHearing(since: heard ?? now, at: now, say)
    let until = heard.flatMap { clock.now($0) }.map { Candle.bucket(of: $0) - Candle.span }
    guard hasPast else { return }
    for market in followed where covered[market] != nil { covered[market] = until }
    pastDue = Set(followed)
  }
}
