import Timing

/// The head of a recording: all that a run depends on besides what came over the wire.
struct RecordingHead: Equatable {
  var start: Moment
  /// How far local time was ahead of UTC.
  var utcOffsetSeconds: Int
  /// The seed of jitter and tickets.
  var seed: UInt64
  /// The configuration as TOML, without devices and paths.
  var configuration: String

  static let kind = "tealight-recording"
  private static let magic = "\(kind) 1"
  /// More than the longest text of a configuration file (`FileBytes.countMax`), every byte of it
  /// escaped.
  private static let configurationBytesMax = 1 << 20
  /// Less than a day to either side.
  private static let utcOffsets = -86_399...86_399

  /// Two lines.
  var lines: [[UInt8]] {
    [
      Array(
        "\(Self.magic) \(start.monotonic) \(start.wall) \(utcOffsetSeconds) \(seed)".utf8),
      Array("configuration ".utf8) + Escaped.text(configuration),
    ]
  }

  /// Nil where the lines are not what `lines` makes.
  init?(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) {
    let words = String(decoding: first, as: UTF8.self).split(separator: " ").map(String.init)
    guard words.count == 6, "\(words[0]) \(words[1])" == Self.magic,
      let start = Moment(recordedMonotonic: words[2], wall: words[3]),
      let offset = Int(words[4]), Self.utcOffsets.contains(offset), let seed = UInt64(words[5]),
      second.count <= Self.configurationBytesMax, second.starts(with: "configuration ".utf8),
      let text = Escaped.bytes(second.dropFirst("configuration ".utf8.count))
    else { return nil }
    self.start = start
    (utcOffsetSeconds, self.seed) = (offset, seed)
    configuration = String(decoding: text, as: UTF8.self)
  }

  init(start: Moment, utcOffsetSeconds: Int, seed: UInt64, configuration: String) {
    self.start = start
    self.utcOffsetSeconds = utcOffsetSeconds
    self.seed = seed
    self.configuration = configuration
  }
}

extension Moment {
  /// No board is up for more than a hundred years.
  private static let monotonics: ClosedRange<Int64> = 0...100 * 365 * 86_400_000
  /// 1970, where a board without a battery begins, to 2100.
  private static let walls: ClosedRange<Int64> = 0...4_102_444_800_000

  /// Two times as a recording has them; nil where they are out of the range of a board's clocks.
  /// Sums with them later cannot overflow.
  init?(recordedMonotonic monotonic: String, wall: String) {
    guard let monotonic = Int64(monotonic), Self.monotonics.contains(monotonic),
      let wall = Int64(wall), Self.walls.contains(wall)
    else { return nil }
    self.init(monotonic: monotonic, wall: wall)
  }
}
