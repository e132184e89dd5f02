/// A line beside the bus, by its name in configurations and transcripts.
public enum PanelLine: String, CaseIterable, Sendable {
  /// High: data follows; low: commands follow. The bus itself drives it.
  case dc
  /// Low resets the controller.
  case reset
  /// High lights the panel from behind.
  case backlight
  /// High shows what the memory holds, low a blank display.
  case display
  /// High gives the module its power.
  case power
  /// High while the controller is at work; the panel drives it, and we read it.
  case busy
  /// Each switches one colour.
  case red, green, blue
  /// Data and clock where there is no hardware bus; the bus drives them.
  case data, clock

  /// Whether we drive it as a line of its own.
  var isDriven: Bool {
    switch self {
    case .dc, .data, .clock, .busy: false
    case .reset, .backlight, .display, .power, .red, .green, .blue: true
    }
  }

  /// What it does, for people.
  public var meaning: String {
    switch self {
    case .dc: "the line that tells commands from data"
    case .reset: "the line that resets the controller"
    case .backlight: "the line that lights the panel from behind"
    case .display: "the line that shows the picture"
    case .power: "the line that switches the module on"
    case .busy: "the line that says when the panel is at work"
    case .red, .green, .blue: "the line that lights \(rawValue)"
    case .data: "the line that bits go over"
    case .clock: "the line that says when a bit is there"
    }
  }

  /// Its level before the panel says anything.
  var idleLevel: Bool { self == .reset }
}
