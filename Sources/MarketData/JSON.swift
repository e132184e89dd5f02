/// Puts JSON (RFC 8259) together from values that are JSON already.
public enum JSON {
  public static let null = "null"

  public static func object(_ members: [(name: String, value: String)]) -> String {
    var text = "{"
    for (name, value) in members {
      if text.utf8.count > 1 { text += "," }
      text += "\""
      text += name
      text += "\":"
      text += value
    }
    return text + "}"
  }

  public static func list(_ items: [String]) -> String { "[\(items.joined(separator: ","))]" }

  /// `null` where it is not known, or beyond all numbers.
  public static func number(_ value: Double?) -> String {
    guard let value, value.isFinite else { return null }
    let text = value.description
    // By bytes: characters are slow to tell apart.
    guard text.utf8.suffix(2).elementsEqual(".0".utf8) else { return text }
    return String(decoding: text.utf8.dropLast(2), as: UTF8.self)
  }

  public static func number(_ value: Int64?) -> String { value?.description ?? null }
}
