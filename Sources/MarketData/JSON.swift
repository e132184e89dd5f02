/// Puts JSON (RFC 8259) together from values that are JSON already.
public enum JSON {
  public static let null = "null"

  public static func object(_ members: [(name: String, value: String)]) -> String {
    let count = members.reduce(2) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    return text(count) { bytes in
      bytes.append(UInt8(ascii: "{"))
      for (name, value) in members {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes += name.utf8
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        bytes += value.utf8
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  public static func list(_ items: [String]) -> String {
    text(items.reduce(2) { $0 + $1.utf8.count + 1 }) { bytes in
      bytes.append(UInt8(ascii: "["))
      for item in items {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes += item.utf8
      }
      bytes.append(UInt8(ascii: "]"))
    }
  }

  /// Joining bytes takes a third of the instructions of joining texts.
  private static func text(_ count: Int, _ fill: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    fill(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `null` where it is not known or not finite.
  public static func number(_ value: Double?) -> String {
    guard let value, value.isFinite else { return null }
    // Up to there a double holds every whole number.
    guard abs(value) < 0x1p53, let whole = Int64(exactly: value) else { return value.description }
    return whole.description
  }

  public static func number(_ value: Int64?) -> String { value?.description ?? null }
}
