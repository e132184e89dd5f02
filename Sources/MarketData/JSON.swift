/// Puts JSON (RFC 8259) together from values that are JSON already.
public enum JSON {
  public static let null = "null"

  public static func object(_ members: [(name: String, value: String)]) -> String {
    "{" + members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",") + "}"
  }

  public static func list(_ items: [String]) -> String { "[\(items.joined(separator: ","))]" }

  /// `null` where it is not known, or beyond all numbers.
  public static func number(_ value: Double?) -> String {
    guard let value, value.isFinite else { return null }
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  public static func number(_ value: Int64?) -> String { value.map { "\($0)" } ?? null }
}
