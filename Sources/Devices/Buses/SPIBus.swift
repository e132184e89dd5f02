import CLinux
import Glibc

/// A panel on a chip select of a SPI controller of the kernel, `/dev/spidevB.C`: clock, data, chip
/// select, and a GPIO line for D/C if the panel has one.
final class SPIBus: CommandBus {
  let name: String
  let bytesPerSecond: Int
  let lines: Set<PanelLine>
  private(set) var sentBytes = 0
  private let device: DeviceFile
  private let speedHz: UInt32
  private let bytesMax: Int
  private let dataOrCommand: OutputLine?
  private let outputs: PanelOutputs
  private let busy: LevelLine?

  /// - Throws: `unusable` where the device does not exist, may not be opened or refuses the speed.
  init(
    controller: Int, select: Int, mode: SPIMode, speedHz: Int, dataOrCommand: OutputLine?,
    outputs: PanelOutputs = PanelOutputs(), busy: LevelLine? = nil
  ) throws(DeviceError) {
    let path = "/dev/spidev\(controller).\(select)"
    device = try DeviceFile { () throws(DeviceError) in
      try Self.open(path, mode, UInt32(speedHz), enable: PanelBus.enabling(spi: controller))
    }
    name = "spi:\(controller).\(select)"
    self.speedHz = UInt32(speedHz)
    self.dataOrCommand = dataOrCommand
    self.outputs = outputs
    self.busy = busy
    lines = outputs.lines
    bytesPerSecond = speedHz / 8
    let limit = Int(readLine("/sys/module/spidev/parameters/bufsiz")) ?? 0
    bytesMax = limit > 0 ? limit : BusFraming.spiBytesMax
  }

  private static func open(
    _ path: String, _ mode: SPIMode, _ speedHz: UInt32, enable: String
  ) throws(DeviceError) -> FileDescriptor {
    let file = try FileDescriptor(
      opening: path, O_RDWR, group: "spi",
      enable: "enable it: \(enable); a kernel driver on this chip select hides it too")
    try file.claim(path)
    let result = tealight_spi_configure(file.number, mode.rawValue, speedHz)
    if result < 0 {
      throw .unusable(
        device: path,
        reason: "refuses mode \(mode.rawValue) at \(speedHz) Hz: \(text(of: -result))",
        fix: mode == .three ? "remove spi_mode, or set another speed_hz" : "set another speed_hz")
    }
    return file
  }

  func command(_ bytes: [UInt8]) throws(DeviceError) {
    try dataOrCommand?.drive(false)
    try write(bytes)
  }

  func data(_ bytes: [UInt8]) throws(DeviceError) {
    try dataOrCommand?.drive(true)
    try write(bytes)
  }

  func drive(_ line: PanelLine, _ level: Bool) throws(DeviceError) {
    try outputs.drive(line, level)
  }

  func shine(_ percent: Int) { outputs.shine(percent) }

  var wakeDescriptor: Int32? { busy?.descriptor }

  func isBusy() throws(DeviceError) -> Bool? { try busy?.level() }

  private func write(_ bytes: [UInt8]) throws(DeviceError) {
    for piece in BusFraming.pieces(bytes.count, of: bytesMax) {
      let result = try device.perform { file in
        bytes[piece].withUnsafeBufferPointer {
          tealight_spi_write(file, $0.baseAddress, UInt32($0.count), speedHz)
        }
      }
      if result < 0 { throw .failed(device: name, call: "SPI write", errno: -result) }
      sentBytes += piece.count
    }
  }
}

/// The SPI mode of a device: the kernel's bits (include/uapi/linux/spi/spi.h).
public struct SPIMode: OptionSet, Equatable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Clock idle low, sampled at its rising edge, chip select low.
  public static let zero: SPIMode = []
  /// Clock idle high, sampled at its rising edge too, chip select low.
  public static let three = SPIMode(rawValue: 0x03)
  public static let selectIsHigh = SPIMode(rawValue: 0x04)
}
