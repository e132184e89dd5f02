/// How a device wants to be spoken to over SPI: the kernel's bits (include/uapi/linux/spi/spi.h).
public struct SPIMode: OptionSet, Equatable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Clock idle low, sampled at its rising edge, chip select low.
  public static let zero: SPIMode = []
  public static let selectIsHigh = SPIMode(rawValue: 0x04)
  public static let noSelect = SPIMode(rawValue: 0x40)
}
