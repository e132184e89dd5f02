import Timing

/// The notices that have come and are not put away, the oldest first: each has its time in front, one
/// after the other.
public struct NoticeQueue: Equatable, Sendable {
  /// A notice beyond these is refused: the senders of those before were promised that they are seen.
  public static let capacity = 8
  /// What the sender of a refused notice is told.
  public static let refusal =
    "\(capacity) notices are already waiting; press a button on the board to dismiss one"

  public struct Entry: Equatable, Sendable {
    public let notice: Notice
    /// When it came, by the monotonic clock.
    public let came: Int64
  }

  public private(set) var entries: [Entry] = []
  /// Since when the first one may be seen, by the monotonic clock; nil while none may.
  private(set) var frontSince: Int64?
  /// Since when the first one is seen, by the monotonic clock; nil while it may not be seen, or while
  /// an alert covers it: its time begins anew after that.
  private(set) var seenSince: Int64?

  public init() {}

  /// The first one, where it may be seen.
  var seen: Entry? { frontSince == nil ? nil : entries.first }

  /// How many more notices fit.
  public var room: Int { Self.capacity - entries.count }
  public var isFull: Bool { room == 0 }

  /// Adds a notice, unless the queue is full.
  mutating func add(_ notice: Notice, at now: Moment) {
    if !isFull { entries.append(Entry(notice: notice, came: now.monotonic)) }
  }

  /// Removes the notice in front; the next one takes its place.
  mutating func putAway(at now: Int64) {
    guard !entries.isEmpty else { return }
    entries.removeFirst()
    (frontSince, seenSince) = entries.isEmpty ? (nil, nil) : (now, now)
  }

  /// Time has passed, or something else has come to the front or left it.
  /// - Parameters:
  ///   - mayShow: false while something keeps notices back; the first one begins anew after that.
  ///   - isCovered: whether an alert is before them.
  mutating func advance(to now: Int64, mayShow: Bool, isCovered: Bool) {
    guard mayShow, let first = entries.first else {
      (frontSince, seenSince) = (nil, nil)
      return
    }
    frontSince = frontSince ?? now
    guard !isCovered else {
      seenSince = nil
      return
    }
    // The monotonic clock does not run backwards; if it ever does, no notice may stay for ever.
    let since = min(seenSince ?? now, now)
    seenSince = since
    if !first.notice.holds, Deadline(since + Int64(first.notice.seconds) * 1_000).isDue(at: now) {
      putAway(at: now)
    }
  }

  /// When the one that is seen leaves by itself.
  var deadline: Deadline {
    guard let first = entries.first, let seenSince, !first.notice.holds else { return .never }
    return Deadline(seenSince + Int64(first.notice.seconds) * 1_000)
  }
}
