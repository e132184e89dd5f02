/// What the face feels.
public enum Mood: String, CaseIterable, Sendable {
  case plunge, down, flat, up, soar
  /// No trade for a minute.
  case asleep
  /// The exchange cannot be heard.
  case lost
}
