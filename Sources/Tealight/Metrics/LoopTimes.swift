import Timing

/// How long the loop works in its turns, and how long a message takes to the glass. Times are
/// microseconds of a clock that only goes forward.
struct LoopTimes {
  private(set) var turns = Histogram(milliseconds: [1, 10, 50, 250])
  /// The time from a message to the next draw, and then on the bus.
  private(set) var tickToBus = Histogram(
    milliseconds: [10, 25, 50, 100, 150, 250, 500, 1_000, 2_500, 10_000])
  /// When the present turn began.
  private var wokeAt: Int64?
  /// When the oldest message came that may be news on the screen, and is not drawn yet.
  private var heardAt: Int64?
  /// When the program began, Unix milliseconds by the wall clock of now: a board without a clock of
  /// its own learns the time after its start.
  private(set) var startTime: Int64 = 0
  private var startedAt: Int64 = 0

  /// A smaller step of the wall clock than this is ignored.
  private static let stepMilliseconds: Int64 = 1_000

  mutating func begin(at now: Moment) { (startTime, startedAt) = (now.wall, now.monotonic) }

  /// Time has passed.
  /// - Returns: whether the wall clock was set meanwhile.
  mutating func advance(to now: Moment) -> Bool {
    let start = now.wall - (now.monotonic - startedAt)
    // Both clocks are cut to milliseconds: their difference is not always the same, and a start that
    // moves looks like another one.
    guard abs(start - startTime) > Self.stepMilliseconds else { return false }
    startTime = start
    return true
  }

  /// A turn ends: the loop waits for something to happen.
  mutating func sleep(at now: Int64) {
    if let wokeAt { turns.add(now - wokeAt) }
    wokeAt = nil
  }

  /// A turn begins: something happened, or is due.
  mutating func wake(at now: Int64) { wokeAt = now }

  /// Whether something was heard that is not drawn.
  var hasHeard: Bool { heardAt != nil }

  /// A message of this turn is of the market on the screen.
  mutating func hear() { heardAt = heardAt ?? wokeAt }

  /// A picture is drawn: it tells of all that was heard.
  /// - Returns: when the oldest of these messages came.
  mutating func popHeard() -> Int64? {
    defer { heardAt = nil }
    return heardAt
  }

  /// Displays show completely the messages that came at these times.
  mutating func show(_ heard: [Int64], at now: Int64) {
    for time in heard { tickToBus.add(now - time) }
  }
}
