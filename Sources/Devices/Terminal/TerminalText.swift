/// Text that goes to a terminal: never longer than its line, and never a command to it.
public enum TerminalText {
  /// The text without characters that act on a terminal (controls of C0 and C1, overrides of
  /// direction, and separators of lines), cut to `columns` columns.
  public static func fit(_ text: String, columns: Int) -> String {
    var fitted = String.UnicodeScalarView()
    var used = 0
    for scalar in text.unicodeScalars where !acts(scalar) {
      used += width(scalar)
      if used > columns { break }
      fitted.append(scalar)
    }
    return String(fitted)
  }

  private static func acts(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// How many columns the text takes.
  public static func width(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  /// Two for Hangul, Chinese, Japanese and full-width letters, none for marks (UAX #11, in brief).
  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
      0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f, 0x1f900...0x1f9ff, 0x20000...0x3fffd:
      2
    default:
      switch scalar.properties.generalCategory {
      case .control, .nonspacingMark, .enclosingMark, .format: 0
      default: 1
      }
    }
  }
}
