import Configuration
import Foundation
import TestSupport
import Testing

@testable import ConfigurationHelp

@Suite("The JSON Schema of a configuration")
struct SchemaTests {
  private let file = Config.description(Catalogue())

  @Test("it refuses unknown keys, and has every key with its range and default")
  func keys() throws {
    let schema = try Schema(file).root
    try compare(schema, with: file)
    #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    let link = try #require((schema["properties"] as? [String: Any])?["link"] as? [String: Any])
    let key = try #require(
      (link["properties"] as? [String: Any])?["stale_after_seconds"] as? [String: Any])
    #expect(key["minimum"] as? Int == 5 && key["maximum"] as? Int == 3600)
    #expect(key["default"] as? Int == 15)
  }

  private func compare(_ schema: [String: Any], with table: TableDescription) throws {
    #expect(schema["additionalProperties"] as? Bool == false)
    let properties = try #require(schema["properties"] as? [String: Any])
    #expect(Set(properties.keys) == Set(table.keys.map(\.name)))
    for key in table.keys {
      guard let inner = key.shape.table else { continue }
      let property = try #require(properties[key.name] as? [String: Any])
      try compare(property["items"] as? [String: Any] ?? property, with: inner)
    }
  }

  @Test("what the manual shows of a configuration is good", arguments: ["guide", "web"])
  func manual(page: String) throws {
    let schema = try Schema(file)
    let text = Document("board/manual/\(page).md").text
    let parts = text.components(separatedBy: "```toml\n").dropFirst()
    #expect(parts.count > 1)
    for part in parts {
      let text = part.components(separatedBy: "```")[0]
      #expect(schema.complaints(of: try value(text)) == [])
    }
  }

  @Test(
    "what is good is not complained of",
    arguments: [
      "", "markets = [\"upbit:KRW-BTC\", \"BTC/KRW\"]\nrotate_every_seconds = 0",
      "[rates.er-api]\nrest = \"https://h\"", "[night]\nhours = \"22:00-07:00\"",
      "[[alert]]\nabove = 3\nhook = [\"/bin/true\", \"x\"]", "[[key]]\ndevice = \"a\"\ncode = 3",
      "[[display]]\nboard = \"x\"\nbacklight = \"pwm:0.1\"",
      "[[display]]\npanel = \"st7789\"\nbus = \"spi:0.0\"\nbacklight = 3\noffset = [1, 2]",
      "[[holding]]\nasset = \"BTC\"\namount = 1",
      "[[button]]\nchip = \"x\"\nline = 5\npress = \"theme=night\"\ndouble = \"none\"",
    ])
  func good(text: String) throws {
    #expect(try Schema(file).complaints(of: try value(text)) == [])
  }

  @Test(
    "what is bad is complained of, where it stands",
    arguments: [
      ("markts = []", "markts"), ("theme = \"red\"", "theme"), ("language = 3", "language"),
      ("link = 3", "link"), ("[link]\nstale_after_seconds = 4", "link.stale_after_seconds"),
      ("[list]\ntop = 101", "list.top"), ("rotate_every_seconds = 1", "rotate_every_seconds"),
      ("pages = []", "pages"), ("pages = [\"clock\", \"clock\"]", "pages"),
      ("[[alert]]\nabove = 1\nbelow = 2", "alert"), ("[[alert]]\nmarket = \"x\"", "alert"),
      ("[[alert]]\nday_high = false", "alert.day_high"),
      ("[[display]]\npanel = \"ssd1306\"", "display"),
      ("[[display]]\npanel = \"ssd1306\"\nboard = \"x\"\nbus = \"i2c:1\"", "display"),
      ("[[display]]\nboard = \"x\"\noffset = [1]", "display.offset"),
      ("[[button]]\nchip = \"x\"", "button"),
      ("[[button]]\nchip = \"x\"\nline = 5\npress = \"thme=night\"", "button.press"),
      ("[[holding]]\namount = 1", "holding"),
      ("[exchange.upbit]\nrest = \"ftp://h\"", "exchange.upbit.rest"),
      ("[exchange.nowhere]\nrest = \"https://h\"", "exchange.nowhere"),
    ])
  func bad(text: String, place: String) throws {
    #expect(try Schema(file).complaints(of: try value(text)) == [place])
  }

  @Test("a text is quoted as JSON wants it")
  func quoting() {
    #expect(JSON.text("a\"\\\n≈").text == "\"a\\\"\\\\\\u000a≈\"")
    #expect(JSON.object([]).text == "{}")
  }

  private func value(_ text: String) throws -> TOML.Value {
    try TOML(Array(text.utf8), file: "t.toml").value
  }
}

/// Checks a configuration by a schema: as much of JSON Schema as ours use.
private struct Schema {
  let root: [String: Any]

  init(_ file: TableDescription) throws {
    let data = Data(JSONSchema.text(file).utf8)
    root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// Where a configuration is not what it must be.
  func complaints(of value: TOML.Value) -> [String] { Self.complaints(value, root, "") }

  private static func complaints(
    _ value: TOML.Value, _ schema: [String: Any], _ place: String
  ) -> [String] {
    let isGood = schema.allSatisfy { holds($0.key, $0.value, of: value) }
    return (isGood ? [] : [place]) + inner(value, schema, place)
  }

  private static func inner(
    _ value: TOML.Value, _ schema: [String: Any], _ place: String
  ) -> [String] {
    switch value {
    case .table(let entries):
      guard let properties = schema["properties"] as? [String: [String: Any]] else { return [] }
      return entries.flatMap { entry in
        let place = place.isEmpty ? entry.key : "\(place).\(entry.key)"
        return properties[entry.key].map { complaints(entry.value.value, $0, place) } ?? [place]
      }
    case .list(let list):
      guard let items = schema["items"] as? [String: Any] else { return [] }
      return list.flatMap { complaints($0.value, items, place) }
    default: return []
    }
  }

  private static func holds(_ keyword: String, _ wanted: Any, of value: TOML.Value) -> Bool {
    switch (keyword, value) {
    case ("type", _): types(of: value).contains(wanted as? String ?? "")
    case ("const", .boolean(let isTrue)): wanted as? Bool == isTrue
    case ("const", .integer(let number)): wanted as? Int64 == number
    case ("const", _): false
    case ("enum", .text(let text)): (wanted as? [String])?.contains(text) == true
    case ("enum", .integer(let number)): (wanted as? [Int64])?.contains(number) == true
    case ("enum", _): false
    case ("minimum", .integer(let number)): Double(number) >= wanted as! Double
    case ("maximum", .integer(let number)): Double(number) <= wanted as! Double
    case ("minimum", .number(let number)): number >= wanted as! Double
    case ("maximum", .number(let number)): number <= wanted as! Double
    case ("minLength", .text(let text)): text.count >= wanted as! Int
    case ("pattern", .text(let text)):
      text.range(of: wanted as! String, options: .regularExpression) != nil
    case ("minItems", .list(let list)): list.count >= wanted as! Int
    case ("maxItems", .list(let list)): list.count <= wanted as! Int
    case ("uniqueItems", .list(let list)):
      list.indices.allSatisfy { index in !list[..<index].contains { $0.value == list[index].value }
      }
    case ("required", .table(let entries)):
      Set(wanted as! [String]).isSubset(of: entries.map(\.key))
    case ("anyOf", _): matches(value, wanted) > 0
    case ("oneOf", _): matches(value, wanted) == 1
    default: true
    }
  }

  private static func matches(_ value: TOML.Value, _ schemas: Any) -> Int {
    (schemas as! [[String: Any]]).count { complaints(value, $0, "") == [] }
  }

  private static func types(of value: TOML.Value) -> [String] {
    switch value {
    case .table: ["object"]
    case .list: ["array"]
    case .text: ["string"]
    case .integer: ["integer", "number"]
    case .number: ["number"]
    case .boolean: ["boolean"]
    case .time: []
    }
  }
}
