import Timing

// Which notice is seen, and when it blinks or gives way to more of its text.
extension Desk {
  /// How long a light blinks for a notice before it stays on: it would blink for ever for a notice that
  /// holds.
  private static let blinkingMilliseconds: Int64 = 60_000

  /// The notice on the screen. Of a notice and an alert the one that came later is in front.
  public var frontNotice: NoticeQueue.Entry? { isNoticeCovered ? nil : notices.seen }

  /// Whether an alert has come to the front after the notice did.
  var isNoticeCovered: Bool {
    guard alertPlace != nil, let alert = alerts.front?.frontSince,
      let notice = notices.frontSince
    else { return false }
    return alert > notice
  }

  /// How long the notice on the screen has been there, in milliseconds.
  public var noticeAge: Int64 { max(0, now.monotonic - (notices.seenSince ?? now.monotonic)) }

  /// Whether the light of a notice is on at this moment.
  public var isNoticeLit: Bool { noticeAge >= Self.blinkingMilliseconds || isBlinkLit }

  /// When the notice on the screen leaves, or blinks.
  var noticeDeadline: Deadline {
    guard frontNotice != nil else { return .never }
    return noticeAge < Self.blinkingMilliseconds
      ? min(notices.deadline, nextBlink) : notices.deadline
  }
}
