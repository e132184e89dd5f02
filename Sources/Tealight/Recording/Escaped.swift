/// Bytes as text on one line and back: what is printable UTF-8 stays as it is.
enum Escaped {
  private static let hex = Array("0123456789abcdef".utf8)

  /// `\\` for a backslash, `\n`, `\r` and `\t`, and `\xNN` for every other byte that is no text.
  static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let isText = String(validating: bytes, as: UTF8.self) != nil
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 16)
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\\"): text += [byte, byte]
      case 0x0A: text += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case 0x0D: text += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
      case 0x09: text += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
      case 0x20..<0x7F: text.append(byte)
      case 0x80... where isText: text.append(byte)
      default:
        text += [UInt8(ascii: "\\"), UInt8(ascii: "x"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return text
  }

  static func text(_ string: String) -> [UInt8] {
    Array(string.utf8).withUnsafeBufferPointer { text($0) }
  }

  /// Nil where an escape is malformed.
  static func bytes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "\\"): bytes.append(byte)
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "x"):
        guard let high = rest.popFirst().flatMap(hex.firstIndex),
          let low = rest.popFirst().flatMap(hex.firstIndex)
        else { return nil }
        bytes.append(UInt8(high << 4 | low))
      default: return nil
      }
    }
    return bytes
  }
}
