/// One message before it is written as text: its fields in order, each with its name and, if the
/// exchange has short names too, with its short name.
struct JSONObject {
  struct Field {
    let name: String
    let alias: String
    /// JSON, with long names inside.
    var text: String
    /// JSON with short names inside, where that differs.
    var simpleText: String?
  }

  private(set) var fields: [Field] = []

  mutating func add(_ name: String, _ alias: String, _ text: String) {
    fields.append(Field(name: name, alias: alias, text: text))
  }

  mutating func add(_ name: String, _ alias: String, list: [JSONObject]) {
    func text(simple: Bool) -> String {
      "[" + list.map { $0.json(simple: simple) }.joined(separator: ",") + "]"
    }
    fields.append(
      Field(
        name: name, alias: alias, text: text(simple: false), simpleText: text(simple: true)))
  }

  mutating func add(_ name: String, _ alias: String, quoted text: String) {
    add(name, alias, JSONValue.quoted(text))
  }

  /// `text` is JSON.
  mutating func add(_ name: String, json text: String) {
    add(name, "", text)
  }

  mutating func add(_ name: String, quoted text: String) {
    add(name, "", quoted: text)
  }

  /// Changes fields where they are; nil leaves them alone.
  mutating func set(_ names: Set<String>, to text: String?) {
    guard let text else { return }
    change { name, _ in names.contains(name) ? text : nil }
  }

  /// Changes the JSON of fields, given their names and their JSON; nil leaves one alone.
  mutating func change(_ text: (_ name: String, _ text: String) -> String?) {
    for index in fields.indices {
      if let text = text(fields[index].name, fields[index].text) { fields[index].text = text }
    }
  }

  mutating func remove(_ name: String?) { fields.removeAll { $0.name == name } }

  func json(simple: Bool = false) -> String {
    // Joining bytes takes a third of the instructions that joining texts takes.
    var bytes = [UInt8(ascii: "{")]
    bytes.reserveCapacity(fields.reduce(2) { $0 + $1.name.utf8.count + $1.text.utf8.count + 4 })
    for field in fields {
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "\""))
      bytes += (simple ? field.alias : field.name).utf8
      bytes.append(UInt8(ascii: "\""))
      bytes.append(UInt8(ascii: ":"))
      bytes += (simple ? field.simpleText ?? field.text : field.text).utf8
    }
    bytes.append(UInt8(ascii: "}"))
    return String(decoding: bytes, as: UTF8.self)
  }
}
