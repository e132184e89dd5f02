import Timing

/// One connection, and what it is doing.
struct Visitor {
  let peer: IPAddress
  /// The address that it is counted by. In this machine's own network, where nobody comes from
  /// outside, each device is counted by its own address.
  let countsAs: IPAddress
  /// Whether a client who may look has sent a request over it.
  private(set) var isKnown = false
  /// The session of its last request; nil if there was none.
  private(set) var session: String?
  private(set) var viewer: Viewer?
  private var request: WebRequest?
  /// When the wait for a whole request began. For the first request that is when the client connected:
  /// TLS counts, too. Nil while a request is answered, and until the next one begins.
  private var awaitsSince: Int64?
  /// Whether nothing has come since the last answer, as far as is known.
  private(set) var isIdle = false
  private var limit: Deadline

  private static let silenceMilliseconds: Int64 = 2_000
  private static let requestMilliseconds: Int64 = 10_000
  private static let answerMilliseconds: Int64 = 20_000
  private static let idleMilliseconds: Int64 = 15_000

  init(_ peer: IPAddress, on own: IPAddress?, at now: Int64) {
    self.peer = peer
    countsAs = own?.neighbourhood == peer.neighbourhood ? peer : peer.neighbourhood
    limit = Deadline(now + Self.requestMilliseconds)
    awaitsSince = now
  }

  /// When it has taken too long, or a viewer is due.
  var deadline: Deadline { viewer?.deadline ?? limit }

  /// Whether it only keeps its connection, and has not shown that it may look. A client that has
  /// just connected, or begins a request, is given a moment for the whole of it.
  func isIdleStranger(at now: Int64) -> Bool {
    let isSlow = awaitsSince.map { now >= $0 + Self.silenceMilliseconds } ?? false
    return (isIdle || isSlow) && !isKnown && session == nil
  }

  /// Whether nothing is sent to it: it is idle, or its whole request has not come yet.
  var isWaiting: Bool { viewer == nil && (isIdle || awaitsSince != nil) }

  /// Whether it is to be closed.
  var isOver: Bool { limit.isNever }

  mutating func began(
    _ request: WebRequest, isKnown: Bool, session: String?, at now: Int64
  ) {
    (self.request, self.session) = (request, session)
    isIdle = false
    if isKnown { self.isKnown = true }
    guard awaitsSince == nil else { return }
    awaitsSince = now
    limit = Deadline(now + Self.requestMilliseconds)
  }

  /// The request whose body has come.
  mutating func takeRequest(at now: Int64) -> WebRequest? {
    defer { request = nil }
    awaitsSince = nil
    limit = Deadline(now + Self.answerMilliseconds)
    return request
  }

  mutating func refused(at now: Int64) { _ = takeRequest(at: now) }

  mutating func sent(at now: Int64) {
    viewer = nil
    isIdle = true
    limit = Deadline(now + Self.idleMilliseconds)
  }

  /// Marks it as over: it is closed soon, and nothing more is due.
  mutating func end() {
    viewer = nil
    isIdle = false
    limit = .never
  }

  /// Sends no more events; the client has to read the end of the stream in time.
  mutating func endStream(at now: Int64) {
    viewer = nil
    limit = Deadline(now + Self.answerMilliseconds)
  }

  mutating func watch(_ viewer: Viewer) { self.viewer = viewer }

  /// Calls `body` with its viewer; nil if it has none.
  mutating func withViewer<Result>(_ body: (inout Viewer) -> Result) -> Result? {
    guard viewer != nil else { return nil }
    return body(&viewer!)
  }
}
