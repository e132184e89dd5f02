import MarketData
import Timing

/// Follows one exchange: streams, watches the stream, polls while there is none, and connects again.
///
/// It is told what happened and when, answers with intents and updates, and touches nothing else. The
/// same events have the same effect each time: a whole day, faults included, can be played again.
///
/// Each duty has a part of its own, which keeps its own state and knows when it is due. The feed
/// tells the parts what happens, always in the same order, and passes the results of one part on to
/// the others.
public struct Feed {
  private var waits: Waits
  private var intents: [Intent] = []
  private var log = FeedLog()
  private var markets: FeedMarkets

  private var endpoints: Endpoints
  private var connections: Connections
  private var coverage = MarketCoverage()
  private var stall = StallDetector()
  private var link = LinkMonitor()
  private var clock = FeedClock()
  private var missed: MissedTrades
  /// Limits how often everything is tried again: a network that comes and goes, or a user, may ask
  /// for it many times in a second.
  private var retries = Throttle(milliseconds: 1_000)

  private var calls = RESTCalls()
  private var list = MarketListSync()
  private var poller = TickerPoller()
  private var page = PageData()
  private var books = OrderBooks()

  /// - Parameters:
  ///   - exchange: the translator of its usual endpoint.
  ///   - markets: all markets that may be followed, with their indices in the app's list.
  ///   - replaceable: markets in whose place others are shown if the exchange does not list them.
  ///   - seed: determines the random part of its waits, and the names of its requests.
  ///   - fallbacks: the other endpoints that may be used; nil: all that the exchange has.
  public init(
    exchange: any Exchange, markets: [(id: MarketID, code: String)],
    replaceable: Set<MarketID> = [], waits: Waits, seed: UInt64, fallbacks: [Endpoint]? = nil
  ) {
    self.waits = waits
    self.markets = FeedMarkets(markets, replaceable: replaceable)
    endpoints = Endpoints(
      [Endpoint(exchange)] + (fallbacks ?? Endpoint.fallbacks(of: exchange)))
    missed = MissedTrades(on: endpoints.current)
    connections = Connections(exchange.streamLimits, seed: seed)
  }
}

/// What other code may read of the feed.
extension Feed {
  /// The translator of the endpoint that is used.
  public var exchange: any Exchange { endpoint.exchange }
  /// The endpoints that may be used, the usual one first.
  public var allEndpoints: [Endpoint] { endpoints.all }
  /// All markets that it may be asked to follow.
  public var allMarkets: [(id: MarketID, code: String)] { markets.all }
  /// The markets that it follows, the one shown first in front.
  public var followed: [MarketID] { markets.followed }
  /// How many messages, or parts of them, were dropped because they could not be believed.
  public var dropped: Int { log.dropped }
  public var connectionCounts: ConnectionCounts { connections.counts }
  /// The exchange's Unix milliseconds less our monotonic ones, as the exchange itself told; nil
  /// where it has not told its time.
  public var measuredClock: Int64? { clock.measured }

  /// Whether there are intents to take.
  public var hasIntents: Bool { !intents.isEmpty }

  /// Takes the intents, oldest first.
  public mutating func drainIntents() -> [Intent] {
    defer { intents = [] }
    return intents
  }
}

/// How the feed starts, and which markets it follows.
extension Feed {
  /// Begins with all of its markets: asks for the socket and the list.
  public mutating func start(at now: Moment, _ emit: (Update) -> Void) {
    follow(markets.all.map(\.id), at: now, emit)
  }

  /// Takes over from a hub that has told of the exchange until now.
  /// - Parameters:
  ///   - heard: when the exchange was heard last, by the monotonic clock.
  ///   - hasPrice: whether any price of the exchange is known.
  public mutating func takeOver(heard: Int64, hasPrice: Bool) {
    link.wasHeard(at: heard)
    if !isStreamHeard { coverage.beginWithPolls() }
    if hasPrice { link.knowsPrice() }
  }

  /// Follows these markets, which are shown or watched, from now on, and no others. Without markets
  /// there is no connection, and the feed asks only for a ranking (`rank`) and for the rest of a
  /// list of markets that is under way.
  /// - Parameters:
  ///   - ids: indices in the app's list, the one shown first in front.
  ///   - books: those among them whose order books are wanted.
  ///   - wallets: those among them whose wallet status is wanted: whether the base can be deposited
  ///     and withdrawn.
  ///   - chart: the candles that are looked at.
  ///   - tape: the market of which the last trades are wanted.
  public mutating func follow(
    _ ids: [MarketID], books: Set<MarketID> = [], wallets: Set<MarketID> = [],
    chart: Chart? = nil,
    tape: MarketID? = nil, at now: Moment, _ emit: (Update) -> Void
  ) {
    let ids = ids.filter(markets.isKnown)
    let chart = chart.flatMap { chart in
      ids.contains(chart.market)
        && endpoint.chartCandles?.candleSpans.contains(chart.span.milliseconds) ?? false
        ? chart : nil
    }
    let tape = tape.flatMap { ids.contains($0) ? $0 : nil }
    guard
      ids != followed || books != self.books.wanted
        || !page.shows(wallets: wallets, chart: chart, tape: tape)
    else { return }
    let time = now.monotonic
    let before = followed
    markets.follow(ids)
    // The stream may still carry a book that was left a moment ago: its changes are useless without
    // the whole.
    let isOffered = endpoint.tellsBooks
    for market in self.books.follow(books, among: ids, isOffered: isOffered, emit) {
      _ = connections.resubscribe(book: markets.code(of: market))
    }
    page.show(
      wallets: wallets.intersection(ids), chart: chart, tape: tape, of: markets, on: endpoint,
      at: time, emit)
    renewSubscription(at: time, emit)
    for market in before where !ids.contains(market) {
      missed.leave(market, clock: clock, at: time, emit)
      poller.heard(market)
      coverage.leave(market)
    }
    let newcomers = ids.filter { !before.contains($0) }
    poller.expect(newcomers)
    if isLive { coverage.expect(newcomers, on: endpoint) }
    for market in newcomers { missed.follow(market, emit) }
    if ids.isEmpty {
      forgetAbsent(at: time, emit)
      stop()
      note(nil, emit)
    } else if before.isEmpty {
      wake(at: time)
    } else if !newcomers.isEmpty {
      let isSoon = isLive && coverage.uncarried.isDisjoint(with: newcomers)
      poller.ask(
        noLaterThan: isSoon
          ? Deadline(time + waits.firstPollAfter) : poller.soonest(waits, at: time))
    }
    handle(.time, at: now, emit)
  }

  /// Begins to rank the exchange's markets, or stops where the wish is nil.
  public mutating func rank(_ wish: RankingWish?, at now: Moment, _ emit: (Update) -> Void) {
    if page.rank(wish) { handle(.time, at: now, emit) }
  }

  /// Takes over the waits of another feed of the same exchange, and adds that feed's markets to its
  /// own. It loses nothing of what it has.
  public mutating func reconfigure(as other: Feed, at now: Moment) {
    waits = other.waits
    guard markets.add(other.markets), endpoint.marketList != nil else { return }
    calls.drop(\.isForList)
    list.restart(resumesAt: endpoints.resumesAt(.list), at: now.monotonic)
  }

  /// Compares the board's wall clock with the time that another exchange has told.
  public mutating func compareClock(with offset: Int64) { clock.compare(with: offset) }

  private mutating func stop() {
    connections.stop(endpoint.streamLimits, &intents)
    endpoints.stop()
    poller.stop()
    missed.stop()
    link.forgetPrice()
  }

  private mutating func wake(at now: Int64) {
    connections.connect(on: endpoints, at: now)
    endpoints.wake(at: now)
    poller.ask(at: Deadline(now + waits.firstPollAfter))
    if endpoint.marketList != nil { list.wake(at: now) }
  }
}

/// What happens, and when something is due.
extension Feed {
  /// Handles an event, and emits the updates that follow from it.
  public mutating func handle(
    _ event: TransportEvent, at now: Moment, _ emit: (Update) -> Void
  ) {
    let time = now.monotonic
    let quietSince = clock.look(at: now)
    // This event may end a silence that nobody was told of yet.
    if isLive, isSilent(at: time), link.saysStreaming {
      streamFellSilent(since: connections.aliveAt.map(link.saidAt), at: time, emit)
    }
    // Nothing was done for long although something was due: the machine slept. The first messages
    // of a connection tell the exchange's time, and these may have lain unread all the while.
    let wakesFrom = time - waits.staleAfterMilliseconds
    while let id = connections.unheard, quietSince <= wakesFrom, deadline.isDue(at: wakesFrom) {
      giveUp(TransportFailure(reason: "the machine slept meanwhile"), id, at: time, emit)
    }
    switch event {
    // The event belongs to a connection that was given up in the same turn.
    case _ where event.connection.map { !connections.isCurrent($0) } ?? false: break
    case .opened(let id): opened(id, at: time)
    case .message(let bytes, let id):
      endSilence(of: id, at: time, emit)
      read(bytes, on: id, at: time, emit)
    case .pong(let number, let id):
      endSilence(of: id, at: time, emit)
      let roundTrip = connections.roundTrip(ofPing: number, id, at: time)
      if connections.isActive(id), let roundTrip { link.pongCame(after: roundTrip) }
      gaveSign(id, at: time)
    case .closed(let failure, let id):
      let loss = connections.lost(id, failure, on: &endpoints, at: time, &intents)
      lost(failure, loss, at: time, emit)
    case .delayed(let failure, let id): delayed(id, failure, emit)
    case .answered(let id, let status, let headers, let body):
      guard let call = calls.end(id) else { break }
      answered(call, status, headers, body, at: time, emit)
    case .unanswered(let id, let failure):
      guard let call = calls.end(id) else { break }
      link.network(isDown: failure.cause == .noNetwork)
      failed(call, CallFailure(failure), at: time, emit)
    case .network(let isUp): networkChanged(isUp, at: time, emit)
    case .retry:
      page.retry()
      if !followed.isEmpty { retries.ask(at: time) }
    case .time: break
    }
    advance(to: time, emit)
  }

  /// When, by the monotonic clock, the feed wants a `.time` event.
  public var deadline: Deadline {
    guard !followed.isEmpty else { return min(linkEnds, page.rankingDue(on: endpoints)) }
    // At most three arguments at once: of more, `min` makes an array.
    let stream = min(
      linkEnds, connections.deadline(waits, on: endpoints),
      min(stall.deadline(silentSince: connections.silentSince), missed.lostTradeDeadline))
    let exchange = min(
      retries.deadline, min(endpoints.deadline, listDue),
      min(coverage.retryDeadline, coverage.repliesDue))
    let calls = min(poller.deadline, historyDue, page.walletsDue)
    let others = min(page.rankingDue(on: endpoints), page.tradesDue(on: endpoints))
    return min(min(stream, exchange), calls, others)
  }

  private var linkEnds: Deadline {
    min(link.deadline(aliveAt: connections.aliveAt, waits), coverage.unheardDeadline)
  }
  private var listDue: Deadline { endpoints.resumesAt(.list, noSoonerThan: list.deadline) }
  private var historyDue: Deadline {
    guard clock.isKnown else { return .never }
    return max(
      min(missed.historyDue, page.chartDue), calls.historyAllowsAt, endpoints.resumesAt(.history))
  }

  /// Does everything that is due, part by part. The order is the order of the intents.
  private mutating func advance(to now: Int64, _ emit: (Update) -> Void) {
    watchDelay(at: now, emit)
    if coverage.pollsAll, isStreamHeard { renewPolled(all: false, at: now, emit) }
    endGaps(at: now, emit)
    missed.findLostTrades(at: now)
    missed.suspect(coverage.popReplied(at: now))
    if isStreamHeard, !isSilent(at: now), !missed.isComplete { wantMissing(at: now) }
    if page.rankingDue(on: endpoints).isDue(at: now) {
      ask(page.askForRanking(&calls, on: endpoint, at: now))
    }
    if !followed.isEmpty {
      if retries.deadline.isDue(at: now) { retry(at: now) }
      while let (failure, loss) = connections.watch(waits, on: &endpoints, at: now, &intents) {
        lost(failure, loss, at: now, emit)
      }
      if link.wantsPong(waits), clock.mayBeAhead {
        connections.probe(waits, at: now, &intents)
      }
      if stall.deadline(silentSince: connections.silentSince).isDue(at: now) {
        suspect(at: now, emit)
      }
      if coverage.retryDeadline.isDue(at: now) {
        let denied = coverage.popRetries(at: now)
        for market in denied { connections.dropRequest(of: markets.code(of: market)) }
        coverage.expect(denied, on: endpoint)
        renewSubscription(at: now, emit)
      }
      if connections.doubtUnanswered(at: now) {
        write(.notice, "a request on the stream had no reply; it is repeated later")
      }
      connections.advance(to: now, on: &endpoints, carrying: &coverage, &intents)
      if listDue.isDue(at: now) { beginList(at: now, emit) }
      if poller.deadline.isDue(at: now) { askForTickers(at: now, emit) }
      if page.walletsDue.isDue(at: now) { ask(page.askForWallets(on: endpoints, at: now)) }
      if page.tradesDue(on: endpoints).isDue(at: now) {
        let isAsking = calls.isAsking(\.isForTrades)
        ask(page.askForTrades(of: markets, on: endpoint, isAsking: isAsking, at: now))
      }
      askForHistory(at: now)
    }
    emitClock(at: now, emit)
    coverage.tellStreamed(emit)
    emitLink(at: now, emit)
    if coverage.unheardDeadline.isDue(at: now) {
      coverage.findUnheard(waits, clock: clock, at: now, emit)
    }
    if let count = log.droppedNews(at: now) {
      write(.warning, "ignored \(count) implausible \(count == 1 ? "message" : "messages")")
    }
  }
}

/// The stream: what comes on its connections, and what becomes of them.
extension Feed {
  private var endpoint: Endpoint { endpoints.current }

  /// Data has come on the active connection.
  private var isLive: Bool { connections.isLive }
  /// The stream is live and not late: what it says is of now.
  private var isStreamHeard: Bool { isLive && !link.isLate(waits) }
  /// The stream is heard, and carries the market.
  private func isStreamed(_ market: MarketID) -> Bool {
    isStreamHeard && !coverage.uncarried.contains(market)
  }
  /// An open stream says nothing for so long that it does not count as heard: the machine slept, or
  /// nothing comes through.
  private func isSilent(at now: Int64) -> Bool {
    connections.aliveAt.map { now - $0 >= waits.staleAfterMilliseconds } ?? false
  }

  /// Something came on a connection. After a silence it may have lain unread all the while, so the
  /// silence is told before the message is read.
  private mutating func endSilence(
    of id: ConnectionID, at now: Int64, _ emit: (Update) -> Void
  ) {
    guard connections.isActive(id), let aliveAt = connections.aliveAt, isSilent(at: now) else {
      return
    }
    link.endSilence(since: aliveAt, at: now)
    emitLink(at: now, emit)
  }

  private mutating func opened(_ id: ConnectionID, at now: Int64) {
    guard connections.opened(id, on: endpoints, carrying: &coverage, at: now, &intents) else {
      return
    }
    link.network(isDown: false)
    if connections.isActive(id) { beginClock() }
  }

  /// A new connection is active: its first messages tell the exchange's time anew, and nothing is
  /// late yet.
  private mutating func beginClock() {
    clock.reconnect()
    link.forgetDelay()
  }

  /// It takes long to open a connection: the reason is shown before the attempt is given up.
  private mutating func delayed(
    _ id: ConnectionID, _ failure: TransportFailure, _ emit: (Update) -> Void
  ) {
    guard connections.isActive(id), connections.isConnecting(id) else { return }
    note(failure.failureReason, emit)
    complain(.stream, .notice, failure.reason, .delayed)
  }

  private mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, on id: ConnectionID, at now: Int64,
    _ emit: (Update) -> Void
  ) {
    guard connections.isOpen(id) else { return }
    let message = endpoints[connections.endpoint(of: id)].parse(bytes, markets.table)
    log.drop(message.dropped)
    guard message.isWellFormed else { return }
    if let time = message.time {
      if !clock.accept(time, .live, at: now) { log.drop() }
      if connections.isActive(id), let clockNow = clock.now(now) {
        link.dataCame(stamped: time, clock: clockNow, waits)
      }
    }
    var isNarrowed = false
    for code in message.unknownCodes {
      guard let market = markets.table.market(of: code) else { continue }
      isNarrowed = deny(market, at: now, emit) || isNarrowed
    }
    // The same request would be refused again where none of these markets was followed.
    if message.isAllRefused, isNarrowed { connections.resubscribe(id) }
    if let rejection = message.rejection {
      return refused(rejection, message, on: id, at: now, emit)
    }
    // A message that only refuses markets is no data either.
    if message.isReply || (!message.unknownCodes.isEmpty && message.statements.isEmpty) {
      if let failureReason = message.failureReason { note(failureReason, emit) }
      if let code = message.carriedCode, let market = markets.table.market(of: code),
        coverage.grant(market)
      {
        renewSubscription(at: now, emit)
      }
      return gaveReply(id, to: message.requestNumber, at: now)
    }
    if message.isCloseNotice { connections.willEnd(id) }
    // A heartbeat is no data: it may go on although trades do not.
    if message.statements.contains(where: { !$0.isHeartbeat }) {
      connections.gaveData(id, at: now)
      if connections.isActive(id) { stall.forgive() }
    }
    if !message.statements.isEmpty || endpoint.streamsTrades { becameLive(id, at: now, emit) }
    gaveSign(id, at: now)
    if !message.statements.isEmpty || message.failureReason != nil {
      note(message.failureReason, emit)
    }
    var newest: Int64?
    for statement in message.statements where markets.isFollowed(statement.market) {
      apply(statement, statement.isSnapshot ? .snapshot : .live, at: now, emit)
      if !statement.isSnapshot, let time = statement.time { newest = max(newest ?? .min, time) }
    }
    if connections.isActive(id), let newest, let clockNow = clock.now(now) {
      link.dataCame(stamped: newest, clock: clockNow, waits)
    }
  }

  /// The exchange refuses what was asked on a connection.
  private mutating func refused(
    _ rejection: String, _ message: ParsedMessage, on id: ConnectionID, at now: Int64,
    _ emit: (Update) -> Void
  ) {
    log.drop()
    guard !connections.isLive(id) else {
      // It still carries what it carried, as far as is known. Unless one unknown code made the request
      // fail, everything is asked for again later.
      if !message.isAllRefused { connections.resubscribeLater(id, at: now) }
      return
    }
    let failure = TransportFailure(
      reason: "the exchange refused: \(rejection)",
      status: message.retryAfterSeconds == nil ? nil : 429,
      retryAfterSeconds: message.retryAfterSeconds)
    // Whether it was to take over from a connection that goes on.
    let isStandby = isLive && !connections.isActive(id)
    giveUp(failure, id, at: now, emit)
    if !isStandby { note(message.failureReason ?? .refused, emit) }
  }

  /// A reply without data came. A subscription may have taken effect only with it, so the trades
  /// since the request are asked for.
  private mutating func gaveReply(_ id: ConnectionID, to request: Int64?, at now: Int64) {
    connections.gaveReply(id, to: request, at: now)
    link.heard(at: now)
    if connections.isActive(id), isLive { coverage.replied(at: now) }
  }

  /// A sign of life came on a connection.
  private mutating func gaveSign(_ id: ConnectionID, at now: Int64) {
    guard connections.isOpen(id) else { return }
    connections.gaveSign(id, on: &endpoints, at: now)
    if endpoint.streamsTrades || connections.isLive(id) { link.heard(at: now) }
  }

  /// Data or a heartbeat came on a connection: from now on it is live. A pong or an acknowledgement
  /// does not make it live, since exchanges also acknowledge streams that no longer exist.
  private mutating func becameLive(
    _ id: ConnectionID, at now: Int64, _ emit: (Update) -> Void
  ) {
    guard !connections.isLive(id) else { return }
    let aliveAt = connections.aliveAt
    let isHandover = connections.becameLive(id, at: now)
    let heard = (since: aliveAt.flatMap(clock.now), until: clock.now(now))
    if isHandover { beginClock() }
    let endpoint = connections.endpoint(of: id)
    if endpoint != endpoints.index {
      use(endpoint, at: now, emit)
      if isHandover {
        missed.streamChanged(heard: heard.since, until: heard.until, followed, emit)
      }
    }
    if isHandover {
      poller.ask(noSoonerThan: now + waits.firstPollAfter)
    } else {
      // Prices that the stream does not tell at its beginning are asked for.
      poller.expect(followed)
      poller.ask(at: Deadline(now + waits.firstPollAfter))
      coverage.expectAll(followed, on: self.endpoint)
      books.restart(isOffered: self.endpoint.tellsBooks, emit)
    }
    page.streamBegan(at: now)
    write(.info, "streaming" + (isHandover ? " on a new connection" : ""))
    log.resolve(.stream)
    endpoints.becameLive(at: now)
    // An exchange under maintenance may still send heartbeats.
    if link.failureReason != .maintenance { note(nil, emit) }
  }

  /// Closes a connection that is of no use, and handles its loss.
  /// - Parameter id: nil for the active one.
  private mutating func giveUp(
    _ failure: TransportFailure, _ id: ConnectionID? = nil, at now: Int64,
    _ emit: (Update) -> Void
  ) {
    let loss = connections.giveUp(id?.slot, failure, on: &endpoints, at: now, &intents)
    lost(failure, loss, at: now, emit)
  }

  /// A connection was lost, or could not be opened: polls begin, and another one is opened later.
  private mutating func lost(
    _ failure: TransportFailure, _ loss: Connections.Loss?, at now: Int64,
    _ emit: (Update) -> Void
  ) {
    guard let loss else { return }
    link.network(isDown: failure.cause == .noNetwork)
    guard case .stream(let wasLive, let aliveAt, let successor) = loss else { return }
    if wasLive {
      // Messages that a late stream still had on their way are lost, too.
      streamFellSilent(since: aliveAt.map(link.saidAt), at: now, emit)
      // Each market is as old as what was last told of it, until it is told of again.
      if !isLive { renewPolled(all: true, at: now, emit) }
    }
    link.forgetDelay()
    coverage.streamWasCut()
    switch successor {
    case .standby: clock.reconnect()
    case .retry: note(failure.failureReason, emit)
    case .otherEndpoint:
      note(failure.failureReason, emit)
      useNextEndpoint(at: now, emit)
    }
    poller.askSoon(waits, at: now)
    complain(.stream, .warning, failure.reason)
  }

  /// The stream has said nothing since a time of the monotonic clock.
  private mutating func streamFellSilent(
    since time: Int64?, at now: Int64, _ emit: (Update) -> Void
  ) {
    missed.streamFellSilent(since: time, followed, clock: clock, at: now, emit)
    page.streamFellSilent(at: now)
    // The same connection may go on, and may say nothing of a quiet market for long: its price is
    // asked for.
    poller.expect(followed, within: waits, at: now)
  }

  /// Ends the gaps of the markets that the stream carries: it was not heard between its last message and
  /// now. A market that counts as old until the stream tells of it has a gap until then.
  private mutating func endGaps(at now: Int64, _ emit: (Update) -> Void) {
    missed.date(by: clock, followed, at: now, emit)
    guard missed.hasGaps, isStreamHeard, !isSilent(at: now) else { return }
    for market in followed where coverage.isHeard(market) {
      missed.endGap(of: market, clock: clock, at: now, emit)
    }
  }

  /// Acts on a stream that becomes late, or that stays late.
  private mutating func watchDelay(at now: Int64, _ emit: (Update) -> Void) {
    switch link.watchDelay(isLive: isLive, waits, at: now) {
    case .began(let milliseconds):
      poller.askSoon(waits, at: now)
      let reason = "its data is \(milliseconds / 1_000) s late; polling"
      complain(.stream, .warning, reason, .delayed)
      streamFellSilent(since: now - milliseconds, at: now, emit)
    case .lasts:
      clock.distrust()
      giveUp(TransportFailure(reason: "its data stays late"), at: now, emit)
    case nil: break
    }
  }

  /// The stream has been without data for long. It may only be quiet: the prices of the followed
  /// markets are asked for once, and the answer tells. A stream that never sent data may have lost
  /// its subscription.
  private mutating func suspect(at now: Int64, _ emit: (Update) -> Void) {
    connections.restartSilence(at: now)
    stall.suspect()
    guard isLive else {
      guard stall.isSuspectedAgain else {
        let reason = "no data for what was subscribed to; polling"
        return complain(.stream, .warning, reason, .silent)
      }
      stall.forgive()
      return giveUp(TransportFailure(reason: "it sends no data"), at: now, emit)
    }
    poller.expect(followed)
    poller.askSoon(waits, at: now)
  }

  /// The machine's network came or went: everything is tried, or given up, at once.
  private mutating func networkChanged(_ isUp: Bool, at now: Int64, _ emit: (Update) -> Void) {
    link.network(isDown: !isUp)
    guard !isUp else {
      connections.resetBackoff()
      // The usual endpoint may have been left only because there was no network.
      endpoints.wake(at: now)
      page.retry()
      if !followed.isEmpty { retries.ask(at: now) }
      return
    }
    let failure = TransportFailure(reason: "no network", cause: .noNetwork)
    for slot in 0...1 {
      let loss = connections.giveUp(slot, failure, on: &endpoints, at: now, &intents)
      lost(failure, loss, at: now, emit)
    }
    link.forgetPolls()
    note(.noNetwork, emit)
  }

  /// Tries at once everything that waits for its next try, except what the exchange has stopped.
  private mutating func retry(at now: Int64) {
    retries.begin(at: now)
    connections.retry(waits, on: endpoints, at: now, &intents)
    if !isLive { poller.ask(at: poller.soonest(waits, at: now)) }
    if endpoint.marketList != nil {
      list.askAgain(waits, resumesAt: endpoints.resumesAt(.list), at: now)
    }
  }
}

/// Which endpoint is used, and what its connection carries.
extension Feed {
  /// Goes on to the next endpoint, where there is one.
  private mutating func useNextEndpoint(at now: Int64, _ emit: (Update) -> Void) {
    guard let next = endpoints.next() else { return }
    connections.closeAll(endpoint.streamLimits, &intents)
    use(next, at: now, emit)
    connections.connect(on: endpoints, at: now)
    poller.ask(at: max(Deadline(now), endpoints.resumesAt(.tickers)))
  }

  /// Uses another endpoint from now on; what was asked on the last one is asked again.
  private mutating func use(_ endpoint: Int, at now: Int64, _ emit: (Update) -> Void) {
    endpoints.use(endpoint, at: now)
    let dropped = calls.dropAll()
    missed.changedEndpoint(to: self.endpoint, at: now)
    page.changedEndpoint(wasAsking: dropped.contains(.history), at: now)
    list.changedEndpoint(
      wasAsking: dropped.contains(.list), resumesAt: endpoints.resumesAt(.list), at: now)
    renewSubscription(at: now, emit)
    books.restart(isOffered: self.endpoint.tellsBooks, emit)
    write(.warning, "switched to \(exchange.title)")
    emit(.title(exchange: exchange.name, exchange.title))
  }

  /// Works out what a connection is to carry.
  private mutating func renewSubscription(at now: Int64, _ emit: (Update) -> Void) {
    let left = coverage.carry(markets, books: books.wanted, endpoint.streamLimits)
    renewPolled(all: coverage.pollsAll && !isStreamHeard, at: now, emit)
    if let tape = page.tape, coverage.uncarried.contains(tape) { page.streamLacksTape(at: now) }
    guard let left else { return }
    let carried = coverage.carried.count
    write(.warning, "the stream carries \(carried) markets; the other \(left) are polled")
  }

  /// Works out which markets polls are to bring: all, or those that the stream does not carry.
  private mutating func renewPolled(
    all isAll: Bool, at now: Int64, _ emit: (Update) -> Void
  ) {
    let awaited = coverage.poll(
      all: isAll ? followed : nil, spokeAt: link.spokeAt, waits, at: now, emit)
    if !awaited.isEmpty { poller.expect(awaited, within: waits, at: now) }
  }
}

/// What is said of a market, and what is written to the log.
extension Feed {
  /// - Returns: false where its time cannot be believed.
  @discardableResult
  private mutating func apply(
    _ statement: Statement, _ origin: ExchangeClock.Origin, at now: Int64,
    _ emit: (Update) -> Void
  ) -> Bool {
    guard let (time, clockNow) = clock.time(of: statement, origin, at: now) else {
      log.drop()
      // Nobody knows what the book is without these changes: it counts as broken.
      if var change = statement.bookChange {
        change.isBroken = true
        takeBook(of: Statement(market: statement.market, bookChange: change), at: now, emit)
      }
      return false
    }
    let market = statement.market
    missed.look(at: clockNow)
    emitClock(at: now, emit)
    // An order book has no price, nor has a heartbeat: the price is still asked for.
    if statement.ticker != nil || statement.trade != nil {
      let saidAt = origin == .answer ? poller.saidAt(now) : now
      coverage.told(market, waits, at: saidAt, emit)
      if origin != .answer { poller.heard(market) }
    }
    // A market that was never traded has no price to tell, and is streamed all the same.
    if origin != .answer, !statement.isOfBook, coverage.grant(market) {
      renewSubscription(at: now, emit)
    }
    takeBook(of: statement, at: now, emit)
    if let trade = statement.trade {
      emit(.trade(market: market, trade))
      // The market is traded: a list without it is out of date.
      if origin == .live, !markets.isListed(market) { suspectList(at: now) }
    }
    // A trade that a polled ticker mentions must also come on the stream, if the stream carries the market.
    if endpoint.tickersTellTrades, origin != .answer || isStreamed(market) {
      missed.heard(statement, of: market, at: now)
    }
    guard let ticker = statement.ticker else { return true }
    link.knowsPrice()
    if origin != .answer { stall.gave(ticker, of: market) }
    emit(.ticker(market: market, ticker))
    if !ticker.isListed { unlist(market, at: now, emit) }
    if !endpoint.streamsTrades, origin != .answer {
      emit(.sample(market: market, price: ticker.price, time: time))
    }
    return true
  }

  private mutating func takeBook(
    of statement: Statement, at now: Int64, _ emit: (Update) -> Void
  ) {
    guard books.take(statement, at: now, emit) else { return }
    let code = markets.code(of: statement.market)
    if connections.resubscribe(book: code) {
      write(.notice, "the order book of \(code) cannot be shown; requesting it again")
    }
  }

  private mutating func emitClock(at now: Int64, _ emit: (Update) -> Void) {
    guard let news = clock.news() else { return }
    if news.jump != 0 {
      missed.clockJumped(by: news.jump, to: news.offset + now, followed, emit)
    }
    emit(.clock(exchange: exchange.name, offset: news.offset))
  }

  private mutating func emitLink(at now: Int64, _ emit: (Update) -> Void) {
    let streamAliveAt = isLive ? connections.aliveAt : nil
    guard let news = link.news(streamAliveAt: streamAliveAt, waits, at: now) else { return }
    emit(.link(exchange: exchange.name, news.link, heard: news.heard))
  }

  /// Ignores failures while nothing is followed: a late answer must not show one.
  private mutating func note(_ failureReason: FailureReason?, _ emit: (Update) -> Void) {
    guard failureReason == nil || !followed.isEmpty else { return }
    if link.note(failureReason) { emit(.failure(exchange: exchange.name, failureReason)) }
  }

  private mutating func write(_ severity: Severity, _ sentence: String) {
    intents.append(.log(severity, "\(exchange.name): \(sentence)"))
  }

  /// Writes to the log what is wrong, unless the same was written before.
  private mutating func complain(
    _ topic: Topic, _ severity: Severity, _ reason: String, _ trouble: Trouble = .failed
  ) {
    guard log.complain(topic, trouble, reason) else { return }
    write(severity, "\(topic.title) \(trouble.rawValue): \(reason)")
  }
}

/// Calls, and what their failures mean.
extension Feed {
  private mutating func ask(_ questions: [RESTCalls.Question]) {
    for (call, path) in questions {
      calls.ask(call, path, endpoint: endpoints.index, &intents)
    }
  }

  private mutating func answered(
    _ call: RESTCalls.Call, _ status: Int, _ headers: [Header],
    _ body: UnsafeBufferPointer<UInt8>, at now: Int64, _ emit: (Update) -> Void
  ) {
    link.network(isDown: false)
    if let header = headers.last(where: { $0.name == "date" }),
      let date = CivilTime(httpDate: header.value)
    {
      clock.heard(date: date.unix, at: now)
    }
    guard status == 200 else { return refused(call, status, headers, body, at: now, emit) }
    endpoints.succeeded(call.topic, callsLeft: endpoint.callsLeft(headers), at: now)
    switch read(body, call, at: now, emit) {
    case .understood(let next):
      // The ranking has a list of its own: its success says nothing of this one.
      if !call.isForTopMarkets { log.resolve(call.topic) }
      ask(next)
      if call.isForList { continueList(at: now, emit) }
      if call.isForTopMarkets { tellRanking(emit) }
    case .unclear(var message):
      if message == nil {
        log.drop()
        // An exchange that refuses with status 200 uses the same words whatever was asked.
        message = endpoint.tickers?.readTickers(body, asked: [], of: markets.table)
      }
      let failure = CallFailure(message ?? ParsedMessage())
      if failure.isLimit {
        let wait = message?.retryAfterSeconds
        _ = endpoints.failed(
          call.topic, status: 429, retryAfterSeconds: wait, at: now, &intents)
      }
      failed(call, failure, at: now, emit)
    case nil: break
    }
  }

  /// - Returns: nil where nothing more follows from the answer.
  private mutating func read(
    _ body: UnsafeBufferPointer<UInt8>, _ call: RESTCalls.Call, at now: Int64,
    _ emit: (Update) -> Void
  ) -> Reading? {
    switch call {
    case .list(let call): return list.read(body, call, of: endpoint) ? .understood() : .unclear()
    case .tickers(let asked): return readTickers(body, asked: asked, at: now, emit)
    case .history(let market):
      return missed.read(body, of: market, markets, on: endpoint, at: now, emit)
    case .candles, .trades, .wallets, .topMarketsList, .topMarkets:
      return page.read(
        body, call, of: markets, on: endpoint, clock: clock,
        isTapeStreamed: page.tape.map { isStreamed($0) } ?? true, at: now, emit)
    }
  }

  private func tellRanking(_ emit: (Update) -> Void) {
    page.tellRanking(of: exchange, isAsking: calls.isAsking(\.isForTopMarkets), emit)
  }

  /// A call was answered with another status than 200.
  private mutating func refused(
    _ call: RESTCalls.Call, _ status: Int, _ headers: [Header],
    _ body: UnsafeBufferPointer<UInt8>, at now: Int64, _ emit: (Update) -> Void
  ) {
    let wait = headers.retryAfterSeconds
    let isRejection = endpoints.failed(
      call.topic, status: status, retryAfterSeconds: wait, at: now, &intents)
    let failure = CallFailure(status: status, isRejection: isRejection)
    if case .list(let call) = call, status == 400, !call.codes.isEmpty,
      endpoint.refusesCodes(body)
    {
      list.narrow(call, of: endpoint)
      return continueList(at: now, emit)
    }
    failed(call, failure, at: now, emit)
  }

  /// Whether the failure of a call means that the exchange cannot be heard. While the stream is live
  /// none means that; while polls bring prices, only that of a call for prices does.
  private func meansFailure(_ call: RESTCalls.Call, at now: Int64) -> Bool {
    if isLive { return false }
    return call.isForTickers || link.link(streamAliveAt: nil, waits, at: now) != .polling
  }

  private mutating func failed(
    _ call: RESTCalls.Call, _ failure: CallFailure, at now: Int64, _ emit: (Update) -> Void
  ) {
    if case .topMarkets(let codes) = call, failure.isOfCodes,
      let questions = page.narrow(codes, on: endpoint)
    {
      ask(questions)
      return tellRanking(emit)
    }
    if case .tickers(let asked) = call, failure.isOfCodes {
      unknownCode(among: asked, at: now)
    } else if let failureReason = failure.failureReason, meansFailure(call, at: now) {
      note(failureReason, emit)
    }
    switch call {
    // The parts before this one are useful without the rest.
    case .list(let call) where call.part > 0: finishList(isWhole: false, at: now, emit)
    case .list:
      list.failed(isAwaited: awaitsList, resumesAt: endpoints.resumesAt(.list), at: now)
    case .tickers: break
    case .history(let market): missed.failed(market, at: now, emit)
    case .candles, .trades, .wallets, .topMarketsList, .topMarkets:
      page.failed(
        call, isRejection: failure.isRejection, of: markets, on: endpoints, at: now, emit)
    }
    // The ranked exchange may be one that nobody follows, or may refuse the ranking although it streams.
    if call.isForTopMarkets { page.tellRankingFailure(failure.callReason, of: exchange, emit) }
    complain(call.topic, failure.isRejection ? .warning : .notice, failure.reason)
    // A refused call is no reason to leave an endpoint whose stream goes on, nor to leave a
    // fallback that still answers calls for prices.
    if failure.isBlocked, !isLive, call.isForTickers || endpoints.index == 0 {
      useNextEndpoint(at: now, emit)
    }
  }
}

/// The list of markets.
extension Feed {
  private mutating func beginList(at now: Int64, _ emit: (Update) -> Void) {
    // Answers that are still to come for an earlier list are no part of this one.
    calls.drop(\.isForList)
    list.begin(list.calls(for: markets.codes, of: endpoint), at: now)
    continueList(at: now, emit)
  }

  /// Whether a followed market is not shown until the list says that it is listed.
  private var awaitsList: Bool { markets.followedAndListed.count < followed.count }

  private mutating func continueList(at now: Int64, _ emit: (Update) -> Void) {
    guard let call = list.next() else { return finishList(isWhole: true, at: now, emit) }
    ask([(.list(call), call.path)])
  }

  /// The list is whole, or as whole as it gets.
  private mutating func finishList(
    isWhole: Bool, at now: Int64, _ emit: (Update) -> Void
  ) {
    let said = list.finish(isWhole: isWhole, markets.all, of: endpoint, at: now)
    poller.listIsKnown()
    markets.confirm(said.own.lazy.filter { $0.listing != nil }.map(\.id))
    for (market, listing, isTold) in said.own {
      if isTold, let listing { emit(.listing(market: market, listing)) }
      let isTrading = listing?.isTrading
      setListed(market, isTrading ?? false, isHalted: isTrading == false, at: now, emit)
    }
    if let list = said.toKeep { intents.append(.save(list)) }
  }

  /// The stream does not have a market. As long as the list has it, it is still shown: polls bring
  /// it, and the list and the stream are asked once more, the stream ever more seldom.
  /// - Returns: whether that is news.
  private mutating func deny(
    _ market: MarketID, at now: Int64, _ emit: (Update) -> Void
  ) -> Bool {
    guard markets.isListed(market), markets.isConfirmed(market) else {
      return unlist(market, at: now, emit)
    }
    guard markets.isFollowed(market), let count = coverage.deny(market, at: now) else {
      return false
    }
    if count == 1 {
      write(.notice, "the stream does not have \(markets.code(of: market)); polling it")
    }
    missed.beginGaps(of: [market], since: now, clock: clock, at: now, emit)
    renewSubscription(at: now, emit)
    poller.expect([market], within: waits, at: now)
    suspectList(at: now)
    return true
  }

  /// Something other than the list says that a market is not listed. The list is asked for, and may
  /// tell when the market is listed again.
  /// - Returns: whether that is news.
  @discardableResult
  private mutating func unlist(
    _ market: MarketID, at now: Int64, _ emit: (Update) -> Void
  ) -> Bool {
    // Where the market was not listed anyway, the list has said more of it.
    guard markets.isListed(market), setListed(market, false, at: now, emit) else { return false }
    suspectList(at: now)
    return true
  }

  /// The exchange's list, where there is one, may have changed: it is asked for again.
  private mutating func suspectList(at now: Int64) {
    guard endpoint.marketList != nil else { return }
    list.suspect(isAwaited: awaitsList, resumesAt: endpoints.resumesAt(.list), at: now)
  }

  /// Nothing is followed any more. The list may have changed by the time something is followed
  /// again, so markets that were not listed count as listed.
  private mutating func forgetAbsent(at now: Int64, _ emit: (Update) -> Void) {
    let absent = markets.all.map(\.id).filter { !markets.isListed($0) }
    guard !absent.isEmpty else { return }
    for market in absent { setListed(market, true, at: now, emit) }
    suspectList(at: now)
  }

  /// - Parameter isHalted: as in `FeedMarkets.setListed`.
  /// - Returns: whether that is news.
  @discardableResult
  private mutating func setListed(
    _ market: MarketID, _ isListed: Bool, isHalted: Bool = false, at now: Int64,
    _ emit: (Update) -> Void
  ) -> Bool {
    let wasListed = markets.isListed(market)
    guard markets.setListed(market, isListed, isHalted: isHalted) else { return false }
    let isFollowed = markets.isFollowed(market)
    if isListed {
      missed.listed(market, isFollowed: isFollowed)
      connections.forgetRequest(of: markets.code(of: market))
      page.listed(market, at: now)
      // Other markets may lose their room on the connection to it: their prices are asked for.
      poller.expect(isFollowed ? [market] : [], within: waits, at: now)
    } else {
      if wasListed { missed.unlisted(market) }
      if isFollowed {
        let code = markets.code(of: market)
        // A user who names a pair need not know which exchanges trade it.
        write(
          markets.replaceable.contains(market) ? .info : .warning,
          isHalted
            ? "\(code) is not traded there now"
            : "\(code) is not listed there; tealight markets finds codes")
      }
    }
    renewSubscription(at: now, emit)
    emit(.listed(market: market, isListed, isHalted: isHalted))
    return true
  }
}

/// Tickers: asked for while there is no stream, and for the markets that it does not carry.
extension Feed {
  private mutating func askForTickers(at now: Int64, _ emit: (Update) -> Void) {
    if isStreamHeard, coverage.doubtUntold(at: now) { renewSubscription(at: now, emit) }
    let asked = poller.advance(
      to: now, listed: markets.followedAndListed, isStreamHeard: isStreamHeard,
      uncarried: coverage.uncarried, isAsking: calls.isAsking(\.isForTickers),
      slowdown: endpoints.slowdown(.tickers), resumesAt: endpoints.resumesAt(.tickers), waits)
    // The market may be halted, which some exchanges say only in their list.
    if poller.popFallenSilent(at: now) { suspectList(at: now) }
    if !asked.isEmpty { ask(poller.questions(about: asked, of: markets, on: endpoint)) }
  }

  private mutating func readTickers(
    _ body: UnsafeBufferPointer<UInt8>, asked: [MarketID], at now: Int64, _ emit: (Update) -> Void
  ) -> Reading? {
    guard let source = endpoint.tickers else { return nil }
    let message = source.readTickers(
      body, asked: asked.map(markets.code), of: markets.table)
    if message.isWellFormed { log.drop(message.dropped) }
    guard message.isWellFormed, message.rejection == nil, !message.statements.isEmpty else {
      return .unclear(message)
    }
    // The stream need not have told of a market that it does not carry.
    let isDead =
      isLive
      && stall.judge(
        knowing: message.statements.filter { !coverage.uncarried.contains($0.market) },
        clock: clock.now(now))
    let believed = message.statements.filter {
      markets.isFollowed($0.market) && apply($0, .answer, at: now, emit)
    }
    guard !believed.isEmpty else { return nil }
    poller.answered(waits, at: now)
    if isDead {
      giveUp(TransportFailure(reason: "it sends no trades"), at: now, emit)
    }
    let saidAt = poller.saidAt(now)
    if !isStreamHeard, !coverage.pollsAll {
      renewPolled(all: true, at: now, emit)
      // A statement without a price does not count: no price of its market was told.
      for statement in believed where statement.ticker != nil || statement.trade != nil {
        coverage.told(statement.market, waits, at: saidAt, emit)
      }
    }
    link.pollHeard(at: saidAt)
    if !isLive { note(nil, emit) }
    if missed.isUnknown(anyOf: markets.followedAndListed) { wantMissing(at: now) }
    if let time = clock.now(now) {
      for statement in believed where !isStreamed(statement.market) {
        guard let ticker = statement.ticker else { continue }
        missed.sampled(statement.market, at: time)
        emit(.sample(market: statement.market, price: ticker.price, time: time))
      }
    }
    // Where each code is asked for alone, the call for the unknown one fails in each round.
    return poller.asksSingly ? nil : .understood()
  }

  /// One unknown code spoils the whole call. Without a list to tell which, every code is asked for
  /// alone.
  private mutating func unknownCode(among asked: [MarketID], at now: Int64) {
    if asked.count > 1 { poller.askSingly(isUrgent: !isLive, at: now) }
    suspectList(at: now)
  }
}

/// History: it is asked for in one call after the other.
extension Feed {
  private mutating func wantMissing(at now: Int64) {
    missed.want(markets.followedAndListed, isLive: isLive, clock: clock, at: now)
  }

  private mutating func askForHistory(at now: Int64) {
    guard calls.historyAllowsAt.isDue(at: now), endpoints.resumesAt(.history).isDue(at: now),
      let clockNow = clock.now(now),
      // The chart on the screen comes before the others.
      let questions = page.askForCandles(of: markets, on: endpoint, clock: clockNow, at: now)
        ?? missed.askForHistory(of: markets, on: endpoint, clock: clockNow, at: now)
    else { return }
    ask(questions)
    calls.paceHistory(slowdown: endpoints.slowdown(.history), at: now)
  }
}
