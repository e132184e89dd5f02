import Timing

/// The board's wall clock, where it may stand in for an exchange that does not say what time it is.
///
/// A board without a battery begins in 1970 or at its last shutdown, and a wrong time server is no
/// better. So it is believed only while the kernel calls it synchronised and another source agrees
/// with it: the exchange's own `Date` in an answer, or another exchange's clock.
struct WallClock {
  private static let agreementMilliseconds: Int64 = 5_000
  /// A smaller change is ignored: slewing causes it, or reading two clocks one after the other.
  private static let steadyMilliseconds: Int64 = 100

  /// The clocks of others: their Unix milliseconds less our monotonic ones.
  private var date: Int64?
  private var otherExchange: Int64?
  /// The wall clock's offset, as long as the clock is believed.
  private(set) var offset: Int64?

  mutating func heard(date seconds: Int64, at monotonic: Int64) {
    date = seconds * 1_000 - monotonic
  }

  mutating func heard(otherExchange offset: Int64) { otherExchange = offset }

  mutating func look(at now: Moment) {
    let own = now.wall - now.monotonic
    let isBelieved =
      now.isSynchronised
      && [date, otherExchange].contains {
        $0.map { abs($0 - own) <= Self.agreementMilliseconds } ?? false
      }
    guard isBelieved else {
      offset = nil
      return
    }
    if let offset, abs(offset - own) <= Self.steadyMilliseconds { return }
    offset = own
  }
}
