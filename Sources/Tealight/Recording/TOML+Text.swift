import Wire

extension TOML {
  /// A configuration as text again, as far as it says where prices come from and how they are shown:
  /// without devices and files, which other machines do not have, and without secrets. Of a file
  /// with a key it says that there was one: sources are chosen by it.
  var configuration: String {
    guard case .table(let entries) = value else { return "" }
    let devices: Set = ["display", "button", "encoder", "key", "face"]
    return entries.filter { !devices.contains($0.key) }.compactMap(Self.line)
      .map { $0 + "\n" }.joined()
  }

  private static func line(_ entry: Entry) -> String? {
    let isFile = entry.key.hasSuffix("_file")
    if isFile, !entry.key.namesSecret { return nil }
    if entry.key.hasPrefix("hook") { return nil }
    guard let value = isFile ? quoted("***") : entry.value.inline else { return nil }
    return "\(quoted(entry.key)) = \(value)"
  }

  /// On one line; nil for a time, which no configuration holds.
  private var inline: String? {
    switch value {
    case .table(let entries): "{" + entries.compactMap(Self.line).joined(separator: ", ") + "}"
    case .list(let values): "[" + values.compactMap(\.inline).joined(separator: ", ") + "]"
    case .text(let text): Self.quoted(text.withoutSecrets)
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .truth(let isTrue): "\(isTrue)"
    case .time: nil
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"", "\\": return "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let hex = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: return String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }
}
