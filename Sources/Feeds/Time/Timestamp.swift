/// A time as RFC 3339 writes it: `2026-11-20T04:12:33.123456Z`, with any number of decimals or
/// none, and `Z` or an offset like `+09:00` behind.
enum Timestamp {
  /// Unix milliseconds, finer decimals cut off; nil where it is not such a time.
  static func milliseconds(_ text: JSONText?) -> Int64? {
    guard let text, !text.isEscaped else { return nil }
    let bytes = text.raw
    guard bytes.count >= 20, let date = CivilTime(bytes[0..<19].buffer) else { return nil }
    var index = 19
    var fraction: Int64 = 0
    if bytes[index] == UInt8(ascii: ".") {
      index += 1
      let start = index
      while index < bytes.count, bytes[index] &- UInt8(ascii: "0") <= 9 {
        if index < start + 3 {
          fraction = fraction * 10 + Int64(bytes[index] &- UInt8(ascii: "0"))
        }
        index += 1
      }
      guard index > start else { return nil }
      for _ in min(index - start, 3)..<3 { fraction *= 10 }
    }
    guard let offset = offset(bytes[index..<bytes.count]) else { return nil }
    return (date.unix - offset) * 1_000 + fraction
  }

  /// Seconds east of Greenwich.
  private static func offset(_ bytes: JSONBytes) -> Int64? {
    if bytes.count == 1, bytes[0] == UInt8(ascii: "Z") { return 0 }
    guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"),
      bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-")
    else { return nil }
    var value: [Int64] = []
    for index in [1, 2, 4, 5] {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value.append(Int64(digit))
    }
    let (hours, minutes) = (value[0] * 10 + value[1], value[2] * 10 + value[3])
    guard hours < 24, minutes < 60 else { return nil }
    return (bytes[0] == UInt8(ascii: "-") ? -1 : 1) * (hours * 3_600 + minutes * 60)
  }
}
