extension Config {
  /// When displays are to be dimmer than configured.
  public struct Lighting: Equatable, Sendable {
    public var night: Night?
    /// 0: never.
    public var dimAfterMinutes = 60
    /// Percent of the configured brightness.
    public var dimTo = 40
    /// Whether the picture moves by a pixel now and then.
    public var shifts = true
  }

  /// The hours in which a room is dark.
  public struct Night: Equatable, Sendable {
    /// Minutes of the local day; it ends the day after where the end is the earlier one.
    public var begin: Int
    public var end: Int
    /// Percent of the configured brightness; 0 is off.
    public var brightness = 10
    /// How long a touch lights what is off.
    public var wakeSeconds = 30

    public init(begin: Int, end: Int) {
      self.begin = begin
      self.end = end
    }

    /// As the configuration spells it.
    public var hours: String {
      [begin, end].map { minute in
        let parts = [minute / 60, minute % 60]
        return parts.map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
      }.joined(separator: "-")
    }

    /// From `22:30-07:00`; nil where that is no stretch of a day.
    init?(_ text: String) {
      let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(Self.minute)
      guard ends.count == 2, let begin = ends[0], let end = ends[1], begin != end else {
        return nil
      }
      self.init(begin: begin, end: end)
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
}
