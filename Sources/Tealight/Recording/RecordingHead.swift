import MarketData

/// What a recording begins with: all that a program follows from besides what came over the wire.
struct RecordingHead: Equatable {
  var start: Moment
  /// How far local time was ahead of UTC.
  var utcOffsetSeconds: Int
  /// What jitter and tickets came from.
  var seed: UInt64
  /// The configuration as TOML, without devices and paths.
  var configuration: String

  private static let magic = "tealight-recording 1"

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
      let monotonic = Int64(words[2]), let wall = Int64(words[3]), let offset = Int(words[4]),
      let seed = UInt64(words[5]), abs(offset) < 86_400,
      second.starts(with: "configuration ".utf8),
      let text = Escaped.bytes(second.dropFirst("configuration ".utf8.count))
    else { return nil }
    start = Moment(monotonic: monotonic, wall: wall)
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
