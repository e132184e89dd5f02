/// What the face feels.
public enum Mood: String, CaseIterable, Sendable {
  case plunge, down, flat, up, soar
  /// No trade for a minute.
  case asleep
  /// The exchange cannot be heard.
  case lost

  /// By the fraction that the price moved since the day's baseline.
  static func ofDay(change: Double) -> Mood {
    if change < -0.05 { return .plunge }
    if change < -0.002 { return .down }
    if change > 0.05 { return .soar }
    return change > 0.002 ? .up : .flat
  }

  /// A finished candle that moved more than 0.1 % shifts the mood one step its way.
  func shifted(by move: Double) -> Mood {
    let steps: [Mood] = [.plunge, .down, .flat, .up, .soar]
    guard abs(move) > 0.001, let index = steps.firstIndex(of: self) else { return self }
    return steps[max(0, min(steps.count - 1, index + (move > 0 ? 1 : -1)))]
  }
}
