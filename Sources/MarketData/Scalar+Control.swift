extension Unicode.Scalar {
  /// True for a character that is not drawn but acts on what draws it: controls with those of
  /// C1 (U+009B begins a command to a terminal), marks and overrides of direction (UAX #9), and
  /// separators of lines. Texts of exchanges and files may hold them; what is printed must not.
  public var isInvisibleControl: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }
}
