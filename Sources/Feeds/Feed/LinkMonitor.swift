import MarketData
import Timing

/// The state of the link to the exchange, how late its stream is, and why the exchange cannot be heard.
struct LinkMonitor {
  /// What follows from a stream whose data is late.
  enum Lag {
    /// From now on the stream counts as not heard: its data is this old.
    case began(milliseconds: Int64)
    /// It has been late for so long that a new connection is needed, which carries no backlog.
    case lasts
  }

  /// A stream that is late for this long is closed; sooner where a ping was answered meanwhile: the
  /// answer shows that the exchange's clock is not what it was taken for.
  private static let lagMilliseconds: Int64 = 60_000
  private static let doubtMilliseconds: Int64 = 30_000
  /// Where stamps are this late, candles are of the wrong time.
  private static let doubtfulMilliseconds = Candle.span

  /// How late the stream's data is, whether that was too late when it was looked at last, and since
  /// when no data has come in time.
  private var delay = Delay()
  private var wasLate = false
  private var lateSince: Int64?
  /// Whether a ping was answered since then, and whether data was late again after that.
  private var isAnswered = false
  private var isLateAgain = false
  /// Since when data has been late again.
  private var doubtSince: Int64?
  /// When a poll was last answered; when the exchange was heard in any way.
  private var pollHeardAt: Int64?
  private var heardAt: Int64?
  private var hasPrice = false
  private var isNetworkDown = false
  private(set) var failureReason: FailureReason?
  /// What was said of the link last, and the tenth of a second in which the exchange was heard.
  private var said: (link: Link, tenth: Int64?)?

  mutating func heard(at now: Int64) { heardAt = now }
  /// A hub has heard the exchange until that time.
  mutating func wasHeard(at time: Int64) { heardAt = max(heardAt ?? time, time) }
  /// A poll has brought what the exchange said at that time.
  mutating func pollHeard(at time: Int64) {
    (pollHeardAt, heardAt) = (time, max(heardAt ?? time, time))
  }
  mutating func knowsPrice() { hasPrice = true }
  mutating func forgetPrice() { hasPrice = false }
  mutating func network(isDown: Bool) { isNetworkDown = isDown }
  /// The network is gone: earlier polls do not count any more.
  mutating func forgetPolls() { pollHeardAt = nil }

  /// Data with a stamp came. A stamp that is no plausible time counts as too late to be shown as new.
  /// - Parameter clock: what the exchange's clock shows.
  mutating func dataCame(stamped stamp: Int64, clock: Int64, _ waits: Feed.Waits) {
    let isTime = ExchangeClock.era.contains(stamp)
    dataCame(late: isTime ? clock - stamp : waits.staleAfterMilliseconds)
  }
  mutating func dataCame(late milliseconds: Int64) {
    delay.add(milliseconds)
    if isAnswered, milliseconds >= Self.doubtfulMilliseconds { isLateAgain = true }
  }
  /// Something comes now, the first after a long silence: until its stamp is read it counts as late
  /// by the whole silence.
  mutating func endSilence(since aliveAt: Int64, at now: Int64) {
    heardAt = now
    delay.fellSilent(for: now - aliveAt)
  }
  mutating func pongCame(after milliseconds: Int64) {
    delay.pongCame(after: milliseconds)
    if milliseconds < Self.doubtfulMilliseconds { isAnswered = true }
  }
  /// Another connection: nothing is late on it yet.
  mutating func forgetDelay() { (delay, wasLate, lateSince) = (Delay(), false, nil) }

  /// - Returns: whether that is news.
  mutating func note(_ failureReason: FailureReason?) -> Bool {
    guard failureReason != self.failureReason else { return false }
    self.failureReason = failureReason
    return true
  }

  /// Whether the link was last told to be streaming.
  var saysStreaming: Bool { said?.link == .streaming }

  /// By its own stamps, the stream's data is too old to be shown as new.
  func isLate(_ waits: Feed.Waits) -> Bool {
    delay.milliseconds >= waits.staleAfterMilliseconds
  }

  /// Watches whether the stream's data is late. The answer to a ping ends the delay, but not the
  /// time since when data is late: if data stays late, the exchange's clock was set back, and a new
  /// connection asks for its time anew.
  /// - Parameter isLive: whether the stream carries data.
  mutating func watchDelay(isLive: Bool, _ waits: Feed.Waits, at now: Int64) -> Lag? {
    let before = wasLate
    wasLate = isLive && isLate(waits)
    let doubtful = min(Self.doubtfulMilliseconds, waits.staleAfterMilliseconds)
    guard wasLate || isLive && delay.stamped >= doubtful else {
      lateSince = nil
      return nil
    }
    if lateSince == nil { (lateSince, isAnswered, isLateAgain) = (now, false, false) }
    doubtSince = isLateAgain ? doubtSince ?? now : nil
    if lagEnds(waits).isDue(at: now) { return .lasts }
    return wasLate && !before ? .began(milliseconds: delay.milliseconds) : nil
  }

  /// Whether a ping is to tell if late data was really on its way for so long: a stream that never
  /// falls silent is not pinged otherwise. Data that is too old to be shown as new needs no ping.
  func wantsPong(_ waits: Feed.Waits) -> Bool {
    lateSince != nil && !isAnswered && !wasLate && delay.stamped < waits.staleAfterMilliseconds
  }

  /// When a stream that is late is closed.
  private func lagEnds(_ waits: Feed.Waits) -> Deadline {
    guard let lateSince else { return .never }
    let isTooOld = wasLate || delay.stamped >= waits.staleAfterMilliseconds
    // Data that was held up once on its way, and is not too old, may be the last data for long.
    if !isTooOld { return doubtSince.map { Deadline($0 + Self.doubtMilliseconds) } ?? .never }
    return Deadline(lateSince + (isAnswered ? Self.doubtMilliseconds : Self.lagMilliseconds))
  }

  /// When the exchange said what is known: the time when it was heard, less the delay by its stamps.
  var spokeAt: Int64? {
    let late = delay.milliseconds
    return late == 0 ? heardAt : heardAt.map { max($0 - late, pollHeardAt ?? .min) }
  }

  /// When the stream said what came at that time: it may have been long on its way.
  func saidAt(_ aliveAt: Int64) -> Int64 { aliveAt - delay.milliseconds }

  /// - Parameter streamAliveAt: when the stream last gave a sign of life, where it is live.
  func link(streamAliveAt: Int64?, _ waits: Feed.Waits, at now: Int64) -> Link {
    func isRecent(_ time: Int64?) -> Bool {
      time.map { now - $0 < waits.staleAfterMilliseconds } ?? false
    }
    if !isLate(waits), isRecent(streamAliveAt.map(saidAt)) { return .streaming }
    if isRecent(pollHeardAt) { return .polling }
    return hasPrice && !isNetworkDown ? .stale : .offline
  }

  /// The link, and when the exchange was heard, where that has changed since it was last told.
  mutating func news(
    streamAliveAt: Int64?, _ waits: Feed.Waits, at now: Int64
  ) -> (link: Link, heard: Int64?)? {
    let link = link(streamAliveAt: streamAliveAt, waits, at: now)
    let heard = spokeAt
    guard said?.link != link || said?.tenth != heard.map({ $0 / 100 }) else { return nil }
    said = (link, heard.map { $0 / 100 })
    return (link, heard)
  }

  /// When the link changes unless something is heard, or when a late stream is given up.
  /// - Parameter aliveAt: when the active connection last gave a sign of life.
  func deadline(aliveAt: Int64?, _ waits: Feed.Waits) -> Deadline {
    let heard: Int64? =
      switch said?.link {
      case .streaming: aliveAt.map(saidAt)
      case .polling: pollHeardAt
      default: nil
      }
    let linkEnds = heard.map { Deadline($0 + waits.staleAfterMilliseconds) } ?? .never
    return min(linkEnds, lagEnds(waits))
  }
}
