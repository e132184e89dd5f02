import Timing

/// One connection, and what it is at.
struct Visitor {
  let peer: IPAddress
  /// Who is counted as one with it. In our own network, which nobody is in from outside, each device has
  /// a place of its own.
  let countsAs: IPAddress
  /// Whether somebody who may look has asked by it.
  private(set) var isKnown = false
  /// The session that it asked with last; nil where there was none.
  private(set) var session: String?
  private(set) var viewer: Viewer?
  private var request: WebRequest?
  /// Since when a whole request is waited for: the first one since it has connected, TLS and all. Nil while
  /// one is answered, and until the next one begins.
  private var awaitsSince: Int64?
  /// Nothing has come since the last answer, so far as is known.
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

  /// Whether it only keeps its connection, and has shown nothing by which it may look. Who has just connected,
  /// or begins a request, is given a moment for the whole of it.
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

  /// It is over, and closed soon: nothing more is due.
  mutating func end() {
    viewer = nil
    isIdle = false
    limit = .never
  }

  /// Nothing more is told; the end of the stream has to be taken in time.
  mutating func endStream(at now: Int64) {
    viewer = nil
    limit = Deadline(now + Self.answerMilliseconds)
  }

  mutating func watch(_ viewer: Viewer) { self.viewer = viewer }

  /// Changes what it sees; nil where it is no viewer.
  mutating func withViewer<Result>(_ body: (inout Viewer) -> Result) -> Result? {
    guard viewer != nil else { return nil }
    return body(&viewer!)
  }
}
