import Timing

/// When the desk may be drawn again.
struct DrawingBeat {
  /// A scene is made this often at most: ten times a second, by clocks cut to milliseconds.
  static let milliseconds: Int64 = 101
  /// A user who asks for something sees it sooner. A knob that is turned fast asks a hundred times a
  /// second.
  private static let answerMilliseconds: Int64 = 21

  private var nextBeat = Deadline.immediately
  private var nextAnswer = Deadline.immediately
  private var isAwaited = false

  /// Nothing is drawn before then.
  var next: Deadline { isAwaited ? min(nextAnswer, nextBeat) : nextBeat }

  /// Somebody has asked for something, and waits.
  mutating func hasten() { isAwaited = true }

  /// A draw between two beats leaves the next one where it is.
  mutating func drawn(at now: Int64) {
    if nextBeat.isDue(at: now) { nextBeat = Deadline(now + Self.milliseconds) }
    nextAnswer = Deadline(now + Self.answerMilliseconds)
    isAwaited = false
  }
}
