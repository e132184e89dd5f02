import MarketData

/// One thing that was checked, and how to fix it if that is needed.
struct Finding: Equatable {
  enum Level: String {
    case good, note, problem
  }

  var level: Level
  /// What was looked at: `i2c:1`, `clock`, `display 1`.
  var subject: String
  var text: String
  /// One line that says how to fix it.
  var fix: String?

  init(_ level: Level, _ subject: String, _ text: String, fix: String? = nil) {
    self.level = level
    self.subject = subject
    self.text = text
    self.fix = fix
  }

  /// The finding for people: one line, and a second one if there is something to do.
  var lines: String {
    let mark = level == .good ? "✓" : level == .note ? "·" : "✗"
    return "\(mark) \(subject): \(text)".onOneLine + (fix.map { "\n    → \($0.onOneLine)" } ?? "")
  }

  /// For programs (RFC 8259).
  var json: String {
    let members = [
      ("level", level.rawValue), ("subject", subject), ("text", text), ("fix", fix),
    ]
    let pairs = members.map { "\($0.0.asJSON): \($0.1?.asJSON ?? "null")" }
    return "{\(pairs.joined(separator: ", "))}"
  }
}
