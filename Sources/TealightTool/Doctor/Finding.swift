/// One thing that was looked at, and what mends it where it needs mending.
struct Finding: Equatable {
  enum Level: String {
    case good, note, problem
  }

  var level: Level
  /// What was looked at: `i2c:1`, `clock`, `display 1`.
  var subject: String
  var text: String
  /// The one line that mends it.
  var fix: String?

  init(_ level: Level, _ subject: String, _ text: String, fix: String? = nil) {
    self.level = level
    self.subject = subject
    self.text = text
    self.fix = fix
  }

  /// For people: a line, and one more where something is to be done.
  var lines: String {
    let mark = level == .good ? "✓" : level == .note ? "·" : "✗"
    return "\(mark) \(subject): \(text)" + (fix.map { "\n    → \($0)" } ?? "")
  }

  /// For programs (RFC 8259).
  var json: String {
    let members = [
      ("level", level.rawValue), ("subject", subject), ("text", text), ("fix", fix),
    ]
    let pairs = members.map { "\(Self.quoted($0.0)): \($0.1.map(Self.quoted) ?? "null")" }
    return "{\(pairs.joined(separator: ", "))}"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\u{0}"..<" ":
        let code = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - code.utf8.count) + code
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
