/// A line beside the bus, by its name in transcripts.
public enum PanelLine: String, CaseIterable, Sendable {
  /// Low resets the controller.
  case reset
  /// High lights the panel from behind.
  case backlight
}
