/// What the face feels.
public enum Mood: String, CaseIterable, Sendable {
  case plunge, down, flat, up, soar
  /// No trade for a minute.
  case asleep
  /// The exchange cannot be heard.
  case lost

  /// By the fraction that the price moved since the day's baseline.
  static func ofDay(change: Double) -> Mood {
    let change = nearest(change)
    if change < -0.05 { return .plunge }
    if change < -0.002 { return .down }
    if change > 0.05 { return .soar }
    return change > 0.002 ? .up : .flat
  }

  private static let steps: [Mood] = [.plunge, .down, .flat, .up, .soar]

  /// A finished candle that moved more than 0.1 % shifts the mood one step its way.
  func shifted(by move: Double) -> Mood {
    let move = Self.nearest(move)
    guard abs(move) > 0.001, let index = Self.steps.firstIndex(of: self) else { return self }
    return Self.steps[max(0, min(Self.steps.count - 1, index + (move > 0 ? 1 : -1)))]
  }

  /// Rounded to 1e-9: 99.8 / 100 - 1 is not exactly -0.002.
  private static func nearest(_ fraction: Double) -> Double { (fraction * 1e9).rounded() / 1e9 }

  /// The mood that a face shows beside a change: never glad beside a loss, never sad beside a gain,
  /// and flat beside zero.
  /// - Parameter change: rounded as it is shown; nil where it is not known.
  public func shown(beside change: Double?) -> Mood {
    guard let change, let index = Self.steps.firstIndex(of: self) else { return self }
    let flat = Self.steps.count / 2
    return Self.steps[change > 0 ? max(flat, index) : change < 0 ? min(flat, index) : flat]
  }
}
