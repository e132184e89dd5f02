/// What the exchange's clock shows, estimated from the time stamps of its messages.
///
/// Candles begin and end by the exchange's time. A board's own wall clock is no help: it may be
/// wrong by hours, or jump while the daemon runs. Its monotonic clock never jumps, but says nothing
/// of the date.
///
/// **The offset.** Both the exchange's clock and our monotonic one go on at the same speed, so they
/// stay the same distance apart: the *offset* is the exchange's Unix milliseconds less our
/// monotonic ones. With the offset the exchange's time is known at any moment: `offset +
/// monotonic`.
///
/// **One message** gives one guess. It was stamped `s` when it was sent, and our clock shows `m`
/// when it comes; their *difference* is `s - m`. Since the message was on its way for a while, `m`
/// is a little late, and the difference is the offset less that delay: too low, and never too high
/// unless the stamp is wrong. Of several messages the highest difference is the best guess. With an
/// offset of 5,000 and delays of 40, 25 and 300 ms the differences are 4,960, 4,975 and 4,700, and
/// the estimate is 4,975.
///
/// **Two kinds of messages.** A *live* message was sent the moment its stamp says. A snapshot, or
/// the answer to a call, tells of the last trade, which may be hours ago: it only says that the
/// offset is at least so high. So may the board's wall clock, where it can be believed (`floor`).
/// The estimate passes through these states:
/// ```
/// unknown ──snapshot, answer──► atLeast ──live──► settling ──third difference──► measured
///    └───────────────────────live───────────────────▲ └──────────reconnect──────────┘
/// ```
/// **Settling.** A new connection has no backlog yet, so its first messages are not late. Three
/// differences are collected, and the middle one counts, which is right where any two of them are.
/// What was known before the connection stands for the first of them.
///
/// **Measured.** From then on the estimate moves by two rules, of which the first holds before,
/// too:
/// - *Up by three in a row.* One stamp may be wrong, so the estimate rises only to what three
///   messages in a row agree on; a live one among them that says less begins the count anew. A
///   message that is more than a minute ahead of the estimate is not believed until then.
/// - *Down slowly.* Messages that come late look like a clock that went back. On one connection the
///   estimate falls by a second in a minute at most, which is more than any clock drifts. How late
///   the messages are is told by `Delay`.
///
/// **Distrust.** Where messages stay late, above all while pings are answered in time, the exchange's
/// clock was set back, or was ahead for a while. The next connection then begins anew: with the
/// board's wall clock where that is believed, else with its first live message.
struct ExchangeClock {
  /// Years 2010 to 2100 in Unix milliseconds: stamps outside are nonsense.
  static let era: Range<Int64> = 1_262_304_000_000..<4_102_444_800_000
  /// How far ahead of the estimate a stamp may be, and how far apart stamps may be that agree.
  static let leewayMilliseconds: Int64 = 60_000
  private static let windowMilliseconds: Int64 = 60_000
  private static let fallPerWindow: Int64 = 1_000
  /// A connection tells of the past only at its beginning, for this long.
  private static let burstMilliseconds: Int64 = 2_000

  enum Origin {
    /// Sent the moment it happened.
    case live
    /// What was last known when we subscribed: it may be hours old.
    case snapshot
    /// An answer to a call: it may be hours old, too.
    case answer
  }

  private enum State {
    /// No stamp was ever believed.
    case unknown
    /// Only snapshots and answers have come: the offset is at least this.
    case atLeast(Int64)
    /// The first live messages of a connection are collected, with what was known before.
    case settling(Int64, differences: [Int64])
    case measured(Int64)
  }

  private var state = State.unknown
  /// What the wall clock says, where it is believed: no exchange shows less. It counts only as long
  /// as no live message has come.
  private var floor: Int64?
  /// When the connection's first stamp came.
  private var firstAt: Int64?
  /// The last differences above the estimate, at most three, each of another message.
  private var ahead: [Int64] = []
  /// While it is measured: when the window ends, and the highest difference in it.
  private var window = (ends: Int64.min, highest: Int64.min)

  /// Believes the board's wall clock from now on, as a lower bound; nil: not any more.
  mutating func setFloor(_ offset: Int64?) {
    let isNew = floor == nil
    floor = offset
    // An estimate from before there was a wall clock to compare it with is compared now.
    if isNew, case .atLeast(let least) = state, !isNear(least) {
      (state, ahead) = (.unknown, [least])
    }
  }

  /// The exchange's Unix milliseconds less our monotonic ones; nil while nothing tells it.
  var offset: Int64? {
    switch state {
    case .unknown: floor
    case .atLeast(let offset): max(offset, floor ?? offset)
    case .settling, .measured: measured
    }
  }

  /// The offset, where the exchange itself has said what time it is.
  var measured: Int64? {
    switch state {
    case .unknown, .atLeast: nil
    case .settling(let offset, _), .measured(let offset): offset
    }
  }

  /// Whether nothing is awaited of the connection: until then its stamps may show more at once.
  var isSettled: Bool { if case .measured = state { true } else { false } }

  /// The offset, or more where a message that is not believed alone has said so: what came before it
  /// was no later.
  var least: Int64? {
    guard let offset else { return nil }
    var newest = ahead
    if case .settling(_, let differences) = state { newest += differences }
    return newest.filter { $0 <= offset + Self.leewayMilliseconds }.max().map { max($0, offset) }
      ?? offset
  }

  func now(_ monotonic: Int64) -> Int64? { offset.map { $0 + monotonic } }

  /// A new connection: the old estimate serves until its first messages.
  mutating func reconnect() {
    firstAt = nil
    ahead = []
    switch state {
    case .unknown, .atLeast, .settling(_, differences: []): break
    case .settling(let offset, _), .measured(let offset):
      state = .settling(offset, differences: [offset])
    }
  }

  /// Takes the estimate as possibly wrong: it serves until the next connection's first live message,
  /// and only where there is no wall clock to believe.
  mutating func distrust() {
    firstAt = nil
    ahead = []
    guard floor == nil, let measured else {
      state = .unknown
      return
    }
    state = .settling(measured, differences: [])
  }

  /// - Returns: false where the stamp cannot be believed.
  mutating func accept(_ time: Int64, _ origin: Origin, at monotonic: Int64) -> Bool {
    guard Self.era.contains(time) else { return false }
    let difference = time - monotonic
    firstAt = firstAt ?? monotonic
    switch state {
    case .unknown where origin == .live && isNear(difference),
      .atLeast where origin == .live && isNear(difference):
      state = .settling(difference, differences: [difference])
      ahead = []
    case .unknown where isNear(difference):
      state = .atLeast(difference)
    case .atLeast(let offset)
    where floor == nil && monotonic - firstAt! <= Self.burstMilliseconds:
      state = .atLeast(max(offset, difference))
    case .settling(let offset, let differences) where origin == .live:
      settle(offset, differences + [difference], at: monotonic)
    case .measured where origin == .live && difference <= offset!:
      ahead = []
      fall(difference, at: monotonic)
    default: rise(difference)
    }
    return difference <= offset! + Self.leewayMilliseconds
  }

  /// Whether a first stamp is no more than a minute ahead of the board's clock, where that is believed.
  private func isNear(_ difference: Int64) -> Bool {
    floor.map { difference <= $0 + Self.leewayMilliseconds } ?? true
  }

  /// The middle one of three is right where any two of them are.
  private mutating func settle(_ offset: Int64, _ differences: [Int64], at monotonic: Int64) {
    guard differences.count == 3 else {
      // An estimate that is not trusted serves until the first live message.
      let offset = differences.count == 1 ? differences[0] : offset
      state = .settling(offset, differences: differences)
      return
    }
    let sorted = differences.sorted()
    let gap = min(sorted[1] - sorted[0], sorted[2] - sorted[1])
    let settled = gap <= Self.leewayMilliseconds ? sorted[1] : offset
    state = .measured(settled)
    ahead = differences.filter { $0 > settled }
    window = (monotonic + Self.windowMilliseconds, .min)
  }

  private mutating func rise(_ difference: Int64) {
    guard let offset, difference > offset else { return }
    ahead = (ahead + [difference]).suffix(3)
    guard ahead.count == 3, let least = ahead.min(), let most = ahead.max(),
      most - least <= Self.leewayMilliseconds
    else { return }
    switch state {
    case .unknown, .atLeast: state = .atLeast(least)
    case .settling(_, let differences): state = .settling(least, differences: differences)
    case .measured: state = .measured(least)
    }
    ahead.removeAll { $0 <= least }
    window.highest = .max  // What is higher than the estimate was heard in this window.
  }

  private mutating func fall(_ difference: Int64, at monotonic: Int64) {
    window.highest = max(window.highest, difference)
    guard monotonic >= window.ends, let offset else { return }
    if window.highest < offset {
      state = .measured(max(window.highest, offset - Self.fallPerWindow))
    }
    window = (monotonic + Self.windowMilliseconds, difference)
  }
}
