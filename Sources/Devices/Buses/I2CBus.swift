import CLinux
import Glibc

/// A panel at one address of an I2C adapter of the kernel, `/dev/i2c-N`.
final class I2CBus: CommandBus {
  /// Fast mode: both the kernel's adapters and the panels' datasheets allow it.
  static let usualHz = 400_000
  /// Standard mode, the safe guess: a faster adapter only gets fewer bytes at a time.
  private static let slowHz = 100_000

  let name: String
  let bytesPerSecond: Int
  let lines: Set<PanelLine>
  private(set) var sentBytes = 0
  private let address: UInt16
  private let bytesMax: Int
  private let device: DeviceFile
  private let outputs: PanelOutputs

  /// - Parameter address: seven bits, 0x08…0x77.
  /// - Throws: `unusable` where the adapter does not exist or may not be opened. A missing panel is
  ///   noticed only when something is sent.
  init(number: Int, address: UInt8, outputs: PanelOutputs = PanelOutputs())
    throws(DeviceError)
  {
    let name = Self.name(number, address)
    device = try DeviceFile { () throws(DeviceError) in
      let file = try FileDescriptor(
        opening: "/dev/i2c-\(number)", O_RDWR, group: "i2c",
        enable: "enable it: \(PanelBus.enabling(i2c: number))")
      try file.claim(name, address: address)
      // The kernel's default is a second, for which the program would be blocked.
      _ = tealight_i2c_give_up_after(file.number, 30)
      return file
    }
    self.name = name
    self.address = UInt16(address)
    self.outputs = outputs
    lines = outputs.lines
    // Eight bits and an acknowledgement a byte.
    bytesPerSecond = Self.clockHz(number) / 9
    bytesMax = Self.bytesMax(number)
  }

  /// For the log.
  static func name(_ number: Int, _ address: UInt8) -> String {
    "i2c:\(number) at 0x\(String(address, radix: 16))"
  }

  func command(_ bytes: [UInt8]) throws(DeviceError) {
    try write(BusFraming.commandControl, bytes[...])
  }

  func data(_ bytes: [UInt8]) throws(DeviceError) {
    for piece in BusFraming.pieces(bytes.count, of: bytesMax - 1) {
      try write(BusFraming.dataControl, bytes[piece])
    }
  }

  func drive(_ line: PanelLine, _ level: Bool) throws(DeviceError) {
    try outputs.drive(line, level)
  }

  func shine(_ percent: Int) { outputs.shine(percent) }

  private func write(_ control: UInt8, _ bytes: ArraySlice<UInt8>) throws(DeviceError) {
    var message = [control] + bytes
    let result = try device.perform {
      tealight_i2c_write($0, address, &message, UInt16(message.count))
    }
    if result < 0 { throw .failed(device: name, call: "I2C write", errno: -result) }
    sentBytes += message.count
  }

  /// Where the kernel has its adapters.
  private static let adapters = "/sys/bus/i2c/devices"

  /// The longest message, control byte included. A CP2112 on USB puts a message into one report,
  /// refuses a longer one, and loses most of a message of more than 255 bytes
  /// (drivers/hid/hid-cp2112.c, cp2112_i2c_write_req).
  static func bytesMax(_ number: Int, in folder: String = I2CBus.adapters) -> Int {
    readLine("\(folder)/i2c-\(number)/name").hasPrefix("CP2112") ? 61 : BusFraming.i2cBytesMax
  }

  /// The adapter's clock by the device tree; standard mode if the device tree does not name it.
  static func clockHz(_ number: Int, in folder: String = I2CBus.adapters) -> Int {
    let bytes = readSmallFile("\(folder)/i2c-\(number)/of_node/clock-frequency")
    let hz = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    return bytes.count == 4 && hz > 0 ? hz : slowHz
  }
}
