/// Reads one JSON text from left to right without building a tree (RFC 8259, strict).
///
/// Every value is either decoded or skipped, and checked in full on the way. The first mistake ends
/// the scan: all further calls return nothing, and `isComplete` stays false. What was decoded
/// before must not be used until `isComplete` is true.
struct JSONScanner {
  static let depthLimit = 64

  let bytes: JSONBytes
  var position = 0
  private(set) var isBroken = false
  /// One bit for each open bracket: 1 for an object.
  private var isObject: UInt64 = 0
  private(set) var depth = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = JSONBytes(bytes) }

  /// True when the whole text was one valid value with nothing after it.
  var isComplete: Bool {
    mutating get {
      skipSpace()
      return !isBroken && depth == 0 && position == bytes.count
    }
  }

  enum Kind { case object, array, string, number, literal, none }

  /// What comes next, without reading it.
  var kind: Kind {
    mutating get {
      skipSpace()
      guard position < bytes.count else { return .none }
      switch bytes[position] {
      case UInt8(ascii: "{"): return .object
      case UInt8(ascii: "["): return .array
      case UInt8(ascii: "\""): return .string
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
      case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): return .literal
      default: return .none
      }
    }
  }

  mutating func fail() {
    isBroken = true
    position = bytes.count
  }

  /// Goes back to where a value begins, after an attempt to read it as something that it is not.
  mutating func restart(at start: Int) {
    isBroken = false
    position = start
  }

  @inline(__always)
  mutating func skipSpace() {
    guard position < bytes.count, bytes[position] <= 0x20 else { return }
    var cursor = position
    while cursor < bytes.count {
      let byte = bytes[cursor]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
      cursor += 1
    }
    position = cursor
  }

  @inline(__always)
  private mutating func expect(_ byte: UInt8) {
    skipSpace()
    guard position < bytes.count, bytes[position] == byte else { return fail() }
    position += 1
  }

  /// Enters an object or array; call `nextKey` or `nextElement` until it returns nil or false.
  mutating func enter(_ kind: Kind) {
    expect(kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
    guard depth < Self.depthLimit else { return fail() }
    isObject = isObject << 1 | (kind == .object ? 1 : 0)
    depth += 1
    skipSpace()
    isFirst = true
  }
  private var isFirst = false

  @inline(__always)
  private mutating func leave() {
    position += 1
    depth -= 1
    isObject >>= 1
    isFirst = false
  }

  /// The next key of the object entered last; nil at its end, where the scanner leaves the object.
  @inline(__always)
  mutating func nextKey() -> JSONText? {
    // Nearly all keys follow a comma at once.
    if !isFirst, position + 1 < bytes.count, bytes[position] == UInt8(ascii: ","),
      bytes[position + 1] == UInt8(ascii: "\"")
    {
      position += 1
    } else {
      skipSpace()
      guard position < bytes.count else {
        fail()
        return nil
      }
      if bytes[position] == UInt8(ascii: "}") {
        leave()
        return nil
      }
      if isFirst { isFirst = false } else { expect(UInt8(ascii: ",")) }
    }
    guard let key = string() else {
      fail()
      return nil
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: ":") {
      position += 1
    } else {
      expect(UInt8(ascii: ":"))
    }
    return isBroken ? nil : key
  }

  /// True at the next element of the array entered last; false at its end, where the scanner leaves it.
  mutating func nextElement() -> Bool {
    skipSpace()
    guard position < bytes.count else {
      fail()
      return false
    }
    if bytes[position] == UInt8(ascii: "]") {
      leave()
      return false
    }
    if isFirst { isFirst = false } else { expect(UInt8(ascii: ",")) }
    return !isBroken
  }

  /// Passes over one value of any kind.
  mutating func skip() {
    skipSpace()
    // Most values are numbers and strings.
    if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
      _ = string()
      return
    }
    if position < bytes.count, bytes[position] &- UInt8(ascii: "0") <= 9 { return skipNumber() }
    let floor = depth
    repeat {
      switch kind {
      case .string: _ = string()
      case .number: skipNumber()
      case .literal: literal()
      case .object: enter(.object)
      case .array: enter(.array)
      case .none: fail()
      }
      // Close what ends here, then stand at the next value or key inside.
      while depth > floor, !isBroken {
        if isObject & 1 == 1 {
          if nextKey() != nil { break }
        } else if nextElement() {
          break
        }
      }
    } while depth > floor && !isBroken
  }

  /// The value, if it is `true` or `false`.
  mutating func boolean() -> Bool? {
    guard kind == .literal else {
      skip()
      return nil
    }
    let isTrue = bytes[position] == UInt8(ascii: "t")
    let isFalse = bytes[position] == UInt8(ascii: "f")
    literal()
    return isTrue ? true : isFalse ? false : nil
  }

  private mutating func literal() {
    switch bytes[position] {
    case UInt8(ascii: "t"): word("true")
    case UInt8(ascii: "f"): word("false")
    default: word("null")
    }
  }

  private mutating func word(_ word: StaticString) {
    guard bytes.count - position >= word.utf8CodeUnitCount else { return fail() }
    for index in 0..<word.utf8CodeUnitCount
    where bytes[position + index] != word.utf8Start[index] {
      return fail()
    }
    position += word.utf8CodeUnitCount
  }
}
