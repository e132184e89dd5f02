/// A stretch of every local day: `22:30-07:00`.
public struct LocalHours: Equatable, Sendable, CustomStringConvertible {
  /// Minutes of the local day; where the end is the earlier one, the stretch ends on the next day.
  public var begin: Int
  public var end: Int

  public init(begin: Int, end: Int) {
    self.begin = begin
    self.end = end
  }

  /// From `22:30-07:00`; nil where that is no stretch of a day.
  public init?(_ text: String) {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(Self.minute)
    guard ends.count == 2, let begin = ends[0], let end = ends[1], begin != end else {
      return nil
    }
    self.init(begin: begin, end: end)
  }

  /// The text that `init(_:)` reads.
  public var description: String {
    [begin, end].map { minute in
      let parts = [minute / 60, minute % 60]
      return parts.map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
    }.joined(separator: "-")
  }

  /// - Parameter wall: Unix milliseconds, which may be before 1970.
  public func contains(_ wall: Int64, utcOffsetSeconds: Int) -> Bool {
    let day: Int64 = 86_400_000
    let local = ((wall + Int64(utcOffsetSeconds) * 1_000) % day + day) % day
    let minute = Int(local / 60_000)
    return begin < end ? begin <= minute && minute < end : begin <= minute || minute < end
  }

  private static func minute(_ text: Substring) -> Int? {
    let bytes = Array(text.utf8)
    guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"),
      bytes.indices.allSatisfy({ $0 == 2 || (0x30...0x39).contains(bytes[$0]) }),
      let hour = Int(text.prefix(2)), let minute = Int(text.suffix(2)), hour < 24, minute < 60
    else { return nil }
    return hour * 60 + minute
  }
}
