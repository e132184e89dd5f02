/// How an exchange can be heard right now.
public enum Link: String, CaseIterable, Sendable {
  /// Data or a pong came on an open socket a moment ago.
  case streaming
  /// No live socket; a poll was answered a moment ago.
  case polling
  /// Neither, and an old price stays on the screen with its age.
  case stale
  /// Neither, and there is no price; or the machine has no network.
  case offline

  /// Whether what is said of prices is new.
  public var isLive: Bool { self == .streaming || self == .polling }
}
