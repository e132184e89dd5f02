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

  public let exchange: any Exchange
  /// What it wants done, oldest first; the loop takes them.
  public var intents: [Intent] = []
  /// Messages, or parts of them, that could not be believed.
  public internal(set) var dropped = 0
  private var droppedSaid = (count: 0, at: Int64.min / 2)

  let markets: [(index: Int, code: String)]
  let table: MarketTable
  let limits: Limits
  private let ticket: String

  var socket = Socket.closed
  /// When the open socket last gave a sign of life; when a poll was last answered; when either was.
  var socketHeard: Int64?
  var pollHeard: Int64?
  var heard: Int64?
  var clock = ExchangeClock()
  var listed: Set<Int>
  var hasPrice = false
  var isNetworkDown = false

  var backoff: Backoff
  var goodSince: Int64?
  var connectAt: Int64?

  var pollAt: Int64?
  var lastPoll = Int64.min / 2
  var pollsSingly = false

  var listAt: Int64?
  var listFailures = 0
  var listAsked = Int64.min / 2

  var past = Past()
  /// Up to here, by the exchange's clock, every trade is known or asked for.
  var coveredUntil: Int64?
  /// True from the loss of the stream until what it missed was asked for.
  var isPastDue = true
  var filling: Set<Int>
  var nextHistoryAt = Int64.min

  var calls: [Int: Call] = [:]
  var nextCall = 1
  var gates: [Call.Group: Gate] = [:]
  /// What each group was last said to suffer from, so that the log hears of it once.
  var complaints: [Call.Group: String] = [:]
  /// What was said of the link last, and the tenth of a second in which the exchange had spoken.
  var said: (link: Link, tenth: Int64?)?
  var clockSaid: Int64?

  enum Socket: Equatable {
    case closed
    case connecting
    case open(pingSent: Int64?)
  }

  /// A call to the exchange's REST endpoint that is under way.
  enum Call: Equatable {
    case list
    case tickers([Int])
    case history(Int)

    /// What the exchange counts against one limit.
    enum Group: String {
      case list = "the list of markets"
      case tickers = "tickers"
      case history = "history"
      case connect = "the stream"
    }

    var group: Group {
      switch self {
      case .list: .list
      case .tickers: .tickers
      case .history: .history
      }
    }
  }

  /// - Parameters:
  ///   - markets: this exchange's markets with their places in the configured list, the one shown
  ///     first at the front.
  ///   - seed: where its jitter and its ticket come from.
  public init(
    exchange: any Exchange, markets: [(index: Int, code: String)], limits: Limits, seed: UInt64
  ) {
    self.exchange = exchange
    self.markets = markets
    self.limits = limits
    table = MarketTable(markets.map { ($0.code, $0.index) })
    listed = Set(markets.map(\.index))
    filling = listed
    backoff = Backoff(seed: seed)
    ticket = "tealight-\(String(seed % 0xFFFF_FFFF, radix: 36))"
  }

  /// Begins: asks for the socket and the list of markets.
  public mutating func start(at now: Moment, _ say: (Update) -> Void) {
    for market in markets { say(.filling(market: market.index, true)) }
    listAt = now.monotonic
    connectAt = now.monotonic
    pollAt = now.monotonic + limits.firstPollAfter
    handle(.time, at: now, say)
  }

  /// When `.time` is wanted, by the monotonic clock.
  public var deadline: Int64? {
    var times = [connectAt, pollAt, listAt, linkEnds]
    if case .open(let pingSent) = socket, let heard = socketHeard {
      times.append(pingSent.map { $0 + limits.pongWithin } ?? heard + limits.pingAfter)
    }
    if let past = past.deadline, clock.offset != nil {
      times.append(max(past, nextHistoryAt, gates[.history]?.opensAt ?? .min))
    }
    return times.compactMap { $0 }.min()
  }

  /// Takes what happened, and says what follows from it.
  public mutating func handle(_ event: Happening, at now: Moment, _ say: (Update) -> Void) {
    let time = now.monotonic
    switch event {
    case .opened: opened(at: time)
    case .message(let bytes): read(bytes, at: time, say)
    case .pong: heardSocket(at: time)
    case .closed(let closure): lost(closure, at: time)
    case .answered(let id, let status, let headers, let body):
      answered(calls.removeValue(forKey: id), status, headers, body, at: time, say)
    case .unanswered(let id, let reason, let isDown):
      unanswered(calls.removeValue(forKey: id), reason, isNetworkDown: isDown, at: time, say)
    case .time: break
    }
    if isStreamLive, isPastDue { askForPast(at: time) }
    keepTime(at: time)
    sayLink(at: time, say)
    sayDropped(at: time)
  }

  private mutating func opened(at now: Int64) {
    guard socket == .connecting else { return }
    socket = .open(pingSent: nil)
    socketHeard = now
    goodSince = nil
    isNetworkDown = false
    clock.reconnect()
    subscribe()
  }

  /// Asks for the stream of every market that is listed; of all where none is, since it would be
  /// refused that asked for nothing.
  mutating func subscribe() {
    let wanted = markets.filter { listed.isEmpty || listed.contains($0.index) }
    intents.append(.send(exchange.subscription(codes: wanted.map(\.code), ticket: ticket)))
  }

  /// The stream is gone, or could not be had: poll, and try again.
  mutating func lost(_ closure: Closure, at now: Int64) {
    guard socket != .closed else { return }
    if isStreamLive, let heard = socketHeard {
      // A bucket more: what was delayed on its way is lost with the connection.
      coveredUntil = clock.now(heard).map { Candle.bucket(of: $0) - Candle.span }
      isPastDue = true
    }
    socket = .closed
    goodSince = nil
    isNetworkDown = closure.isNetworkDown
    var wait = backoff.next()
    if let status = closure.status,
      gates[.connect, default: Gate()].refused(
        status: status, retryAfterSeconds: closure.retryAfterSeconds, at: now)
    {
      wait = max(wait, gates[.connect]!.opensAt - now)
    }
    connectAt = now + wait
    pollAt = min(pollAt ?? .max, max(now, lastPoll + limits.pollEveryMilliseconds))
    complain(.connect, .warning, closure.reason)
  }

  /// The code of a market by its place in the configured list.
  func code(of market: Int) -> String { markets.first { $0.index == market }!.code }

  /// Data came on this socket.
  var isStreamLive: Bool { goodSince != nil }

  mutating func heardSocket(at now: Int64) {
    guard case .open = socket else { return }
    socket = .open(pingSent: nil)
    socketHeard = now
    heard = now
    if goodSince == nil {
      goodSince = now
      pollAt = nil
      intents.append(.log(.info, "\(exchange.name): streaming"))
      complaints[.connect] = nil
    }
    if now - goodSince! >= 60_000 {
      backoff.reset()
      gates[.connect] = nil
    }
  }

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
