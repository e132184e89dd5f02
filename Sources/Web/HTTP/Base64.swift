/// Bytes as letters, six bits each (RFC 4648).
enum Base64 {
  enum Alphabet {
    /// Section 4, with `=` at the end.
    case standard
    /// Section 5, without.
    case url
  }

  static func encode(_ bytes: ArraySlice<UInt8>, _ alphabet: Alphabet) -> String {
    String(decoding: letters(of: bytes, alphabet), as: UTF8.self)
  }

  static func letters(of bytes: ArraySlice<UInt8>, _ alphabet: Alphabet) -> [UInt8] {
    let table = alphabet == .standard ? standard : url
    var letters: [UInt8] = []
    letters.reserveCapacity((bytes.count + 2) / 3 * 4)
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let left = bytes.endIndex - start
      let first = bytes[start]
      let second = left > 1 ? bytes[start + 1] : 0
      let third = left > 2 ? bytes[start + 2] : 0
      letters.append(table[Int(first >> 2)])
      letters.append(table[Int((first & 3) << 4 | second >> 4)])
      if left > 1 { letters.append(table[Int((second & 15) << 2 | third >> 6)]) }
      if left > 2 { letters.append(table[Int(third & 63)]) }
      start += 3
    }
    while alphabet == .standard, letters.count % 4 != 0 { letters.append(UInt8(ascii: "=")) }
    return letters
  }

  private static let common = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  private static let standard = Array((common + "+/").utf8)
  private static let url = Array((common + "-_").utf8)
}
