import Timing

/// The endpoints of an exchange, the usual one first: which of them is used, and when each of them
/// may be asked.
struct Endpoints {
  private struct Entry {
    let endpoint: Endpoint
    /// Connections are never opened faster than the floor of the retries allows, whatever happens.
    var connects: Throttle
    var breakers: [Topic: CircuitBreaker] = [:]
  }

  /// How long after it was left the usual endpoint is tried again.
  private static let usualAfterMilliseconds: Int64 = 3_600_000
  /// The same where the other one could not be reached, either: then nothing speaks against the usual
  /// one.
  private static let usualSoonMilliseconds: Int64 = 60_000
  /// An endpoint that has failed this often in a row without any data is left for the next.
  private static let failuresMax = 5

  private var entries: [Entry]
  /// Which one is used.
  private(set) var index = 0
  /// Connections to the used endpoint that ended without data, through its own fault, since it last
  /// sent some.
  private var failures = 0
  /// While another one is used: when the usual one is tried again.
  private(set) var deadline = Deadline.never

  init(_ endpoints: [Endpoint]) {
    entries = endpoints.map {
      Entry(
        endpoint: $0,
        connects: Throttle(milliseconds: $0.streamLimits.retryFloorMilliseconds))
    }
  }

  var all: [Endpoint] { entries.map(\.endpoint) }
  /// The one that is used.
  var current: Endpoint { entries[index].endpoint }

  subscript(index: Int) -> Endpoint { entries[index].endpoint }

  /// Uses another one from now on.
  mutating func use(_ index: Int, at now: Int64) {
    self.index = index
    deadline = index == 0 ? .never : Deadline(now + Self.usualAfterMilliseconds)
  }

  /// The one after this; nil where there is no other.
  mutating func next() -> Int? {
    failures = 0
    return entries.count > 1 ? (index + 1) % entries.count : nil
  }

  /// A connection to the one that is used was lost.
  /// - Parameter saysNothing: whether the loss says nothing against the endpoint: it was live, or
  ///   no other endpoint could be reached either.
  /// - Returns: true where the next one is to be used.
  mutating func lost(saysNothing: Bool) -> Bool {
    failures += saysNothing ? 0 : 1
    return failures >= Self.failuresMax
  }

  mutating func becameLive(at now: Int64) {
    if index != 0, failures > 0 {
      deadline = min(deadline, Deadline(now + Self.usualSoonMilliseconds))
    }
    failures = 0
  }

  /// Nothing is wanted of the exchange.
  mutating func stop() { deadline = .never }

  mutating func wake(at now: Int64) {
    if index != 0 { deadline = Deadline(now) }
  }

  /// The time has come to try the usual one.
  mutating func triesUsual(at now: Int64) { deadline = Deadline(now + Self.usualAfterMilliseconds) }

  /// The usual endpoint cannot be tried before that time.
  mutating func putOffUsual(until time: Deadline) { deadline = time }

  /// When calls of a topic may be made on the endpoint that is used.
  func resumesAt(_ topic: Topic) -> Deadline {
    entries[index].breakers[topic]?.resumesAt ?? .immediately
  }

  /// The same, but no sooner than a deadline. Where that is never, nothing is looked up.
  func resumesAt(_ topic: Topic, noSoonerThan deadline: Deadline) -> Deadline {
    deadline.isNever ? .never : max(deadline, resumesAt(topic))
  }

  /// How many times slower than usual they are to be made.
  func slowdown(_ topic: Topic) -> Int64 { entries[index].breakers[topic]?.slowdown ?? 1 }

  mutating func succeeded(_ topic: Topic, callsLeft: Int?, at now: Int64) {
    entries[index].breakers[topic, default: CircuitBreaker()]
      .succeeded(callsLeft: callsLeft, at: now)
  }

  /// - Returns: true where the status refuses the caller, and not only this call.
  mutating func failed(
    _ topic: Topic, on endpoint: Int? = nil, status: Int, retryAfterSeconds: Int64?,
    at now: Int64, _ intents: inout [Intent]
  ) -> Bool {
    let endpoint = endpoint ?? index
    // A ban is for all calls, and each further call makes it longer.
    let isBan = StatusMeaning(status: status) == .banned
    let topics = isBan ? Topic.allCases : [topic]
    let isRefused = topics.reduce(false) { isRefused, topic in
      entries[endpoint].breakers[topic, default: CircuitBreaker()]
        .failed(status: status, retryAfterSeconds: retryAfterSeconds, at: now) || isRefused
    }
    if isBan, let resumesAt = entries[endpoint].breakers[topic]?.resumesAt {
      intents.append(.hold(endpoint: endpoint, until: resumesAt))
    }
    return isRefused
  }

  /// The stream has lasted: what its endpoint refused before does not count any more, unless a ban
  /// of calls goes on.
  mutating func streamLasted(at now: Int64) {
    if resumesAt(.stream).isDue(at: now) { entries[index].breakers[.stream] = nil }
    for topic in Topic.allCases { entries[index].breakers[topic]?.forgetBans() }
  }

  /// When a connection to an endpoint may be opened, by the floor of the retries.
  func connectsAt(_ index: Int) -> Deadline { entries[index].connects.allowsAt }

  /// When the endpoint itself allows connections again.
  func streamResumesAt(_ index: Int) -> Deadline {
    entries[index].breakers[.stream]?.resumesAt ?? .immediately
  }

  mutating func connects(to index: Int, at now: Int64) { entries[index].connects.begin(at: now) }
}
