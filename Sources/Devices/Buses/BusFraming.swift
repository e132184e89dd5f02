/// How the two kinds of bus say "command" and "data".
public enum BusFraming {
  /// I2C control bytes: Co = 0, and D/C# in bit 6 (SSD1306 datasheet rev 1.1, section 8.1.5.2).
  static let commandControl: UInt8 = 0x00
  static let dataControl: UInt8 = 0x40
  /// What i2c-dev takes in one message (drivers/i2c/i2c-dev.c).
  public static let i2cBytesMax = 8192
  /// What spidev takes in one message unless told otherwise (drivers/spi/spidev.c, bufsiz).
  public static let spiBytesMax = 4096

  /// The pieces of `count` bytes in runs of at most `limit`.
  static func pieces(_ count: Int, of limit: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: limit).map { $0..<min($0 + limit, count) }
  }
}
