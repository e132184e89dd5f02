/// One object of a captured frame, under its long or its short names.
struct CapturedMessage {
  private let object: JSONValue

  /// A frame holds one object or a list of them; anything else holds none.
  static func messages(in payload: [UInt8]) -> [CapturedMessage] {
    guard let value = JSONValue(payload) else { return [] }
    return (value.elements ?? [value]).map { CapturedMessage(object: $0) }
  }

  var code: String? { self["code", "cd"]?.text }
  var isTrade: Bool { self["type", "ty"]?.text == "trade" }

  /// The order of trades, which are not sent in it: by time, and by id within the same time.
  var order: (time: Int64, id: Int64) {
    (
      number("trade_timestamp", "ttms").flatMap { Int64($0) } ?? 0,
      number("sequential_id", "sid").flatMap { Int64($0) } ?? 0
    )
  }

  /// A number's own text.
  func number(_ name: String, _ alias: String) -> String? {
    guard case .number(let text) = self[name, alias] else { return nil }
    return text
  }

  subscript(name: String, alias: String) -> JSONValue? {
    object[name] ?? object[alias]
  }
}
