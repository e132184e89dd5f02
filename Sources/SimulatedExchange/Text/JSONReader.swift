/// Reads one JSON value from bytes, 64 levels deep at most.
struct JSONReader {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func document() -> JSONValue? {
    guard let value = value() else { return nil }
    skipBlanks()
    return position == bytes.count ? value : nil
  }

  private mutating func value() -> JSONValue? {
    skipBlanks()
    switch peek {
    case UInt8(ascii: "{"): return nested { $0.object() }
    case UInt8(ascii: "["): return nested { $0.array() }
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "t"): return word("true", .bool(true))
    case UInt8(ascii: "f"): return word("false", .bool(false))
    case UInt8(ascii: "n"): return word("null", .null)
    default: return number()
    }
  }

  private mutating func nested(_ read: (inout JSONReader) -> JSONValue?) -> JSONValue? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= 64 else { return nil }
    position += 1
    return read(&self)
  }

  private mutating func object() -> JSONValue? {
    var members = [String: JSONValue](minimumCapacity: 8)
    if take("}") { return .object(members) }
    repeat {
      skipBlanks()
      guard let key = string(), take(":"), let value = value() else { return nil }
      members[key] = value
    } while take(",")
    return take("}") ? .object(members) : nil
  }

  private mutating func array() -> JSONValue? {
    var elements: [JSONValue] = []
    if take("]") { return .array(elements) }
    repeat {
      guard let value = value() else { return nil }
      elements.append(value)
    } while take(",")
    return take("]") ? .array(elements) : nil
  }

  private mutating func string() -> String? {
    guard peek == UInt8(ascii: "\"") else { return nil }
    position += 1
    let start = position
    while let byte = peek, byte.isPlain { position += 1 }
    // Nearly every text ends here.
    var text = Array(bytes[start..<position])
    while let byte = peek {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: text)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        text += Array(String(Character(scalar)).utf8)
      case 0..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> UnicodeScalar? {
    guard let byte = peek else { return nil }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UnicodeScalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return unicode()
    default: return nil
    }
  }

  private mutating func unicode() -> UnicodeScalar? {
    guard let first = hexadecimal() else { return nil }
    guard 0xD800..<0xDC00 ~= first else { return UnicodeScalar(first) }
    guard peek == UInt8(ascii: "\\"), position + 1 < bytes.count,
      bytes[position + 1] == UInt8(ascii: "u")
    else { return nil }
    position += 2
    guard let second = hexadecimal(), 0xDC00..<0xE000 ~= second else { return nil }
    return UnicodeScalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
  }

  private mutating func hexadecimal() -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    let digits = bytes[position..<position + 4]
    position += 4
    guard digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) else {
      return nil
    }
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private mutating func number() -> JSONValue? {
    let start = position
    if peek == UInt8(ascii: "-") { position += 1 }
    if peek == UInt8(ascii: "0") { position += 1 } else if !digits() { return nil }
    if peek == UInt8(ascii: ".") {
      position += 1
      guard digits() else { return nil }
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      position += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
      guard digits() else { return nil }
    }
    return .number(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func digits() -> Bool {
    let start = position
    while let byte = peek, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
    return position > start
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) -> JSONValue? {
    let matches = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
    guard matches else { return nil }
    position += word.utf8CodeUnitCount
    return value
  }

  private mutating func take(_ character: UnicodeScalar) -> Bool {
    skipBlanks()
    guard peek == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func skipBlanks() {
    while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }
}

extension UInt8 {
  /// Whether a text may hold the byte without an escape.
  var isPlain: Bool {
    self >= 0x20 && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
  }
}

extension String {
  /// Nil unless the bytes are UTF-8.
  init?(validating bytes: [UInt8]) {
    self.init(decoding: bytes, as: UTF8.self)
    guard bytes.allSatisfy({ $0 < 0x80 }) || utf8.elementsEqual(bytes) else { return nil }
  }
}
