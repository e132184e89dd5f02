import MarketData

/// What a feed asks for over HTTP: the list of markets, tickers while there is no stream, and the
/// candles of the past.
extension Feed {
  private static let listEveryMilliseconds: Int64 = 6 * 3_600_000
  /// Calls for history are made one after the other, at most eight in a second.
  private static let historyPaceMilliseconds: Int64 = 125

  /// Does everything that is due.
  mutating func keepTime(at now: Int64) {
    watchSocket(at: now)
    if let at = connectAt, at <= now, isOpen(.connect, now) {
      connectAt = nil
      socket = .connecting
      intents.append(.connect)
    }
    if let at = listAt, at <= now, isOpen(.list, now) {
      listAt = nil
      listAsked = now
      ask(.list, exchange.listPath)
    }
    if let at = pollAt, at <= now { poll(at: now) }
    fillPast(at: now)
  }

  private func isOpen(_ group: Call.Group, _ now: Int64) -> Bool {
    gates[group]?.isOpen(now) ?? true
  }

  private mutating func ask(_ call: Call, _ path: String) {
    calls[nextCall] = call
    intents.append(.get(id: nextCall, path: path))
    nextCall += 1
  }

  private mutating func watchSocket(at now: Int64) {
    guard case .open(let pingSent) = socket, let heard = socketHeard else { return }
    if let pingSent {
      guard now - pingSent >= limits.pongWithin else { return }
      intents.append(.close)
      lost(Closure(reason: "no answer to a ping"), at: now)
    } else if now - heard >= limits.pingAfter {
      socket = .open(pingSent: now)
      intents.append(.ping)
    }
  }

  private mutating func poll(at now: Int64) {
    let gate = gates[.tickers] ?? Gate()
    pollAt = max(now + limits.pollEveryMilliseconds * gate.slowness, gate.opensAt)
    let wanted = markets.filter { listed.contains($0.index) }
    let isUnderWay = calls.values.contains { $0.group == .tickers }
    guard gate.isOpen(now), !wanted.isEmpty, !isUnderWay else { return }
    lastPoll = now
    for group in pollsSingly ? wanted.map({ [$0] }) : [wanted] {
      ask(.tickers(group.map(\.index)), exchange.tickersPath(codes: group.map(\.code)))
    }
  }

  private mutating func fillPast(at now: Int64) {
    guard now >= nextHistoryAt, isOpen(.history, now), let time = clock.now(now),
      let (stretch, count) = past.next(
        span: exchange.historySpan, limit: exchange.historyLimit, at: now, clock: time)
    else { return }
    nextHistoryAt = now + Self.historyPaceMilliseconds * (gates[.history]?.slowness ?? 1)
    ask(
      .history(stretch.market),
      exchange.historyPath(
        code: code(of: stretch.market), before: stretch.range.upperBound, count: count))
  }

  /// Asks for what happened since the stream was last heard.
  ///
  /// The second that is running now is asked for again when it is over: what was traded in it before
  /// the subscription took effect came to nobody. Without a stream everything after it is sampled,
  /// and asked for when the stream is back.
  mutating func askForPast(at now: Int64) {
    guard let time = clock.now(now) else { return }
    let second = time - time % 1_000
    let bucket = Candle.bucket(of: second)
    let start = max(coveredUntil ?? .min, bucket - CandleRing.span + Candle.span)
    for market in markets where listed.contains(market.index) {
      past.want(market.index, min(start, second)..<second, notBefore: now)
      guard isStreamLive else { continue }
      past.want(market.index, bucket..<second + 1_000, notBefore: now + second + 2_500 - time)
    }
    coveredUntil = bucket
    isPastDue = !isStreamLive
  }

  mutating func answered(
    _ call: Call?, _ status: Int, _ headers: [Header], _ body: UnsafeBufferPointer<UInt8>,
    at now: Int64, _ say: (Update) -> Void
  ) {
    guard let call else { return }
    isNetworkDown = false
    let left = exchange.callsLeft(headers)
    guard status == 200 else {
      let wait = headers.last { $0.name == "retry-after" }.flatMap { Int64($0.value) }
      let isRefusal = gates[call.group, default: Gate()].refused(
        status: status, retryAfterSeconds: wait, at: now)
      if case .tickers(let asked) = call, status == 404 { notFound(asked, at: now) }
      return failed(call, "status \(status)", isRefusal: isRefusal, at: now, say)
    }
    gates[call.group, default: Gate()].answered(callsLeft: left, at: now)
    switch call {
    case .list: readList(body, at: now, say)
    case .tickers: readTickers(body, at: now, say)
    case .history(let market): readHistory(body, of: market, at: now, say)
    }
  }

  mutating func unanswered(
    _ call: Call?, _ reason: String, isNetworkDown: Bool, at now: Int64, _ say: (Update) -> Void
  ) {
    guard let call else { return }
    self.isNetworkDown = isNetworkDown
    failed(call, reason, isRefusal: false, at: now, say)
  }

  private mutating func failed(
    _ call: Call, _ reason: String, isRefusal: Bool, at now: Int64, _ say: (Update) -> Void
  ) {
    switch call {
    case .list:
      listFailures = min(listFailures + 1, 6)
      listAt = max(now + 30_000 << Int64(listFailures - 1), gates[.list]?.opensAt ?? .min)
    case .tickers: break
    case .history(let market):
      past.failed(at: now)
      filled(market, say)
    }
    complain(call.group, isRefusal ? .warning : .notice, reason)
  }

  /// One unknown code spoils the whole call. Without a list to tell which, every code is asked for
  /// alone.
  private mutating func notFound(_ asked: [Int], at now: Int64) {
    if asked.count > 1 {
      pollsSingly = true
      if !isStreamLive { pollAt = now }
    }
    if listFailures == 0, now - listAsked > 60_000 {
      listAt = max(now, gates[.list]?.opensAt ?? .min)
    }
  }

  private mutating func readList(
    _ body: UnsafeBufferPointer<UInt8>, at now: Int64, _ say: (Update) -> Void
  ) {
    guard let list = exchange.readList(body) else {
      return failed(.list, "it makes no sense", isRefusal: false, at: now, say)
    }
    complaints[.list] = nil
    listFailures = 0
    listAt = now + Self.listEveryMilliseconds
    pollsSingly = false
    let names = Dictionary(
      list.map { ($0.code, $0.names) }, uniquingKeysWith: { first, _ in first })
    let before = listed
    for market in markets {
      if let found = names[market.code] { say(.names(market: market.index, found)) }
      setListed(market.index, names[market.code] != nil, say)
    }
    guard !listed.isSubset(of: before) else { return }
    // Nothing was heard of the newcomers, and nothing is known of their past.
    if case .open = socket { subscribe() }
    (coveredUntil, isPastDue) = (nil, true)
  }

  mutating func setListed(_ market: Int, _ isListed: Bool, _ say: (Update) -> Void) {
    guard listed.contains(market) != isListed else { return }
    if isListed {
      listed.insert(market)
    } else {
      listed.remove(market)
      past.drop(market)
      let code = code(of: market)
      intents.append(
        .log(.warning, "\(exchange.name): \(code) is not listed there; the other markets go on"))
    }
    say(.listed(market: market, isListed))
  }

  private mutating func readTickers(
    _ body: UnsafeBufferPointer<UInt8>, at now: Int64, _ say: (Update) -> Void
  ) {
    let reading = exchange.readTickers(body, of: table)
    if reading.isWellFormed { dropped += reading.dropped }
    guard reading.isWellFormed, reading.refusal == nil, !reading.said.isEmpty else {
      let reason = reading.refusal.map { "refused: \($0)" } ?? "the answer makes no sense"
      return failed(.tickers([]), reason, isRefusal: false, at: now, say)
    }
    let believed = reading.said.filter { take($0, .answer, at: now, say) }
    guard !believed.isEmpty else { return }
    // Among single calls the bad one fails in each round.
    if !pollsSingly { complaints[.tickers] = nil }
    pollHeard = now
    heard = now
    if coveredUntil == nil { askForPast(at: now) }
    guard !isStreamLive, let time = clock.now(now) else { return }
    for statement in believed {
      guard let ticker = statement.ticker else { continue }
      say(.sample(market: statement.market, price: ticker.price, time: time))
    }
  }

  private mutating func readHistory(
    _ body: UnsafeBufferPointer<UInt8>, of market: Int, at now: Int64, _ say: (Update) -> Void
  ) {
    guard let candles = exchange.readHistory(body, of: code(of: market)) else {
      dropped += 1
      return failed(.history(market), "it makes no sense", isRefusal: false, at: now, say)
    }
    complaints[.history] = nil
    if let covering = past.answered(candles, at: now) {
      say(.history(market: market, candles, covering: covering))
    }
    filled(market, say)
  }

  /// The first answer for a market, good or not, ends the wait for its chart.
  private mutating func filled(_ market: Int, _ say: (Update) -> Void) {
    if filling.remove(market) != nil { say(.filling(market: market, false)) }
  }
}
