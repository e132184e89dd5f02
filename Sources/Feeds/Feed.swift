import MarketData

/// One exchange, kept alive: stream, watch, fall back to polling, come back.
///
/// It is told what happened and when, answers with intents and updates, and touches nothing else:
/// a whole day with all its faults replays from an array.
public struct Feed {
  /// The deadlines that the configuration sets.
  public struct Limits: Sendable {
    public var staleAfterMilliseconds: Int64 = 15_000
    public var pollEveryMilliseconds: Int64 = 5_000

    public init() {}

    /// Silence after which a ping is sent, and how long its pong may take.
    var pingAfter: Int64 { min(10_000, staleAfterMilliseconds * 6 / 10) }
    var pongWithin: Int64 { min(5_000, staleAfterMilliseconds * 3 / 10) }
    /// A stream that is not there by then at the start is not waited for.
    var firstPollAfter: Int64 { min(2_000, pollEveryMilliseconds) }
  }

  /// The endpoints that may be used, the usual one first.
  public let endpoints: [Endpoint]
  /// What it wants done, oldest first; the loop takes them.
  public var intents: [Intent] = []
  /// Messages, or parts of them, that could not be believed.
  public internal(set) var dropped = 0
  private var droppedSaid = (count: 0, at: Int64.min / 2)

  /// All that it may be asked to follow.
  public internal(set) var markets: [(index: Int, code: String)]
  var table: MarketTable
  var limits: Limits
  let ticket: String
  /// The way that is used, how often it has failed since it was heard, and, while it is another
  /// one, when the usual one is tried again.
  var way = 0
  var wayFailures = 0
  var usualAt: Int64?

  /// Those that are followed, the one shown first at the front, and whose books and wallets are.
  public internal(set) var followed: [Int] = []
  var books: Set<Int> = []
  var ladders: [Int: OrderBookBuilder] = [:]
  /// Of those whose book did not add up.
  var bookRepairs: [Int: BookRepairSchedule] = [:]
  var wallets: Set<Int> = []
  var listed: Set<Int>
  /// What a connection is to carry, and who found no room in it.
  var subscription = Subscription()
  var uncarried: Set<Int> = []
  /// Those of which nothing was said since they are followed, or since the stream fell silent.
  var unheard: Set<Int> = []
  /// How often the stream was doubted since it said something.
  var doubts = 0
  /// What it said last of each market.
  var streamed: [Int: Ticker] = [:]
  /// How often something was asked of a stream.
  var requests = 0

  var lines: [Line]
  /// The line that carries the stream; the other one is idle or about to take over.
  var current = 0
  /// When a poll was last answered; when the exchange was heard on any way.
  var pollHeard: Int64?
  var heard: Int64?
  var clock = ExchangeClock()
  /// How late its data is, and since when that is too late.
  var delay = Delay()
  var lateSince: Int64?
  /// Of each market that the stream is not heard of, since when, by the monotonic clock.
  var unheardSince: [Int: Int64] = [:]
  /// Our wall clock less our monotonic one, for exchanges that never say what time it is; and where
  /// it can be believed, for those that have not said so yet.
  var wallOffset: Int64 = 0
  var wall = WallClock()
  var hasPrice = false
  var isNetworkDown = false

  var backoff: Backoff
  var connectAt: Int64?
  /// Of each way: no event opens connections faster than the retries' floor.
  var connects: [Throttle]
  /// Networks that come and go, and people, may want everything tried many times in a second.
  var retries = Throttle(milliseconds: 1_000)
  /// When the line that has been relieved is closed.
  var relieveAt: Int64?

  var pollAt: Int64?
  var lastPoll = Int64.min / 2
  var pollsSingly = false

  var listAt: Int64?
  var listFailures = 0
  var listAsked = Int64.min / 2
  var list: [Listing] = []
  var listCalls: [ListCall] = []

  var walletsAt: Int64?
  var walletsAsked = Int64.min / 2
  var walletsHeard = Int64.min / 2
  var walletStates: [String: WalletState] = [:]

  var ranking = Ranking()

  var past = PastQueue()
  var charted = ChartQueue()
  /// The market whose last trades are looked at, and when they are asked for.
  var tape: Int?
  var tapeAt: Int64?
  /// Up to here, by the exchange's clock, every trade of a market is known or asked for.
  var covered: [Int: Int64] = [:]
  /// Markets of which something was missed since, and that was not asked for yet.
  var pastDue: Set<Int> = []
  var filling: Set<Int> = []
  var nextHistoryAt = Int64.min

  var calls: [Int: Call] = [:]
  var nextCall = 1
  /// Of each way.
  var gatesOfWays: [[Call.Group: Gate]]
  var gates: [Call.Group: Gate] {
    get { gatesOfWays[way] }
    set { gatesOfWays[way] = newValue }
  }
  /// What each group was last said to suffer from, so that the log hears of it once.
  var complaints: [Call.Group: String] = [:]
  var trouble: Trouble?
  /// What was said of the link last, and the tenth of a second in which the exchange had spoken.
  var said: (link: Link, tenth: Int64?)?
  var clockSaid: Int64?

  /// - Parameters:
  ///   - exchange: the translator of its usual endpoint.
  ///   - markets: all that may be followed, with their places in the desk's list.
  ///   - seed: where its jitter and its ticket come from.
  ///   - fallbacks: those that may be used; nil: all that the exchange has.
  public init(
    exchange: any Exchange, markets: [(index: Int, code: String)], limits: Limits, seed: UInt64,
    fallbacks: [Endpoint]? = nil
  ) {
    let endpoints = [Endpoint(exchange)] + (fallbacks ?? Endpoint.fallbacks(of: exchange))
    self.endpoints = endpoints
    gatesOfWays = Array(repeating: [:], count: endpoints.count)
    self.markets = markets
    self.limits = limits
    table = MarketTable(markets.map { ($0.code, $0.index) })
    listed = Set(markets.map(\.index))
    lines = [Line(exchange.streamLimits), Line(exchange.streamLimits)]
    backoff = Backoff(exchange.streamLimits, seed: seed)
    connects = endpoints.map { Throttle(milliseconds: $0.streamLimits.retryFloorMilliseconds) }
    ticket = "tealight-\(String(seed % 0xFFFF_FFFF, radix: 36))"
  }

  /// The translator of the endpoint that is used.
  public var exchange: any Exchange { endpoint.exchange }

  var endpoint: Endpoint { endpoints[way] }

  /// When, by the monotonic clock, `.time` is wanted.
  public var deadline: Int64? {
    guard !followed.isEmpty else { return [linkEnds, rankingAt].compactMap { $0 }.min() }
    var times = [
      pollAt, linkEnds, lateEnds, relieveAt, silentAt, usualAt, walletsAt, successorDoubtedAt,
      rankingAt, retries.deadline,
    ]
    // What a closed gate holds back is due when it opens, and no sooner.
    times += [
      (connectOpensAt, Call.Group.connect), (listAt, .list), (tapeAt, .past),
    ].map { at, group in at.map { opening(group, $0) } }
    times += lines.map { $0.deadline(limits) }
    if let at = [past.deadline, charted.deadline].compactMap({ $0 }).min(), clock.offset != nil {
      times.append(opening(.past, max(at, nextHistoryAt)))
    }
    times.append(handoverAt)
    return times.compactMap { $0 }.min()
  }

  /// Takes what happened, and says what follows from it.
  public mutating func handle(_ event: Happening, at now: Moment, _ say: (Update) -> Void) {
    let time = now.monotonic
    wallOffset = now.wall - time
    wall.look(at: now)
    clock.floor = wall.offset
    switch event {
    case _ where isLate(event): break
    case .opened(let line): opened(line, at: time)
    case .message(let bytes, let line): read(bytes, on: line, at: time, say)
    case .pong(let line): heardPong(line, at: time)
    case .closed(let closure, let line): lost(line, closure, at: time, say)
    case .delayed(let closure, let line): delayed(line, closure, say)
    case .answered(let id, let status, let headers, let body):
      answered(calls.removeValue(forKey: id), status, headers, body, at: time, say)
    case .unanswered(let id, let closure):
      unanswered(calls.removeValue(forKey: id), closure, at: time, say)
    case .network(let isUp): networkChanged(isUp, at: time, say)
    case .retry where !followed.isEmpty: retries.ask(at: time)
    case .retry: break
    case .time: break
    }
    watchDelay(at: time, say)
    beginHearing(at: time, say)
    if isStreamHeard, !pastDue.isEmpty { askForPast(at: time) }
    keepTime(at: time, say)
    sayClock(say)
    sayLink(at: time, say)
    sayDropped(at: time)
  }

  /// The exchange's Unix milliseconds less our monotonic ones, as it said itself; nil where it did not.
  public var measuredClock: Int64? { clock.measured }

  /// What another exchange has said of the time.
  public mutating func compareClock(with offset: Int64) { wall.heard(otherExchange: offset) }

  /// The code of a market by its place in the desk's list.
  func code(of market: Int) -> String { markets.first { $0.index == market }!.code }

  /// Whether the exchange keeps what was traded.
  var hasPast: Bool { endpoint.history != nil }

  /// Those that are followed and, as far as is known, listed.
  var wanted: [Int] { followed.filter(listed.contains) }

  /// Says on the log what is wrong, unless it is what was wrong before.
  mutating func complain(_ group: Call.Group, _ severity: Severity, _ reason: String) {
    guard complaints[group] != reason else { return }
    complaints[group] = reason
    intents.append(.log(severity, "\(exchange.name): \(group.rawValue) cannot be had: \(reason)"))
  }

  /// Says on the log how much could not be believed, once a minute at most.
  private mutating func sayDropped(at now: Int64) {
    guard dropped > droppedSaid.count, now - droppedSaid.at >= 60_000 else { return }
    let count = dropped - droppedSaid.count
    droppedSaid = (dropped, now)
    intents.append(
      .log(.warning, "\(exchange.name): dropped what could not be believed, \(count) times"))
  }
}
