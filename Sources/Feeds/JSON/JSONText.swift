/// A string of a JSON text, as its raw bytes between the quotes.
struct JSONText {
  let raw: JSONBytes
  let isEscaped: Bool

  @inline(__always)
  static func == (text: JSONText, word: StaticString) -> Bool {
    if text.isEscaped { return text.unescaped == Array(word.bytes) }
    let count = text.raw.count
    guard count == word.utf8CodeUnitCount else { return false }
    let other = JSONBytes(start: word.utf8Start, count: count)
    if count >= 8, count <= 16 {
      // Two words that may overlap cover it.
      return text.raw.word(at: 0) == other.word(at: 0)
        && text.raw.word(at: count - 8) == other.word(at: count - 8)
    }
    for index in 0..<count where text.raw[index] != other[index] { return false }
    return true
  }

  static func == (text: JSONText, bytes: [UInt8]) -> Bool {
    text.isEscaped ? text.unescaped == bytes : text.raw.buffer.elementsEqual(bytes)
  }

  var string: String { String(decoding: unescaped, as: UTF8.self) }

  /// The bytes it stands for. A lone surrogate becomes U+FFFD.
  var unescaped: [UInt8] {
    guard isEscaped else { return Array(raw.buffer) }
    var result: [UInt8] = []
    var index = 0
    while index < raw.count {
      let byte = raw[index]
      index += 1
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      let escape = raw[index]
      index += 1
      switch escape {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        var unit = hex(at: index)
        index += 4
        if unit >> 10 == 0x36, index + 6 <= raw.count, raw[index] == UInt8(ascii: "\\"),
          raw[index + 1] == UInt8(ascii: "u"), hex(at: index + 2) >> 10 == 0x37
        {
          unit = 0x10000 + (unit & 0x3FF) << 10 + (hex(at: index + 2) & 0x3FF)
          index += 6
        }
        result += Array(String(Character(Unicode.Scalar(unit) ?? "\u{FFFD}")).utf8)
      default: result.append(escape)
      }
    }
    return result
  }

  private func hex(at index: Int) -> UInt32 {
    raw[index..<index + 4].buffer.reduce(0) {
      $0 << 4 | UInt32(Character(Unicode.Scalar($1)).hexDigitValue ?? 0)
    }
  }
}

extension JSONText {
  /// True for the word of a trade that a buyer took, false for that of a seller; nil for another word.
  @inline(__always)
  func isBuy(_ buy: StaticString, sell: StaticString) -> Bool? {
    self == buy ? true : self == sell ? false : nil
  }

  /// As much of it as fits on a screen: four megabytes would be measured anew in every frame.
  var name: String { String(string.unicodeScalars.prefix(60)) }
}

extension String {
  /// Whether the text contains these words. The library's own `contains` would bring along its engine
  /// of regular expressions.
  func has(_ words: String) -> Bool {
    utf8.indices.contains { utf8[$0...].starts(with: words.utf8) }
  }

  /// The part of a word from outside that goes to the log: plain letters, and not many.
  var plainWord: String {
    String(
      filter { $0.isASCII && ($0.isLetter || $0.isNumber || "_ :/-".contains($0)) }.prefix(40))
  }
}

extension StaticString {
  fileprivate var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }
}

extension JSONScanner {
  /// The string that comes next; nil where something else comes, which is skipped.
  @inline(__always)
  mutating func string() -> JSONText? {
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
      if !isBroken { skip() }
      return nil
    }
    position += 1
    let start = position
    plainRun()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
      return unusual(from: start)
    }
    position += 1
    return JSONText(
      raw: bytes[start..<position - 1], isEscaped: false)
  }

  /// Passes over printable ASCII other than quote and backslash, eight bytes at a time.
  @inline(__always)
  private mutating func plainRun() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    let lastWord = bytes.count - 8
    var cursor = position
    defer { position = cursor }
    while cursor <= lastWord {
      let word = bytes.word(at: cursor)
      // High bit set where a byte is below 0x20, a quote, a backslash, or not ASCII. A borrow can
      // set more bits, but only above the lowest true one, and the lowest is all that counts.
      let controls = word &- ones &* 0x20
      let quotes = (word ^ (ones &* 0x22)) &- ones
      let slashes = (word ^ (ones &* 0x5C)) &- ones
      let stop = (controls | quotes | slashes | word) & highs
      if stop != 0 {
        cursor += stop.trailingZeroBitCount >> 3
        return
      }
      cursor += 8
    }
    while cursor < bytes.count {
      let byte = bytes[cursor]
      guard byte >= 0x20, byte < 0x80, byte != 0x22, byte != 0x5C else { return }
      cursor += 1
    }
  }

  /// A string with escapes or letters beyond ASCII.
  @inline(never)
  private mutating func unusual(from start: Int) -> JSONText? {
    var isEscaped = false
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return JSONText(
          raw: bytes[start..<position - 1], isEscaped: isEscaped)
      case UInt8(ascii: "\\"):
        isEscaped = true
        escape()
      case 0..<0x20: fail()
      case 0x80...: letter(byte)
      default: plainRun()
      }
    }
    fail()
    return nil
  }

  private mutating func escape() {
    guard position + 1 < bytes.count else { return fail() }
    let length: Int
    switch bytes[position + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      length = 2
    case UInt8(ascii: "u"): length = 6
    default: return fail()
    }
    guard position + length <= bytes.count else { return fail() }
    for index in position + 2..<position + length {
      guard Character(Unicode.Scalar(bytes[index])).isHexDigit else { return fail() }
    }
    position += length
  }

  /// One letter of two to four bytes (RFC 3629: shortest form, no surrogates, at most U+10FFFF).
  private mutating func letter(_ lead: UInt8) {
    let length: Int
    let second: ClosedRange<UInt8>
    switch lead {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return fail()
    }
    guard position + length <= bytes.count, second.contains(bytes[position + 1]) else {
      return fail()
    }
    for index in position + 2..<position + length where bytes[index] & 0xC0 != 0x80 {
      return fail()
    }
    position += length
  }
}
