/// Puts JSON (RFC 8259) together from values that are JSON already.
enum JSON {
  static func object(_ members: [(name: String, value: String)]) -> String {
    "{" + members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",") + "}"
  }

  static func list(_ items: [String]) -> String { "[\(items.joined(separator: ","))]" }

  /// `null` where it is not known, or beyond all numbers.
  static func number(_ value: Double?) -> String {
    value.flatMap { $0.isFinite ? "\($0)" : nil } ?? "null"
  }
}
