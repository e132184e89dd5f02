import MarketData
import Timing

/// What a page shows besides prices and order books: the candles of a chart, the last trades, which
/// assets can be moved, and in which markets most is traded.
///
/// Each is asked for by calls, and only while somebody looks. A stream brings the trades that come
/// afterwards, and nothing of the others.
struct PageData {
  private var chart = ChartHistory()
  private var trades = RecentTrades()
  private var wallets = WalletPoller()
  private var topMarkets = TopMarkets()

  /// The market whose last trades are looked at.
  var tape: MarketID? { trades.market }
}

/// What the page shows.
extension PageData {
  /// Whether it shows these already.
  func shows(wallets: Set<MarketID>, chart: Chart?, tape: MarketID?) -> Bool {
    wallets == self.wallets.wanted && chart == self.chart.chart && tape == trades.market
  }

  /// Shows these from now on; what is known of them is told at once.
  mutating func show(
    wallets: Set<MarketID>, chart: Chart?, tape: MarketID?, of markets: FeedMarkets,
    on endpoint: Endpoint, at now: Int64, _ emit: (Update) -> Void
  ) {
    let isOffered = endpoint.wallets != nil
    let newcomers = self.wallets.follow(wallets, isOffered: isOffered, at: now)
    tellWallets(newcomers, of: markets, endpoint, emit)
    if let history = self.chart.want(chart, at: now), let chart {
      emit(.candles(market: chart.market, history))
    }
    trades.follow(tape, at: now)
  }

  /// Begins to rank the exchange's markets, or stops where the wish is nil.
  /// - Returns: whether that is news.
  mutating func rank(_ wish: RankingWish?) -> Bool { topMarkets.follow(wish) }
}

/// When something is due.
extension PageData {
  var walletsDue: Deadline { wallets.deadline }
  /// When candles are due, where nothing holds back calls for history.
  var chartDue: Deadline { chart.deadline }

  // Calls that a circuit breaker holds back are due when calls are allowed again, and no sooner.
  func tradesDue(on endpoints: Endpoints) -> Deadline {
    endpoints.resumesAt(.history, noSoonerThan: trades.deadline)
  }

  func rankingDue(on endpoints: Endpoints) -> Deadline {
    guard topMarkets.wish != nil, endpoints.current.ranking != nil else { return .never }
    return max(
      topMarkets.deadline(slowdown: endpoints.slowdown(.tickers)), endpoints.resumesAt(.tickers),
      endpoints.resumesAt(.list))
  }
}

/// The calls that are made once they are due.
extension PageData {
  /// - Returns: nil where no candles are wanted now.
  mutating func askForCandles(
    of markets: FeedMarkets, on endpoint: Endpoint, clock: Int64, at now: Int64
  ) -> [RESTCalls.Question]? {
    guard let wanted = chart.next(at: now, clock: clock) else { return nil }
    let path = endpoint.chartCandles?.candlesPath(
      code: markets.code(of: wanted.chart.market), span: wanted.chart.span.milliseconds,
      before: wanted.end, count: wanted.count)
    return path.map { [(.candles, $0)] } ?? []
  }

  mutating func askForTrades(
    of markets: FeedMarkets, on endpoint: Endpoint, isAsking: Bool, at now: Int64
  ) -> [RESTCalls.Question] {
    guard
      let market = trades.advance(to: now, isListed: markets.isListed, isAsking: isAsking),
      let source = endpoint.recentTrades
    else { return [] }
    let code = markets.code(of: market)
    return [(.trades(market), source.tradesPath(code: code, count: Tape.capacity))]
  }

  mutating func askForWallets(on endpoints: Endpoints, at now: Int64) -> [RESTCalls.Question] {
    guard wallets.advance(to: now, resumesAt: endpoints.resumesAt(.wallets)) else { return [] }
    return walletQuestions(from: 0, on: endpoints.current)
  }

  private func walletQuestions(from part: Int, on endpoint: Endpoint) -> [RESTCalls.Question] {
    let paths = endpoint.wallets?.walletPaths ?? []
    return part < paths.count ? [(.wallets(part), paths[part])] : []
  }

  mutating func askForRanking(
    _ calls: inout RESTCalls, on endpoint: Endpoint, at now: Int64
  ) -> [RESTCalls.Question] {
    if topMarkets.isOutdated { calls.drop(\.isForTopMarkets) }
    let isAsking = calls.isAsking(\.isForTopMarkets)
    let step = topMarkets.advance(to: now, isAsking: isAsking)
    return step.map { rankingQuestions($0, on: endpoint) } ?? []
  }

  private func rankingQuestions(
    _ step: TopMarkets.Step, on endpoint: Endpoint
  ) -> [RESTCalls.Question] {
    switch step {
    case .list: endpoint.ranking?.listPaths.first.map { [(.topMarketsList, $0)] } ?? []
    case .tickers(let codes):
      endpoint.ranking?.tickerCalls(codes: codes).map { (.topMarkets($0.codes), $0.path) } ?? []
    }
  }
}

/// What becomes of the calls.
extension PageData {
  /// Reads an answer, and emits what it tells.
  /// - Parameter isTapeStreamed: whether the stream brings the trades that come after those of an answer.
  /// - Returns: nil where it was asked for something else.
  mutating func read(
    _ body: UnsafeBufferPointer<UInt8>, _ call: RESTCalls.Call, of markets: FeedMarkets,
    on endpoint: Endpoint, clock: FeedClock, isTapeStreamed: Bool, at now: Int64,
    _ emit: (Update) -> Void
  ) -> Reading? {
    switch call {
    case .candles: return readCandles(body, of: markets, on: endpoint, at: now, emit)
    case .trades(let market):
      guard let found = endpoint.recentTrades?.readTrades(body, of: markets.code(of: market)) else {
        return .unclear()
      }
      let latest = clock.now(now).map { $0 + ExchangeClock.leewayMilliseconds } ?? .max
      let told = found.filter { $0.time <= latest }
      if markets.isFollowed(market), !told.isEmpty { emit(.tape(market: market, told)) }
      if !isTapeStreamed { trades.askLater(market, at: now) }
      return .understood()
    case .wallets(let part):
      guard let source = endpoint.wallets, wallets.read(body, part: part, of: source, at: now)
      else { return .unclear() }
      tellWallets(wallets.wanted, of: markets, endpoint, emit)
      return .understood(next: walletQuestions(from: part + 1, on: endpoint))
    case .topMarketsList:
      var list: [Listing] = []
      guard endpoint.ranking?.readListings(body, part: 0, into: &list) ?? false else {
        return .unclear()
      }
      return .understood(next: rankingQuestions(topMarkets.read(list, at: now), on: endpoint))
    case .topMarkets(let codes):
      guard let source = endpoint.ranking else { return nil }
      let message = source.readTickers(body, asked: codes, of: topMarkets.table)
      guard message.isWellFormed, message.rejection == nil else { return .unclear(message) }
      topMarkets.read(message.statements)
      return .understood()
    case .list, .tickers, .history: return nil
    }
  }

  private mutating func readCandles(
    _ body: UnsafeBufferPointer<UInt8>, of markets: FeedMarkets, on endpoint: Endpoint,
    at now: Int64, _ emit: (Update) -> Void
  ) -> Reading {
    guard let wanted = chart.asked?.chart,
      let found = endpoint.chartCandles?.readCandles(
        body, of: markets.code(of: wanted.market), span: wanted.span.milliseconds)
    else { return .unclear() }
    if chart.answered(found, at: now), let history = chart.history {
      emit(.candles(market: wanted.market, history))
    }
    return .understood()
  }

  /// Tells the ranking once all calls for it are over.
  func tellRanking(of exchange: any Exchange, isAsking: Bool, _ emit: (Update) -> Void) {
    guard !isAsking, let asked = topMarkets.asked else { return }
    let ranked = topMarkets.markets(of: exchange)
    if !ranked.isEmpty { emit(.ranking(asked, ranked)) }
  }

  /// Tells why the exchange's markets cannot be ranked.
  func tellRankingFailure(
    _ failureReason: FailureReason, of exchange: any Exchange, _ emit: (Update) -> Void
  ) {
    guard let asked = topMarkets.asked else { return }
    emit(.rankingFailure(asked, exchange: exchange.title, failureReason))
  }

  private func tellWallets(
    _ wanted: Set<MarketID>, of markets: FeedMarkets, _ endpoint: Endpoint,
    _ emit: (Update) -> Void
  ) {
    for market in wanted.sorted() {
      guard let base = endpoint.exchange.market(code: markets.code(of: market))?.base,
        let state = wallets.state(of: base)
      else { continue }
      emit(.wallet(market: market, state, heard: wallets.heardAt))
    }
  }

  /// A call was refused for one of its codes.
  /// - Returns: what is to be asked in its place; nil where too much is refused, or where half of the codes
  ///   take the same call.
  mutating func narrow(_ codes: [String], on endpoint: Endpoint) -> [RESTCalls.Question]? {
    func paths(_ codes: some Sequence<String>) -> [String] {
      endpoint.ranking?.tickerCalls(codes: Array(codes)).map(\.path) ?? []
    }
    guard codes.count == 1 || paths(codes.prefix(codes.count / 2)) != paths(codes) else {
      return nil
    }
    return topMarkets.narrow(codes)?.flatMap { rankingQuestions($0, on: endpoint) }
  }

  /// A call was not answered, or not with what was asked.
  /// - Parameter isRejection: whether it was refused.
  mutating func failed(
    _ call: RESTCalls.Call, isRejection: Bool, of markets: FeedMarkets, on endpoints: Endpoints,
    at now: Int64, _ emit: (Update) -> Void
  ) {
    switch call {
    case .candles: chart.failed(at: now)
    case .trades(let market):
      trades.askLater(market, slowdown: endpoints.slowdown(.history), at: now)
    case .wallets(let part):
      wallets.failed(part: part)
      tellWallets(wallets.wanted, of: markets, endpoints.current, emit)
    case .topMarketsList, .topMarkets: topMarkets.failed(isRejection: isRejection)
    case .list, .tickers, .history: break
    }
  }
}

/// What becomes of the stream, and of the network.
extension PageData {
  /// Everything is to be tried now.
  mutating func retry() { topMarkets.askSoon() }

  /// The stream is heard again, and something was missed before that.
  mutating func streamBegan(at now: Int64) {
    chart.askSoon(at: now)
    trades.askSoon(at: now)
  }

  /// The stream tells of no trades any more.
  mutating func streamFellSilent(at now: Int64) {
    if let market = trades.market { trades.askLater(market, at: now) }
  }

  /// The stream turns out not to carry the market whose last trades are looked at.
  mutating func streamLacksTape(at now: Int64) { trades.askUnlessSet(at: now) }

  /// A market is listed again.
  mutating func listed(_ market: MarketID, at now: Int64) {
    if market == trades.market { trades.askSoon(at: now) }
  }

  /// Another endpoint is used, and nothing that was asked on the last one is waited for.
  /// - Parameter wasAsking: whether a call for anything of the past was under way.
  mutating func changedEndpoint(wasAsking: Bool, at now: Int64) {
    chart.failed(at: now)
    if wasAsking { trades.askSoon(at: now) }
  }
}
