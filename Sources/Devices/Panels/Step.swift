/// One thing to do to a panel.
public enum Step: Equatable, Sendable {
  case command([UInt8])
  case data([UInt8])
  case drive(PanelLine, Bool)
  /// Nothing may be sent for so long.
  case wait(milliseconds: Int64)
}
