import Timing

/// One connection of a feed, from its handshake to its end.
struct Connection {
  /// After a stream has lasted this long, its earlier failures no longer count.
  private static let lastingMilliseconds: Int64 = 60_000
  /// A refused subscription is asked for again after the first wait; each next wait is twice as
  /// long, up to the longest.
  private static let refusedFirstMilliseconds: Int64 = 10_000
  private static let refusedLongestMilliseconds: Int64 = 600_000
  /// A repeated request that is not refused within this time was granted.
  private static let grantedWithin: Int64 = 60_000
  /// A request without a reply within this time was not heard. It is less than `grantedWithin`, so
  /// that a request that is never heard is repeated ever later, too.
  private static let repliedWithin: Int64 = 45_000

  /// What was refused last, how often in a row, and when it is asked again.
  private struct Refusal {
    var subscription: Subscription
    var count: Int64
    var againAt: Int64
  }

  enum State: Equatable {
    case closed
    case connecting
    case open(pingSent: Int64?)
  }

  let id: ConnectionID
  private(set) var state = State.closed
  /// The index of the endpoint that it leads to.
  private(set) var endpoint = 0
  /// When it last gave a sign of life, by the monotonic clock.
  private(set) var aliveAt: Int64?
  /// Since when it carries data, and when data last came or was last missed.
  private(set) var liveSince: Int64?
  private(set) var hasLasted = false
  private(set) var dataAt: Int64?
  private(set) var openedAt: Int64?
  /// The exchange has announced that it is about to close it.
  private(set) var isEnding = false
  /// What it carries once all waiting requests are sent, and these requests.
  private(set) var carries = Subscription()
  private var outbox: [String] = []
  /// Books that it carries and that are to be asked for once more, so that the whole book comes.
  private var staleBooks: Set<String> = []
  /// Markets whose request was forgotten once (`forgetRequest`).
  private var forgotten: Set<String> = []
  private var limiter: SendLimiter
  private let requestNumber: (@Sendable (String) -> Int64?)?
  /// Requests that have no reply yet, oldest first, and when they were sent.
  private var unanswered: [(number: Int64, sentAt: Int64)] = []
  private var pings = Pings()
  private var keepAliveAt = Deadline.never
  private var refusal: Refusal?
  /// When something is to be sent, if the limits allow it then.
  private var sendsAt = Deadline.never

  /// A connection that is closed.
  init(_ id: ConnectionID, _ stream: StreamLimits) {
    self.id = id
    limiter = SendLimiter(stream.sending)
    requestNumber = stream.requestNumber
  }

  /// A connection that is being opened.
  init(_ id: ConnectionID, to endpoint: Int, _ stream: StreamLimits, at now: Int64) {
    self.init(id, stream)
    state = .connecting
    self.endpoint = endpoint
    dataAt = now
  }

  var isClosed: Bool { state == .closed }
  var isConnecting: Bool { state == .connecting }
  var isOpen: Bool { if case .open = state { true } else { false } }
  var isLive: Bool { liveSince != nil }

  mutating func opened(_ stream: StreamLimits, at now: Int64) {
    state = .open(pingSent: nil)
    aliveAt = now
    openedAt = now
    keepAliveAt = stream.keepAlive.map { Deadline(now + $0.everyMilliseconds) } ?? .never
  }

  /// A sign of life came.
  mutating func gaveSign(at now: Int64) {
    state = .open(pingSent: nil)
    aliveAt = now
  }

  /// A reply came: a sign of life, and maybe the answer to the request of that number.
  mutating func gaveReply(to number: Int64?, at now: Int64) {
    gaveSign(at: now)
    unanswered.removeAll { $0.number == number }
  }

  /// How long the answer to a ping took, which comes now; nil where no ping waits for this answer.
  mutating func roundTrip(ofPing number: Int?, at now: Int64) -> Int64? {
    number.flatMap { pings.answered($0, at: now) }
  }

  mutating func becameLive(at now: Int64) { liveSince = now }

  /// Notes when it has carried data for long.
  /// - Returns: true the first time that it has.
  mutating func noteLasting(at now: Int64) -> Bool {
    guard !hasLasted, let liveSince, now - liveSince >= Self.lastingMilliseconds else {
      return false
    }
    hasLasted = true
    return true
  }

  mutating func gaveData(at now: Int64) { dataAt = now }
  mutating func willEnd() { isEnding = true }

  /// The connection may have died long ago: it is pinged now.
  mutating func doubt(_ waits: Feed.Waits, at now: Int64) {
    // An earlier time is kept: a machine that has slept may have heard nothing for longer.
    if state == .open(pingSent: nil) { aliveAt = min(aliveAt ?? now, now - waits.pingAfter) }
  }

  /// Everything that was asked for has to be asked for again.
  mutating func resubscribe() {
    carries = Subscription()
    (outbox, staleBooks, unanswered) = ([], [], [])
  }

  /// The exchange refused what was asked for. It is asked for again later, after an ever longer wait.
  mutating func wasRefused(at now: Int64) {
    // Each market may be refused by a message of its own.
    guard carries != Subscription() else { return }
    var count: Int64 = 1
    if let refusal, now - refusal.againAt < Self.grantedWithin { count = min(refusal.count + 1, 7) }
    let wait = Self.refusedFirstMilliseconds << (count - 1)
    refusal = Refusal(
      subscription: carries, count: count, againAt: now + min(wait, Self.refusedLongestMilliseconds)
    )
    resubscribe()
    limiter.hold(until: now + Self.refusedFirstMilliseconds)
  }

  /// Treats a request that had no reply in time as refused: it is repeated later.
  /// - Returns: whether there was one.
  mutating func doubtUnanswered(at now: Int64) -> Bool {
    guard repliesEnd.isDue(at: now) else { return false }
    unanswered = []
    wasRefused(at: now)
    return true
  }

  /// When the oldest request without a reply counts as not heard.
  private var repliesEnd: Deadline {
    unanswered.first.map { Deadline($0.sentAt + Self.repliedWithin) } ?? .never
  }

  /// When a subscription may be asked for: at once, unless it was refused.
  private func asksAt(_ subscription: Subscription) -> Deadline {
    guard let refusal, refusal.subscription == subscription else { return .immediately }
    return Deadline(refusal.againAt)
  }

  /// What was refused of a market may be granted now, so the market counts as not asked for. That
  /// happens only once for each market: a list may have a market that a stream never grants.
  mutating func forgetRequest(of code: String) {
    if forgotten.insert(code).inserted { dropRequest(of: code) }
  }

  /// A market counts as not asked for.
  mutating func dropRequest(of code: String) {
    carries.markets.removeAll { $0 == code }
    carries.books.removeAll { $0 == code }
  }

  /// Asks for a book once more, so that the whole of it comes first.
  /// - Returns: false where it carries no such book.
  mutating func resubscribe(book code: String) -> Bool {
    guard carries.books.contains(code) else { return false }
    staleBooks.insert(code)
    return true
  }

  /// Whether a request waits, or this subscription needs one.
  func hasToSend(_ subscription: Subscription) -> Bool {
    isOpen && (!outbox.isEmpty || !staleBooks.isEmpty || subscription != carries)
  }

  /// Sends the waiting requests, and those for this subscription, as fast as the exchange allows.
  mutating func send(
    _ subscription: Subscription, to exchange: any Exchange, _ tickets: inout Tickets,
    at now: Int64, _ intents: inout [Intent]
  ) {
    if outbox.isEmpty {
      guard max(limiter.allowsAt, asksAt(subscription)).isDue(at: now) else { return }
      var kept = carries
      kept.books.removeAll(where: staleBooks.contains)
      for (old, new) in [(carries, kept), (kept, subscription)] where old != new {
        outbox += exchange.requests(from: old, to: new, ticket: tickets.next())
      }
      (carries, staleBooks) = (subscription, [])
    }
    while !outbox.isEmpty, limiter.allowsAt.isDue(at: now) {
      let request = outbox.removeFirst()
      intents.append(.send(request, connection: id))
      limiter.sent(at: now)
      if let number = requestNumber?(request) { unanswered.append((number, now)) }
    }
  }

  /// Works out again when something is to be sent.
  mutating func settle(_ subscription: Subscription) {
    sendsAt =
      !hasToSend(subscription) ? .never : outbox.isEmpty ? asksAt(subscription) : .immediately
  }

  /// Pings it although it gives signs of life: the answer tells how long messages take.
  mutating func probe(_ waits: Feed.Waits, at now: Int64, _ intents: inout [Intent]) {
    guard isOpen, pings.sentAt.map({ now - $0 >= waits.pingAfter }) ?? true else { return }
    intents.append(.ping(number: pings.sent(at: now), connection: id))
  }

  /// When it is to be pinged, given up, or sent something.
  func deadline(_ waits: Feed.Waits) -> Deadline {
    guard case .open(let pingSent) = state, let aliveAt else { return .never }
    let watch = pingSent.map { $0 + waits.pongWithin } ?? pingDue(aliveAt, waits)
    return min(
      min(Deadline(watch), repliesEnd),
      sendsAt.isNever ? .never : max(sendsAt, limiter.allowsAt), keepAliveAt)
  }

  /// Sends the text that keeps it alive, and a ping, each when it is due.
  /// - Returns: true where the last ping was not answered in time: the connection is to be given up.
  mutating func pingOrGiveUp(
    _ waits: Feed.Waits, _ stream: StreamLimits, at now: Int64, _ intents: inout [Intent]
  ) -> Bool {
    guard case .open(let pingSent) = state, let aliveAt else { return false }
    if let keepAlive = stream.keepAlive, keepAliveAt.isDue(at: now) {
      keepAliveAt = Deadline(now + keepAlive.everyMilliseconds)
      intents.append(.send(keepAlive.text, connection: id))
      limiter.sent(at: now)
    }
    if let pingSent { return now - pingSent >= waits.pongWithin }
    guard now >= pingDue(aliveAt, waits) else { return false }
    state = .open(pingSent: now)
    intents.append(.ping(number: pings.sent(at: now), connection: id))
    return false
  }

  /// When the silence is long enough for a ping. A message that comes over a long way is old
  /// already, so the time that an answer takes counts as silence.
  private func pingDue(_ aliveAt: Int64, _ waits: Feed.Waits) -> Int64 {
    aliveAt + waits.pingAfter - min(pings.roundTrip, waits.pongWithin)
  }
}

/// The newest pings of a connection that wait for their answers. Other messages may come before an
/// answer, and the next ping is sent before it where the answer takes longer than the time between
/// pings.
struct Pings {
  private static let limit = 8

  private var count = 0
  private var waiting: [(number: Int, sentAt: Int64)] = []
  /// When the newest was sent.
  private(set) var sentAt: Int64?
  /// How long the newest answer took; 0 before there was one.
  private(set) var roundTrip: Int64 = 0

  /// - Returns: the number of the ping that is sent now.
  mutating func sent(at now: Int64) -> Int {
    count += 1
    if waiting.count == Self.limit { waiting.removeFirst() }
    waiting.append((count, now))
    sentAt = now
    return count
  }

  /// - Returns: how long the answer took. Earlier pings are no longer waited for: a server may
  ///   answer only the newest (RFC 6455 section 5.5.3).
  mutating func answered(_ number: Int, at now: Int64) -> Int64? {
    guard let index = waiting.firstIndex(where: { $0.number == number }) else { return nil }
    defer { waiting.removeSubrange(...index) }
    roundTrip = now - waiting[index].sentAt
    return roundTrip
  }
}

/// Names for the requests that are sent: a name, a dash and a number that counts up.
struct Tickets {
  private let name: String
  private var count = 0

  init(seed: UInt64) { name = "tealight-\(String(seed % 0xFFFF_FFFF, radix: 36))" }

  mutating func next() -> String {
    count += 1
    return "\(name)-\(count)"
  }
}
