import Timing

/// Keeps a broker connected: when to connect, with which version of MQTT, and what is wrong. It has
/// no socket and no clock: what happened and the time are handed in.
public struct BrokerLink: Sendable {
  /// The range of the wait before the next try, which is random (full jitter).
  private static let retryMilliseconds: (floor: Int64, cap: Int64) = (1_000, 60_000)
  /// A connection that lasted this long was a good one.
  private static let goodMilliseconds: Int64 = 60_000
  /// A broker that has not accepted the client after this time is silent.
  private static let patienceMilliseconds: Int64 = 30_000
  /// A connection that is lost within this time was taken over by another client of the same name,
  /// if the broker gives no reason.
  private static let shortMilliseconds: Int64 = 10_000
  /// After this many takeovers in a row the link waits longer, so that two boards of one name do not
  /// fight for ever. A failed connect ends the row: then the broker itself comes and goes.
  private static let takeoversMax = 3
  private static let takeoverMilliseconds: Int64 = 600_000

  private enum Stage: Equatable {
    case waits(until: Deadline)
    case connects(since: Int64)
    case connected(since: Int64)
  }

  private var stage = Stage.waits(until: .immediately)
  private var backoff: Backoff
  private var version = MQTTVersion.five
  /// Whether it has ever been connected with MQTT 5.
  private var speaksFive = false
  private var takeovers = 0
  /// Why the broker is not connected; nil while nothing is wrong.
  public private(set) var failure: BrokerFailure?
  /// How often it was connected since the start.
  public private(set) var connections = 0

  public init(seed: UInt64) {
    backoff = Backoff(
      floor: Self.retryMilliseconds.floor, cap: Self.retryMilliseconds.cap, seed: seed)
  }

  /// Whether a broker that does not know MQTT 5 refuses a connection with this reason: it reports
  /// the wrong version, reports that it cannot read the packet, or says nothing at all.
  public static func isUnread(_ reason: BrokerFailure) -> Bool {
    [.version, .malformed, .lost].contains(reason.cause)
  }

  public var isConnected: Bool {
    if case .connected = stage { true } else { false }
  }

  /// When `popDue` or `advance` has to be called.
  public var deadline: Deadline {
    switch stage {
    case .waits(let until): until
    case .connects(let since) where failure == nil: Deadline(since + Self.patienceMilliseconds)
    case .connects, .connected: .never
    }
  }

  /// Whether to connect now, and with which version.
  public mutating func popDue(at now: Int64) -> MQTTVersion? {
    guard case .waits(let until) = stage, until.isDue(at: now) else { return nil }
    stage = .connects(since: now)
    return version
  }

  /// Notes that the broker is silent, once its time is over.
  public mutating func advance(to now: Int64) {
    if case .connects = stage, deadline.isDue(at: now) { failure = BrokerFailure(.silent) }
  }

  /// Tries again now: somebody asks for it.
  public mutating func retry(at now: Int64) {
    if case .waits = stage { stage = .waits(until: Deadline(now)) }
  }

  /// Tries again now: there is a network again. Failures without it do not count.
  public mutating func networkReturned(at now: Int64) {
    backoff.reset()
    retry(at: now)
  }

  public mutating func connected(at now: Int64) {
    (stage, failure) = (.connected(since: now), nil)
    if version == .five { speaksFive = true }
    connections += 1
  }

  public mutating func closed(_ reason: BrokerFailure, at now: Int64) {
    var reason = reason
    var held: Int64?
    if case .connected(let since) = stage { held = now - since }
    if let held, held < Self.shortMilliseconds, reason.cause == .lost || reason.cause == .takenOver
    {
      takeovers += 1
      if takeovers >= Self.takeoversMax { reason = BrokerFailure(.takenOver) }
    } else {
      takeovers = 0
    }
    if let held, held >= Self.goodMilliseconds { backoff.reset() }
    failure = reason
    // A broker that restarts may close at once, whichever version it knows.
    let isUnread = Self.isUnread(reason) && !(speaksFive && reason.cause == .lost)
    if held == nil, version == .five, isUnread {
      (version, stage) = (.three, .waits(until: Deadline(now)))
      return
    }
    // After a failed connect, the next broker may be another one, so MQTT 5 is tried again. But if a
    // connected broker sends what cannot be read, MQTT 5 is the cause.
    if held == nil { version = .five } else if reason.cause == .malformed { version = .three }
    let rest = takeovers >= Self.takeoversMax ? Self.takeoverMilliseconds : 0
    stage = .waits(until: Deadline(now + rest + backoff.next()))
  }
}
