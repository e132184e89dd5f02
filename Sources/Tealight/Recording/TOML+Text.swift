import Configuration
import MarketData

extension TOML {
  /// A configuration as text that is read again as the same; empty where this is no table.
  var text: String {
    guard case .table(let entries) = value else { return "" }
    return entries.compactMap(Self.line).map { $0 + "\n" }.joined()
  }

  private static func line(_ entry: Entry) -> String? {
    entry.value.inline.map { "\(quoted(entry.key)) = \($0)" }
  }

  /// On one line; nil for a time, which no configuration holds.
  private var inline: String? {
    switch value {
    case .table(let entries): "{" + entries.compactMap(Self.line).joined(separator: ", ") + "}"
    case .list(let values): "[" + values.compactMap(\.inline).joined(separator: ", ") + "]"
    case .text(let text): Self.quoted(text)
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .boolean(let isTrue): "\(isTrue)"
    case .time: nil
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"", "\\": return "\\\(scalar)"
      case _ where scalar.isInvisibleControl:
        let hex = String(scalar.value, radix: 16)
        return "\\U" + String(repeating: "0", count: 8 - hex.count) + hex
      default: return String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }
}
