import MarketData
import Timing

/// What time it is at the exchange, as far as that is known: by its stamps, and where there are
/// none by our own clock.
struct FeedClock {
  /// Two correct clocks differ by less than this.
  private static let aheadMilliseconds: Int64 = 2_000

  private var exchange = ExchangeClock()
  private var wall = WallClock()
  /// Our wall clock less our monotonic one, for exchanges that never say what time it is.
  private var wallOffset: Int64 = 0
  private var said: (offset: Int64, isSettled: Bool)?
  private var lookedAt: Int64?

  /// Takes the board's two clocks.
  /// - Returns: when they were looked at before.
  mutating func look(at now: Moment) -> Int64 {
    defer { lookedAt = now.monotonic }
    wallOffset = now.wall - now.monotonic
    wall.look(at: now)
    exchange.setFloor(wall.offset)
    return lookedAt ?? now.monotonic
  }

  var isKnown: Bool { exchange.offset != nil }
  /// The exchange's Unix milliseconds less our monotonic ones are at least this.
  var least: Int64? { exchange.least }
  var isSettled: Bool { exchange.isSettled }
  /// The exchange's Unix milliseconds less our monotonic ones, as the exchange itself told.
  var measured: Int64? { exchange.measured }

  /// Unix milliseconds by the exchange's clock.
  func now(_ monotonic: Int64) -> Int64? { exchange.now(monotonic) }

  /// Whether this clock may be ahead of the exchange's, so that messages only seem late. Where the
  /// board's clock is believed and shows no earlier time, they are late.
  var mayBeAhead: Bool {
    guard let wall = wall.offset, let measured else { return true }
    return measured - wall >= Self.aheadMilliseconds
  }

  /// - Returns: false where the stamp cannot be believed.
  mutating func accept(_ stamp: Int64, _ origin: ExchangeClock.Origin, at now: Int64) -> Bool {
    exchange.accept(stamp, origin, at: now)
  }

  /// When something was said: by its stamp, else by the exchange's clock, else by our own clock.
  /// - Returns: nil where that cannot be believed.
  mutating func time(
    of stamp: Int64?, _ origin: ExchangeClock.Origin, at now: Int64
  ) -> Int64? {
    if let stamp { return accept(stamp, origin, at: now) ? stamp : nil }
    if let time = exchange.now(now) { return time }
    let time = now + wallOffset
    return accept(time, .answer, at: now) ? time : nil
  }

  /// When a statement was made, and what the clock shows now.
  /// - Returns: nil where a time in it cannot be believed.
  mutating func time(
    of statement: Statement, _ origin: ExchangeClock.Origin, at now: Int64
  ) -> (time: Int64, now: Int64)? {
    guard let time = time(of: statement.time, origin, at: now), let clockNow = self.now(now)
    else { return nil }
    func isBelieved(_ time: Int64?) -> Bool {
      guard let time else { return true }
      return ExchangeClock.era.contains(time)
        && time <= clockNow + ExchangeClock.leewayMilliseconds
    }
    let isPast = isBelieved(statement.trade?.time) && isBelieved(statement.ticker?.tradeTime)
    return isPast ? (time, clockNow) : nil
  }

  /// A new connection: its first stamps tell the time anew.
  mutating func reconnect() { exchange.reconnect() }

  /// Messages stay late by this clock: it may be wrong.
  mutating func distrust() { exchange.distrust() }

  /// An answer to a call was dated.
  mutating func heard(date seconds: Int64, at now: Int64) { wall.heard(date: seconds, at: now) }

  /// Another exchange has said what time it is.
  mutating func compare(with offset: Int64) { wall.heard(otherExchange: offset) }

  /// The offset, if it has changed since it was last told, and its jump: by how much it has changed
  /// at once, so that what was heard belongs to another time. The jump is 0 where it is at most
  /// a candle's span, and where the offset only becomes known better.
  mutating func news() -> (offset: Int64, jump: Int64)? {
    guard let offset = exchange.offset else { return nil }
    let before = said
    said = (offset, isSettled)
    guard let before else { return (offset, 0) }
    guard offset != before.offset else { return nil }
    let jump = offset - before.offset
    let isJump = abs(jump) > Candle.span && (jump < 0 || before.isSettled)
    return (offset, isJump ? jump : 0)
  }
}
