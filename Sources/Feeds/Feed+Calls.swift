import MarketData

/// What a feed asks for over HTTP: the list of markets, tickers while there is no stream, and the
/// candles of the past.
extension Feed {
  /// Calls for history are made one after the other, at most eight in a second.
  private static let historyPaceMilliseconds: Int64 = 125

  /// Does everything that is due.
  mutating func keepTime(at now: Int64, _ say: (Update) -> Void) {
    if let at = rankingAt, at <= now { askForRanking(at: now, say) }
    guard !followed.isEmpty else { return }
    if retries.isDue(now) { retry(at: now) }
    keepLines(at: now, say)
    if let at = listAt, at <= now, isOpen(.list, now) { beginList(at: now, say) }
    if let at = pollAt, at <= now { poll(at: now) }
    if let at = walletsAt, at <= now { askForWallets(at: now) }
    if let at = tapeAt, at <= now, isOpen(.past, now) { askForTrades(at: now) }
    fillPast(at: now)
  }

  private func isOpen(_ group: Call.Group, _ now: Int64) -> Bool {
    gates[group]?.isOpen(now) ?? true
  }

  mutating func ask(_ call: Call, _ path: String) {
    calls[nextCall] = call
    intents.append(.get(id: nextCall, path: path, way: way))
    nextCall += 1
  }

  private mutating func poll(at now: Int64) {
    let gate = gates[.tickers] ?? Gate()
    // A stream leaves to polls what it does not carry and what it has said nothing of.
    let wanted =
      isStreamHeard ? wanted.filter { unheard.contains($0) || uncarried.contains($0) } : wanted
    guard !isStreamHeard || !wanted.isEmpty else {
      pollAt = nil
      return
    }
    pollAt = max(now + limits.pollEveryMilliseconds * gate.slowness, gate.opensAt)
    let isUnderWay = calls.values.contains { if case .tickers = $0 { true } else { false } }
    guard gate.isOpen(now), !wanted.isEmpty, !isUnderWay else { return }
    lastPoll = now
    let places = Dictionary(
      wanted.map { (code(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
    for group in pollsSingly ? wanted.map({ [$0] }) : [wanted] {
      for call in endpoint.tickers?.tickerCalls(codes: group.map(code)) ?? [] {
        ask(.tickers(call.codes.compactMap { places[$0] }), call.path)
      }
    }
  }

  private mutating func fillPast(at now: Int64) {
    guard now >= nextHistoryAt, isOpen(.past, now), let time = clock.now(now) else { return }
    // The chart that somebody looks at comes before those that nobody does.
    if let wanted = charted.next(at: now, clock: time) {
      askForCandles(wanted)
    } else if let history = endpoint.history, let stretch = past.next(at: now, clock: time) {
      let path = history.historyPath(code: code(of: stretch.market), range: stretch.range)
      ask(.past(stretch.market), path)
    } else {
      return
    }
    nextHistoryAt = now + Self.historyPaceMilliseconds * (gates[.past]?.slowness ?? 1)
  }

  /// Asks for what happened since the stream was last heard.
  ///
  /// The second that is running now is asked for again when it is over: what was traded in it before
  /// the subscription took effect came to nobody. Without a stream everything after it is sampled,
  /// and asked for when the stream is back.
  mutating func askForPast(at now: Int64) {
    guard hasPast, let time = clock.now(now) else { return }
    let second = time - time % 1_000
    let bucket = Candle.bucket(of: second)
    for market in wanted where pastDue.contains(market) {
      let start = max(covered[market] ?? .min, bucket - CandleRing.span + Candle.span)
      past.want(market, min(start, second)..<second, notBefore: now)
      covered[market] = bucket
      guard isStreamLive else { continue }
      past.want(market, bucket..<second + 1_000, notBefore: now + second + 2_500 - time)
    }
    if isStreamLive { pastDue.subtract(wanted) }
  }

  mutating func answered(
    _ call: Call?, _ status: Int, _ headers: [Header], _ body: UnsafeBufferPointer<UInt8>,
    at now: Int64, _ say: (Update) -> Void
  ) {
    guard let call else { return }
    isNetworkDown = false
    if let header = headers.last(where: { $0.name == "date" }),
      let date = CivilTime(httpDate: header.value)
    {
      wall.heard(date: date.unix, at: now)
    }
    let left = endpoint.callsLeft(headers)
    guard status == 200 else {
      let wait = headers.last { $0.name == "retry-after" }.flatMap { Int64($0.value) }
      let isRefusal = gates[call.group, default: Gate()].refused(
        status: status, retryAfterSeconds: wait, at: now)
      if case .list(let list) = call, [400, 404].contains(status), !list.codes.isEmpty {
        return narrowList(list, at: now, say)
      }
      if case .tickers(let asked) = call, status == 404 || status == 400 {
        notFound(asked, at: now)
      } else if ![400, 404].contains(status), meansTrouble(call, at: now),
        let trouble = Trouble(status: status)
      {
        // What is not there, or not understood, concerns that call alone.
        note(trouble, say)
      }
      failed(call, "status \(status)", isRefusal: isRefusal, at: now, say)
      // A stream that goes on is not given up for a call that is refused.
      if [403, 451].contains(status), !isStreamLive { takeOtherWay(at: now, say) }
      return
    }
    gates[call.group, default: Gate()].answered(callsLeft: left, at: now)
    switch call {
    case .list(let call): readList(body, call, at: now, say)
    case .tickers(let asked): readTickers(body, asked: asked, at: now, say)
    case .past(let market): readHistory(body, of: market, at: now, say)
    case .candles: readCandles(body, at: now, say)
    case .trades(let market): readTrades(body, of: market, at: now, say)
    case .wallets(let place): readWallets(body, place: place, at: now, say)
    case .rankingList: readRankingList(body, at: now, say)
    case .ranking(let codes): readRanking(body, asked: codes, at: now, say)
    }
  }

  /// Whether the failure of a call says that the exchange cannot be heard. That of any call but the
  /// one for prices says nothing while prices come.
  private func meansTrouble(_ call: Call, at now: Int64) -> Bool {
    if isStreamLive { return false }
    if case .tickers = call { return true }
    return link(at: now) != .polling
  }

  mutating func unanswered(
    _ call: Call?, _ closure: Closure, at now: Int64, _ say: (Update) -> Void
  ) {
    guard let call else { return }
    isNetworkDown = closure.cause == .network
    if meansTrouble(call, at: now) { note(closure.trouble, say) }
    failed(call, closure.reason, isRefusal: false, at: now, say)
  }

  mutating func failed(
    _ call: Call, _ reason: String, isRefusal: Bool, at now: Int64, _ say: (Update) -> Void
  ) {
    switch call {
    case .list(let call) where call.part > 0:
      // What the first part said is worth having without the rest.
      finishList(at: now, say)
    case .list:
      listFailures = min(listFailures + 1, 6)
      listAt = opening(.list, now + 30_000 << Int64(listFailures - 1))
    case .tickers, .wallets: break
    case .rankingList, .ranking: ranking.failed()
    case .past(let market):
      past.failed(at: now)
      filled(market, say)
    case .candles: charted.failed(at: now)
    case .trades(let market): failedTrades(of: market, at: now)
    }
    complain(call.group, isRefusal ? .warning : .notice, reason)
  }

  /// One unknown code spoils the whole call. Without a list to tell which, every code is asked for
  /// alone.
  mutating func notFound(_ asked: [Int], at now: Int64) {
    if asked.count > 1 {
      pollsSingly = true
      if !isStreamLive { pollAt = now }
    }
    if listFailures == 0, now - listAsked > 60_000, endpoint.marketList != nil {
      listAt = opening(.list, now)
    }
  }

  /// A market that is followed no more: what comes of it later begins anew.
  mutating func forget(_ market: Int, _ say: (Update) -> Void) {
    past.drop(market)
    covered[market] = nil
    pastDue.remove(market)
    unheard.remove(market)
    filled(market, say)
  }

  private mutating func readTickers(
    _ body: UnsafeBufferPointer<UInt8>, asked: [Int], at now: Int64, _ say: (Update) -> Void
  ) {
    guard let tickers = endpoint.tickers else { return }
    let reading = tickers.readTickers(body, asked: asked.map(code), of: table)
    if reading.isWellFormed { dropped += reading.dropped }
    guard reading.isWellFormed, reading.refusal == nil, !reading.statements.isEmpty else {
      if reading.refusal != nil { refusedInWords(reading, asked, at: now, say) }
      let reason = reading.refusal.map { "refused: \($0)" } ?? "the answer makes no sense"
      return failed(.tickers([]), reason, isRefusal: reading.refusal != nil, at: now, say)
    }
    let isDead = wasWithheld(reading.statements, at: now)
    let believed = reading.statements.filter {
      followed.contains($0.market) && take($0, .answer, at: now, say)
    }
    guard !believed.isEmpty else { return }
    if isDead {
      intents.append(.close(line: current))
      lost(current, Closure(reason: "the stream keeps silent about trades"), at: now, say)
    }
    // Among single calls the bad one fails in each round.
    if !pollsSingly { complaints[.tickers] = nil }
    pollHeard = now
    heard = now
    if !isStreamLive { note(nil, say) }
    if wanted.contains(where: { covered[$0] == nil }) { askForPast(at: now) }
    guard let time = clock.now(now) else { return }
    for statement in believed where !isStreamHeard || uncarried.contains(statement.market) {
      guard let ticker = statement.ticker else { continue }
      say(.sample(market: statement.market, price: ticker.price, time: time))
    }
  }

  private mutating func readHistory(
    _ body: UnsafeBufferPointer<UInt8>, of market: Int, at now: Int64, _ say: (Update) -> Void
  ) {
    guard let range = past.asked?.range,
      let found = endpoint.history?.readHistory(
        body, of: code(of: market), range: range)
    else {
      dropped += 1
      return failed(.past(market), "it makes no sense", isRefusal: false, at: now, say)
    }
    complaints[.past] = nil
    if let known = past.answered(found, at: now), followed.contains(market) {
      say(.history(market: market, known.candles, covering: known.covering))
    }
    filled(market, say)
  }

  /// The first answer for a market, good or not, ends the wait for its chart.
  private mutating func filled(_ market: Int, _ say: (Update) -> Void) {
    if filling.remove(market) != nil { say(.filling(market: market, false)) }
  }
}
