import Timing

/// When the frog closes its eyes for a moment: it follows from the monotonic clock alone.
public enum Blink {
  /// The time from the beginning of one blink to the next, and how long the eyes are closed: two frames
  /// every twelve seconds.
  static let everyMilliseconds: Int64 = 12_000
  static let milliseconds: Int64 = 160

  /// Whether eyes are closed.
  /// - Parameter now: the monotonic clock, in milliseconds, as below.
  public static func isClosed(at now: Int64) -> Bool {
    now % everyMilliseconds >= everyMilliseconds - milliseconds
  }

  /// When the eyes are closed or opened next.
  public static func next(after now: Int64) -> Deadline {
    let began = now - now % everyMilliseconds
    return Deadline(began + everyMilliseconds - (isClosed(at: now) ? 0 : milliseconds))
  }
}
