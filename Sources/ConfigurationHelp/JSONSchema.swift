import Configuration

/// The keys as editors check and complete them: a JSON Schema, draft 2020-12.
public enum JSONSchema {
  /// The whole text, which ends with a line break.
  public static func text(_ file: TableDescription) -> String {
    let members: [(String, JSON)] =
      [
        ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
        ("title", .text("tealight.toml")),
      ] + object(file)
    return JSON.object(members).text + "\n"
  }

  private static func object(_ table: TableDescription) -> [(String, JSON)] {
    var members: [(String, JSON)] = [("type", .text("object"))]
    if let sentence = table.sentence { members.append(("description", .text(sentence))) }
    members.append(("additionalProperties", .literal("false")))
    let needed = table.keys.filter(\.isNeeded).map { JSON.text($0.name) }
    if !needed.isEmpty { members.append(("required", .list(needed))) }
    if !table.alternatives.isEmpty {
      members.append(
        (
          "oneOf",
          .list(
            table.alternatives.map { keys in
              .object([("required", .list(keys.map(JSON.text)))])
            })
        ))
    }
    members.append(
      (
        "properties",
        .object(
          table.keys.map { key in
            var schema = shape(key.shape)
            if let help = table.help(for: key) {
              schema.append(("description", .text(help.sentence)))
            }
            if let value = key.defaultValue { schema.append(("default", .literal(value))) }
            return (key.name, .object(schema))
          })
      ))
    return members
  }

  private static func shape(_ shape: ValueShape) -> [(String, JSON)] {
    switch shape {
    case .boolean: [("type", .text("boolean"))]
    case .onlyTrue: [("const", .literal("true"))]
    case .integer(let range): integer(range)
    case .integerOrZero(let range):
      [("anyOf", .list([.object([("const", .literal("0"))]), .object(integer(range))]))]
    case .oneOfIntegers(let numbers): [("enum", .list(numbers.map { .literal("\($0)") }))]
    case .number(let range):
      [
        ("type", .text("number")), ("minimum", .literal("\(range.lowerBound)")),
        ("maximum", .literal("\(range.upperBound)")),
      ]
    case .choice(let names): [("enum", .list(names.map(JSON.text)))]
    case .assignment(let names):
      [
        ("type", .text("string")),
        ("pattern", .text("^(\(names.joined(separator: "|")))=.")),
      ]
    case .textOrNone: [("type", .text("string"))]
    case .text, .path, .secretFile: [("type", .text("string")), ("minLength", .literal("1"))]
    case .url(let schemes):
      [
        ("type", .text("string")),
        ("pattern", .text("^(\(schemes.joined(separator: "|")))://")),
      ]
    case .list(let item, let isUnique):
      [
        ("type", .text("array")), ("items", .object(self.shape(item))),
        ("minItems", .literal("1")),
      ] + (isUnique ? [("uniqueItems", .literal("true"))] : [])
    case .pair:
      [
        ("type", .text("array")), ("items", .object([("type", .text("integer"))])),
        ("minItems", .literal("2")), ("maxItems", .literal("2")),
      ]
    case .either(let shapes): [("anyOf", .list(shapes.map { .object(self.shape($0)) }))]
    case .table(let table): object(table)
    case .tables(let table, let countMax):
      [("type", .text("array")), ("items", .object(object(table)))]
        + (countMax.map { [("maxItems", .literal("\($0)"))] } ?? [])
    }
  }

  private static func integer(_ range: ClosedRange<Int>) -> [(String, JSON)] {
    [
      ("type", .text("integer")), ("minimum", .literal("\(range.lowerBound)")),
      ("maximum", .literal("\(range.upperBound)")),
    ]
  }
}

/// A JSON value that keeps the order of its members.
indirect enum JSON {
  case object([(String, JSON)])
  case list([JSON])
  case text(String)
  /// A number, `true` or whatever is JSON as it stands.
  case literal(String)

  var text: String { lines(indent: "") }

  private func lines(indent: String) -> String {
    let inner = indent + "  "
    func block(_ open: String, _ items: [String], _ close: String) -> String {
      items.isEmpty
        ? open + close
        : open + "\n" + items.map { inner + $0 }.joined(separator: ",\n") + "\n" + indent + close
    }
    switch self {
    case .object(let members):
      return block(
        "{",
        members.map { "\(Self.quoted($0.0)): \($0.1.lines(indent: inner))" }, "}")
    case .list(let items):
      return "[" + items.map { $0.lines(indent: inner) }.joined(separator: ", ") + "]"
    case .text(let text): return Self.quoted(text)
    case .literal(let literal): return literal
    }
  }

  private static func quoted(_ text: String) -> String {
    "\""
      + text.unicodeScalars.map { scalar in
        switch scalar {
        case "\"", "\\": "\\\(scalar)"
        case _ where scalar.value < 0x20:
          "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
        default: String(scalar)
        }
      }.joined() + "\""
  }
}
