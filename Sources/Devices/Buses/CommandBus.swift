/// A connection to a panel's controller that separates commands from data (the D/C line, or on I2C
/// the control byte), and the lines beside it.
public protocol CommandBus: AnyObject {
  /// For the log: `i2c:1 at 0x3c`, `spi:0.0`.
  var name: String { get }
  /// How many bytes a second can be sent at the configured clock.
  var bytesPerSecond: Int { get }
  /// The lines beside the bus that are wired to the panel.
  var lines: Set<PanelLine> { get }
  /// Readable when the BUSY line has changed; nil where it is not wired.
  var wakeDescriptor: Int32? { get }
  /// How many bytes it has carried, framing included.
  var sentBytes: Int { get }

  /// Sends command bytes in one transaction.
  func command(_ bytes: [UInt8]) throws(DeviceError)
  /// Sends data in as few transactions as the bus allows.
  func data(_ bytes: [UInt8]) throws(DeviceError)
  /// Drives a line to a level. Nothing happens where it is not wired.
  func drive(_ line: PanelLine, _ level: Bool) throws(DeviceError)
  /// Whether the BUSY line is high; nil where it is not wired. After the call `wakeDescriptor` is no
  /// longer readable.
  func isBusy() throws(DeviceError) -> Bool?
  /// Sets how bright the backlight is while its line is high, 0…100, where it can be dimmed.
  func shine(_ percent: Int)
}

extension CommandBus {
  /// The most that one flush may send: as many bytes as the bus carries in 40 ms, and at least one.
  var bytesPerFlush: Int { max(1, bytesPerSecond * 40 / 1_000) }

  /// How long the bus takes to carry `sentBytes`.
  var sentMicroseconds: Int64 { Int64(sentBytes) * 1_000_000 / Int64(max(1, bytesPerSecond)) }

  public var wakeDescriptor: Int32? { nil }
  public func isBusy() throws(DeviceError) -> Bool? { nil }
  public func shine(_ percent: Int) {}
}

/// How the two kinds of bus tell commands from data.
public enum BusFraming {
  /// I2C control bytes: Co = 0, and D/C# in bit 6 (SSD1306 datasheet rev 1.1, section 8.1.5.2).
  static let commandControl: UInt8 = 0x00
  static let dataControl: UInt8 = 0x40
  /// What i2c-dev takes in one message (drivers/i2c/i2c-dev.c).
  public static let i2cBytesMax = 8192
  /// What spidev takes in one message unless told otherwise (drivers/spi/spidev.c, bufsiz).
  public static let spiBytesMax = 4096

  /// The pieces of `count` bytes, each of at most `limit`, without an array: nearly every
  /// transaction is a single piece.
  static func pieces(_ count: Int, of limit: Int) -> some Sequence<Range<Int>> {
    stride(from: 0, to: count, by: limit).lazy.map { $0..<min($0 + limit, count) }
  }
}
