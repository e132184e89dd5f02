import MarketData

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
