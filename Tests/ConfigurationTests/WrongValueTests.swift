import Testing

@testable import Configuration

@Suite("What is said of a key whose value is wrong")
struct WrongValueTests {
  @Test("every key of every table: its line, what it is, what is allowed")
  func everyKey() {
    var count = 0
    for table in Self.tables(in: Config.description(boardless)) {
      for key in table.keys {
        for value in Self.wrong(key.shape) {
          let lines = mistakes(in: "\(table.heading)\n\(key.name) = \(value)\n")
          let said = lines.first { $0.hasPrefix("t.toml:2: ") && Self.isComplete($0, key) }
          #expect(said != nil, "\(table.title) \(key.name) = \(value): \(lines)")
          count += 1
        }
      }
    }
    #expect(count > 400)
  }

  @Test(
    "a secret that stands in place of its file's path is not said",
    arguments: [
      ("\"hunter2\"", "hunter2"), ("\"two words\"", "two words"), ("12345", "12345"),
      ("\"six\\nseven\"", "seven"), ("[\"hunter2\"]", "hunter2"), ("6.75", "6.75"),
      ("\"/hunter2\"", "hunter2"), ("\"hunter2/x+==\"", "hunter2"),
      ("\"/hunter2/x+==\"", "hunter2"), ("\"//hunter2/x\"", "hunter2"),
    ])
  func secretInPlaceOfItsPath(value: String, secret: String) {
    var count = 0
    for table in Self.tables(in: Config.description(boardless)) {
      for key in table.keys {
        guard Self.isSecret(key) else { continue }
        let lines = mistakes(in: "\(table.heading)\n\(key.name) = \(value)\n")
        let said = lines.first { $0.hasPrefix("t.toml:2: \(key.name) names no file; it must ") }
        #expect(said != nil, "\(table.title) \(key.name) = \(value): \(lines)")
        #expect(!lines.contains { $0.contains(secret) }, "\(table.title) \(key.name): \(lines)")
        count += 1
      }
    }
    #expect(count >= 7)
  }

  @Test("a private key in place of its path is all that is wrong beside its certificate")
  func keyBesideCertificate() {
    for table in ["[web]", "[mqtt]\nbroker = \"mqtts://h\""] {
      let text = "\(table)\ncertificate = \"/etc/hostname\"\nkey = \"hunter2\"\n"
      let lines = mistakes(in: text)
      #expect(lines.count == 1 && lines[0].contains(": key names no file; "), "\(lines)")
    }
  }

  /// Whether it names the file of a secret, or of a private key.
  private static func isSecret(_ key: KeyDescription) -> Bool {
    switch key.shape {
    case .secretFile: true
    case .path: key.name == "key"
    default: false
    }
  }

  @Test("a path is said where there is no such file, and where it can be no secret")
  func pathOfASecret() {
    for path in [
      "/usr/nothing", "/usr/does/not/exist", "./nothing", "../nothing", "~/nothing", "%d/key_x",
      "$CREDENTIALS_DIRECTORY/key_x", "${CREDENTIALS_DIRECTORY}/key_x",
    ] {
      let lines = mistakes(in: "[coingecko]\nkey_file = \"\(path)\"\n")
      let said = "t.toml:2: key_file is \"\(path)\"; "
      #expect(lines.count == 1 && lines[0].hasPrefix(said), "\(lines)")
    }
  }

  /// What a message must end with: what is allowed, or what to do.
  private static let remedies = ["it must ", "known: ", "check the path", "write "]

  private static func isComplete(_ line: String, _ key: KeyDescription) -> Bool {
    let text = line.dropFirst("t.toml:2: ".count)
    let names: [String] =
      if case .list = key.shape { [key.name, "a ", "an ", "unknown "] } else {
        [key.name, "unknown \(key.name)"]
      }
    return names.contains { text.hasPrefix($0) } && remedies.contains { text.contains($0) }
  }

  private static func tables(in table: TableDescription) -> [TableDescription] {
    [table]
      + table.keys.flatMap { key -> [TableDescription] in
        switch key.shape {
        case .table(let inner), .tables(let inner, _): tables(in: inner)
        default: []
        }
      }
  }

  /// Values of other types, and of the right one out of range.
  private static func wrong(_ shape: ValueShape) -> [String] {
    let time = "1979-05-27"
    return switch shape {
    case .boolean: [time, "1", "\"true\""]
    case .onlyTrue: [time, "1", "false"]
    case .integer(let range):
      [time, "\"x\"", "1.5", "\(range.lowerBound - 1)", "\(range.upperBound + 1)"]
    case .integerOrZero(let range): [time, "\"x\"", "-1", "\(range.upperBound + 1)"]
    case .oneOfIntegers(let numbers): [time, "\"x\"", "\(numbers.max()! + 1)"]
    case .number(let range): [time, "\"x\"", "nan", "\(range.upperBound * 2)"]
    case .choice, .assignment: [time, "1", "\"\"", "\"zzz\""]
    case .textOrNone: [time, "1", "\"a\\nb\"", "\"a b\""]
    case .text: [time, "1", "\"\"", "\"a\\nb\""]
    case .url: [time, "1", "\"h\"", "\"ftp://h\""]
    case .path, .secretFile: [time, "1", "\"\"", "\"/nowhere/at/all\""]
    case .list(let item, _): [time, "\"x\"", "[]"] + wrong(item).map { "[\($0)]" }
    case .pair: [time, "1", "[1]", "[1, 2, 3]", "[1, \"x\"]"]
    case .either: [time, "true"]
    case .table: [time, "1", "[]"]
    case .tables: [time, "1", "[1]"]
    }
  }
}

extension TableDescription {
  /// The line under which a file has its keys; a remark for those above all tables.
  fileprivate var heading: String { title.hasPrefix("[") ? title : "#" }
}
