/// A message that somebody sends to the screen.
public struct Notice: Equatable, Sendable {
  /// What a notice means: each meaning has its colour in the theme.
  public enum Colour: String, CaseIterable, Sendable {
    case text, rise, fall, warning
  }

  /// The most letters of its text and of its title, and for how many seconds it may stay.
  public static let textLength = 500
  public static let titleLength = 60
  public static let secondsRange = 1...3_600

  public var text: String
  /// Empty where it has none.
  public var title = ""
  /// How long it is in front.
  public var seconds = 30
  public var colour = Colour.text
  /// Whether it stays until a press puts it away, however long that takes.
  public var holds = false

  public init(_ text: String) { self.text = text }

  /// A text as it can be shown: on one line, without characters that control others or cannot be seen.
  public static func cleaned(_ text: String) -> String {
    var clean = String.UnicodeScalarView()
    for letter in text.unicodeScalars {
      switch letter.properties.generalCategory {
      case .lineSeparator, .paragraphSeparator, .spaceSeparator: clean.append(" ")
      case .control where letter == "\n" || letter == "\r" || letter == "\t": clean.append(" ")
      case .control, .format, .surrogate, .privateUse, .unassigned: break
      default: clean.append(letter)
      }
    }
    return String(clean).split(separator: " ").joined(separator: " ")
  }
}
