import CToml

/// A TOML value and where it stands.
public struct TOML: Equatable, Sendable {
  public enum Value: Equatable, Sendable {
    case table([Entry])
    case list([TOML])
    case text(String)
    case integer(Int64)
    case number(Double)
    case boolean(Bool)
    case time
  }

  public struct Entry: Equatable, Sendable {
    public let key: String
    public let location: Location
    public let value: TOML

    public init(key: String, location: Location, value: TOML) {
      self.key = key
      self.location = location
      self.value = value
    }
  }

  /// No configuration nests deeper. A deeper value is cut off: it is a mistake wherever it stands.
  private static let depthMax = 8
  /// Each dot may be one more level of tables, which the parser frees by recursion.
  private static let dotsMax = 500

  public let location: Location
  public let value: Value

  public init(location: Location, value: Value) {
    self.location = location
    self.value = value
  }

  /// Reads a whole file.
  public init(_ bytes: [UInt8], file: String) throws(Diagnostic) {
    try Self.checkLines(of: bytes, file)
    let document = bytes.withUnsafeBytes {
      tealight_toml_parse($0.baseAddress, $0.count)
    }
    defer { tealight_toml_free(document) }
    guard let root = tealight_toml_root(document) else {
      var line: UInt32 = 0
      let text = String(tealight_toml_error(document, &line))
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
      let mistake = TOMLMistake(in: lines, at: Int(line))
      throw Diagnostic(
        mistake?.text ?? "this is not TOML: \(text)",
        at: Location(file: file, line: mistake?.line ?? Int(line)))
    }
    self.init(root, file, depth: 0)
  }

  private init(_ node: OpaquePointer, _ file: String, depth: Int) {
    location = Location(file: file, line: Int(tealight_toml_line_of(node)))
    switch tealight_toml_kind_of(node) {
    case TEALIGHT_TOML_TABLE: value = .table(Self.children(node, file, depth))
    case TEALIGHT_TOML_LIST: value = .list(Self.children(node, file, depth).map(\.value))
    case TEALIGHT_TOML_TEXT: value = .text(String(tealight_toml_text_of(node)))
    case TEALIGHT_TOML_INTEGER: value = .integer(tealight_toml_integer_of(node))
    case TEALIGHT_TOML_NUMBER: value = .number(tealight_toml_number_of(node))
    case TEALIGHT_TOML_TRUTH: value = .boolean(tealight_toml_truth_of(node))
    default: value = .time
    }
  }

  private static func children(_ node: OpaquePointer, _ file: String, _ depth: Int) -> [Entry] {
    guard depth < depthMax else { return [] }
    var found: [(key: String, line: UInt32, node: OpaquePointer)] = []
    withUnsafeMutablePointer(to: &found) { found in
      tealight_toml_each(node, found) { user, key, line, child in
        user!.assumingMemoryBound(to: [(key: String, line: UInt32, node: OpaquePointer)].self)
          .pointee.append((String(key), line, child!))
      }
    }
    return found.map { key, line, child in
      Entry(
        key: key, location: Location(file: file, line: Int(line)),
        value: TOML(child, file, depth: depth + 1))
    }
  }

  /// Refuses what the parser would report without a line, or would run out of stack on.
  private static func checkLines(of bytes: [UInt8], _ file: String) throws(Diagnostic) {
    if let diagnostic = Diagnostic.notUTF8(bytes, in: file) { throw diagnostic }
    var dots = 0
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let text = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard text.first != UInt8(ascii: "#") else { continue }
      dots += line.count { $0 == UInt8(ascii: ".") }
      guard dots <= dotsMax else {
        throw Diagnostic(
          "there are too many dots up to here; at most \(dotsMax)",
          at: Location(file: file, line: index + 1))
      }
    }
  }

  /// What a person calls a value of this type.
  var kind: String {
    switch value {
    case .table: "a table"
    case .list: "a list"
    case .text(let text): "the text \"\(text)\""
    case .integer(let integer): "\(integer)"
    case .number(let number): "\(number)"
    case .boolean(let isTrue): "\(isTrue)"
    case .time: "a time"
    }
  }
}

extension String {
  fileprivate init(_ text: tealight_toml_text) {
    let bytes = UnsafeRawBufferPointer(start: text.bytes, count: text.count)
    self.init(decoding: bytes, as: UTF8.self)
  }
}
