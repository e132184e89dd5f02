import Timing

/// The notices that have come and are not put away, the oldest first: each has its time in front, one
/// after the other.
public struct NoticeQueue: Equatable, Sendable {
  /// One more is refused: who sent those before was promised that they are seen.
  public static let capacity = 8
  /// What a sender of one more is told.
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
  /// Since when it is seen: behind an alert no time passes for it.
  private(set) var seenSince: Int64?

  public init() {}

  /// The first one, where it may be seen.
  var seen: Entry? { frontSince == nil ? nil : entries.first }

  /// How many more are not refused.
  public var room: Int { Self.capacity - entries.count }
  public var isFull: Bool { room == 0 }

  /// One more waits, unless it is full.
  mutating func add(_ notice: Notice, at now: Moment) {
    if !isFull { entries.append(Entry(notice: notice, came: now.monotonic)) }
  }

  /// The one in front goes away, and the next one comes.
  mutating func putAway(at now: Int64) {
    guard !entries.isEmpty else { return }
    entries.removeFirst()
    (frontSince, seenSince) = entries.isEmpty ? (nil, nil) : (now, now)
  }

  /// Time has passed, or something else has come to the front or left it.
  /// - Parameters:
  ///   - mayShow: whether nothing keeps notices back now; after that the first one begins anew.
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
    // What is monotonic does not run backwards, but nothing may stay for ever where it does.
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
