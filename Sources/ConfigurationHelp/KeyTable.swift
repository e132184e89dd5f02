import Configuration

/// The manual's table of keys, made from their descriptions.
enum KeyTable {
  static func lines(_ file: TableDescription) -> [String] {
    var words = ValueWords()
    var lines = ["| Key | Meaning | Default |", "|---|---|---|"]
    for table in file.kinds {
      let entries = table.entries(&words)
      if !table.name.isEmpty, !entries.isEmpty {
        let titles = file.titles(for: table).map { "`\($0)`" }.joined(separator: ", ")
        lines.append("| **\(titles)** | \(table.sentence ?? "") | |")
      }
      lines += entries.map { entry in
        let defaultText = entry.defaultText ?? (entry.isNeeded ? "required" : "–")
        return "| `\(entry.name)` | \(entry.sentence) \(entry.value) | \(defaultText) |"
      }
    }
    return lines
  }
}
