import Timing

/// When the desk may be drawn again.
struct DrawingBeat {
  /// The least time from one beat to the next: ten scenes a second at most, by clocks cut to
  /// milliseconds.
  static let milliseconds: Int64 = 101
  /// The least time from a draw to the next one that answers a user, who need not wait for the beat.
  /// A knob that is turned fast asks a hundred times a second.
  private static let answerMilliseconds: Int64 = 21

  private var nextBeat = Deadline.immediately
  private var nextAnswer = Deadline.immediately
  private var isAwaited = false

  /// The earliest time of the next draw.
  var next: Deadline { isAwaited ? min(nextAnswer, nextBeat) : nextBeat }

  /// Makes the next draw come sooner: a user has asked for something, and waits.
  mutating func hasten() { isAwaited = true }

  /// A draw between two beats does not move the next beat.
  mutating func drawn(at now: Int64) {
    if nextBeat.isDue(at: now) { nextBeat = Deadline(now + Self.milliseconds) }
    nextAnswer = Deadline(now + Self.answerMilliseconds)
    isAwaited = false
  }
}
