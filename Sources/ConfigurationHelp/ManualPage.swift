import Configuration

/// The keys as tealight.toml(5) describes them, in the language of manual pages, mdoc(7).
enum ManualPage {
  static func lines(_ file: TableDescription) -> [String] {
    var words = ValueWords()
    return file.kinds.flatMap { table -> [String] in
      let entries = table.entries(&words)
      if entries.isEmpty { return [] }
      let title =
        table.name.isEmpty
        ? "Top-level keys" : file.titles(for: table).joined(separator: ", ")
      var lines = [".Ss \(title)"] + mdoc(table.sentence ?? "") + [".Bl -tag -width Ds"]
      for entry in entries {
        lines.append(".It Cm \(entry.name)")
        lines += mdoc(entry.sentence) + mdoc(entry.value)
        if let text = entry.defaultText {
          lines += mdoc("Default: \(text).")
        } else if entry.isNeeded {
          lines.append("Required.")
        }
      }
      return lines + [".El"]
    }
  }

  /// Text with what is typed between backticks, each sentence on a line of its own.
  static func mdoc(_ text: String) -> [String] {
    var lines: [String] = []
    for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
      if index % 2 == 1 {
        lines.append(macro(String(part)))
        continue
      }
      // What follows directly, such as a comma, belongs to the line of the macro.
      var part = part
      if index > 0, let end = part.firstIndex(of: " ") ?? Optional(part.endIndex),
        end > part.startIndex
      {
        lines[lines.count - 1] += part[..<end].map { " \($0)" }.joined()
        part = part[end...]
      }
      let sentences = part.split(separator: " ").reduce(into: [""]) { sentences, word in
        if sentences.last!.hasSuffix(".") { sentences.append("") }
        sentences[sentences.count - 1] += (sentences.last!.isEmpty ? "" : " ") + escaped(word)
      }
      lines += sentences.filter { !$0.isEmpty }
    }
    return lines
  }

  private static func macro(_ code: String) -> String {
    let inner = code.dropFirst().dropLast()
    if code.hasPrefix("\""), code.hasSuffix("\""), !inner.contains("\"") {
      return ".Qq \(escaped(inner))"
    }
    if code.hasPrefix("/") { return ".Pa \(escaped(code[...]))" }
    let isName = code.allSatisfy { $0.isLetter || $0.isNumber || "_-[].".contains($0) }
    return "\(isName ? ".Cm" : ".Li") \(escaped(code[...]))"
  }

  private static func escaped(_ text: Substring) -> String {
    text.map { letter in
      switch letter {
      case "\\": "\\e"
      case "\"": "\\(dq"
      case "≈": "\\(ap"
      default: String(letter)
      }
    }.joined()
  }
}
