/// What the exchange's clock shows, judged from the time stamps of one connection's messages.
///
/// A stamp is never from the future, so the estimate is the highest of the last minute or two: the
/// least delayed message. It says how far the exchange's clock is from our monotonic one, so a board
/// whose wall clock is wrong, or jumps, draws the same candles.
struct ExchangeClock {
  /// Years 2010 to 2100 in Unix milliseconds: stamps outside are nonsense.
  static let era: Range<Int64> = 1_262_304_000_000..<4_102_444_800_000
  /// How far ahead of the estimate a stamp may be.
  static let leewayMilliseconds: Int64 = 60_000
  private static let windowMilliseconds: Int64 = 60_000
  private static let burstMilliseconds: Int64 = 2_000

  enum Origin {
    /// Sent the moment it happened.
    case live
    /// What was last known when we subscribed: it may be hours old.
    case snapshot
    /// An answer to a call: likewise.
    case answer
  }

  /// The exchange's Unix milliseconds less our monotonic ones; nil before the first message ever.
  private(set) var offset: Int64?
  private var isFresh = true
  private var isAnchored = false
  private var firstAt: Int64 = 0
  private var window: (start: Int64, highest: Int64) = (0, .min)
  /// Offsets that contradict the estimate but agree with each other.
  private var dissent: (offset: Int64, count: Int) = (0, 0)

  func now(_ monotonic: Int64) -> Int64? { offset.map { $0 + monotonic } }

  /// A new connection: the old estimate serves until its first message.
  mutating func reconnect() {
    isFresh = true
    isAnchored = false
    dissent.count = 0
  }

  /// - Returns: false where the stamp cannot be believed.
  mutating func accept(_ time: Int64, _ origin: Origin, at monotonic: Int64) -> Bool {
    guard Self.era.contains(time) else { return false }
    let candidate = time - monotonic
    guard let offset, !isFresh else {
      isFresh = false
      firstAt = monotonic
      // What was known of the clock before this connection still holds against an old snapshot.
      adopt(origin == .live ? candidate : max(offset ?? candidate, candidate), at: monotonic)
      isAnchored = origin == .live
      return true
    }
    let isBurst = monotonic - firstAt <= Self.burstMilliseconds
    let isLive = origin == .live || (origin == .snapshot && !isBurst)
    guard isAnchored || (origin == .answer && !isBurst) else {
      // Snapshots only say that it is at least that late; the first live message says how late.
      isAnchored = isLive
      adopt(isLive ? candidate : max(offset, candidate), at: monotonic)
      return true
    }
    let isAhead = candidate > offset + Self.leewayMilliseconds
    let isBehind = isLive && candidate < offset - Self.leewayMilliseconds
    guard isAhead || isBehind else {
      if isLive { dissent.count = 0 }  // What is old agrees with any estimate.
      raise(candidate, isLive, at: monotonic)
      return true
    }
    let agrees =
      dissent.count > 0 && abs(candidate - dissent.offset) <= Self.leewayMilliseconds
    dissent = agrees ? (dissent.offset, dissent.count + 1) : (candidate, 1)
    if dissent.count >= 3 {
      adopt(candidate, at: monotonic)
      return true
    }
    return isBehind
  }

  private mutating func adopt(_ candidate: Int64, at monotonic: Int64) {
    offset = candidate
    window = (monotonic, candidate)
    dissent.count = 0
  }

  private mutating func raise(_ candidate: Int64, _ isLive: Bool, at monotonic: Int64) {
    window.highest = max(window.highest, candidate)
    // Only what was sent the moment it happened can tell that the estimate is too high.
    if isLive, monotonic - window.start >= Self.windowMilliseconds {
      offset = window.highest
      window = (monotonic, candidate)
    } else if let current = offset, candidate > current {
      offset = candidate
    }
  }
}
