/// A line beside the bus, by its name in configurations and transcripts.
public enum PanelLine: String, CaseIterable, Sendable {
  /// High says that data follows, low commands; the bus itself drives it.
  case dc
  /// Low resets the controller.
  case reset
  /// High lights the panel from behind.
  case backlight

  /// Whether the panel drives it as a line of its own.
  var isDriven: Bool { self != .dc }

  /// What it does, for people.
  public var meaning: String {
    switch self {
    case .dc: "the line that tells commands from data"
    case .reset: "the line that resets the controller"
    case .backlight: "the line that lights the panel from behind"
    }
  }

  /// Its level before the panel says anything.
  var idleLevel: Bool { self == .reset }
}
