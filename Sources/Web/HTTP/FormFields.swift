/// The fields of a query or a form (application/x-www-form-urlencoded, WHATWG URL, section 5.1).
struct FormFields: Equatable {
  private(set) var fields: [Field] = []

  struct Field: Equatable {
    let name: String
    let value: String
  }

  private static let most = 16

  /// Fields after the first `most` are left out, and fields that are malformed or not in UTF-8.
  init(_ bytes: some Collection<UInt8>) {
    for part in bytes.split(separator: UInt8(ascii: "&")).prefix(Self.most) {
      let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      guard let name = Self.decode(part[..<equals]),
        let value = Self.decode(part[equals...].dropFirst())
      else { continue }
      fields.append(Field(name: name, value: value))
    }
  }

  /// The first of that name.
  subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  private static func decode(_ bytes: some Collection<UInt8>) -> String? {
    var decoded: [UInt8] = []
    var rest = Array(bytes)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): decoded.append(0x20)
      case UInt8(ascii: "%"):
        guard rest.count >= 2, let high = digit(rest.removeFirst()),
          let low = digit(rest.removeFirst())
        else { return nil }
        decoded.append(high << 4 | low)
      default: decoded.append(byte)
      }
    }
    return String(validating: decoded, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
