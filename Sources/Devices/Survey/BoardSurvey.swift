import CGpio
import CLinux
import Glibc

/// The devices of a board, found without changing anything.
public struct BoardSurvey: Sendable {
  /// A device file, and whether it may be used.
  public struct Device: Equatable, Sendable {
    /// As `/dev/i2c-1`.
    public var path: String
    /// The name that the kernel gives it; empty if it has none.
    public var name: String
    /// 0 if it may be opened, else the error number.
    public var access: Int32
  }

  /// A device that answers at an I2C address.
  public struct Answer: Equatable, Sendable {
    public var address: UInt8
    /// The kernel's driver that owns it; nil where there is none.
    public var driver: String?
    /// The status byte of a display; nil for other devices.
    public var status: UInt8?
  }

  /// A chip select that a driver of the kernel owns, so that there is no `/dev/spidevB.C`.
  public struct OwnedSelect: Equatable, Sendable {
    /// As `0.0`.
    public var select: String
    public var driver: String
  }

  public struct GPIOChip: Equatable, Sendable {
    public var path: String
    public var label: String
    public var lineCount: Int
    /// The user of each line that is taken; an empty name if the user gives none.
    public var users: [Int: String]
    /// 0, or the error number if the chip could not be read.
    public var access: Int32

    /// Whether this name in a configuration means this chip.
    public func isCalled(_ name: String) -> Bool {
      let names = [path, label, String(path.dropFirst("/dev/".count))]
      return GPIOChipName.sought(for: name).contains { names.contains($0) }
    }
  }

  private let tree: SystemTree

  public init(_ tree: SystemTree = SystemTree()) { self.tree = tree }

  /// The I2C adapters, `/dev/i2c-N`.
  public var i2cAdapters: [Device] {
    devices("i2c-", name: { "/sys/class/i2c-dev/\($0)/name" })
  }

  public var spiDevices: [Device] { devices("spidev", name: { _ in "" }) }

  public var framebuffers: [Device] {
    devices("fb", name: { "/sys/class/graphics/\($0)/name" })
  }

  /// Keys of the kernel, `/dev/input/eventN`.
  public var inputs: [Device] {
    tree.list("/dev/input").filter { $0.hasPrefix("event") }.map { name in
      device("/dev/input/\(name)", "/sys/class/input/\(name)/device/name")
    }
  }

  public var ownedSelects: [OwnedSelect] {
    tree.list("/sys/bus/spi/devices").compactMap { name in
      let driver = tree.linkName("/sys/bus/spi/devices/\(name)/driver")
      guard let driver, driver != "spidev", name.hasPrefix("spi") else { return nil }
      return OwnedSelect(select: String(name.dropFirst(3)), driver: driver)
    }
  }

  /// Lights of the kernel's, `/sys/class/leds/NAME`.
  public var leds: [Device] { devices(of: "leds", setBy: "brightness") }

  /// `/sys/class/backlight/NAME`
  public var backlights: [Device] { devices(of: "backlight", setBy: "brightness") }

  /// `/sys/class/pwm/pwmchipN`
  public var pwmChips: [Device] { devices(of: "pwm", setBy: "export") }

  /// The most bytes that spidev takes in one message; nil without spidev.
  public var spiBytesMax: Int? {
    tree.line("/sys/module/spidev/parameters/bufsiz").flatMap { Int($0) }
  }

  /// Whether something keeps the clock right (adjtimex(2)).
  public static var clockIsSynchronised: Bool { tealight_clock_is_synchronised() == 1 }

  /// A framebuffer's columns, rows and bits a pixel.
  public func shape(ofFramebuffer path: String) -> String {
    let folder = "/sys/class/graphics/\(path.dropFirst("/dev/".count))"
    let size = (tree.line("\(folder)/virtual_size") ?? "?").split(separator: ",")
    return size.joined(separator: "×") + ", \(tree.line("\(folder)/bits_per_pixel") ?? "?") bits"
  }

  public var gpioChips: [GPIOChip] {
    tree.list("/dev").filter { $0.hasPrefix("gpiochip") }.map { gpioChip("/dev/\($0)") }
  }

  /// Every device that acknowledges on an adapter, probed as `i2cdetect` does.
  /// - Throws: `failed` where the adapter itself cannot be used.
  public func answers(on adapter: Device) throws(DeviceError) -> [Answer] {
    let file = FileDescriptor(open(tree.path(adapter.path), O_RDWR | O_CLOEXEC))
    guard file.number >= 0 else {
      throw .failed(device: adapter.path, call: "open", errno: errno)
    }
    return (0x08...0x77 as ClosedRange<UInt8>).compactMap { address in
      if let driver = driver(of: address, on: adapter.path) {
        return Answer(address: address, driver: driver, status: nil)
      }
      guard Self.isThere(file.number, address) else { return nil }
      let isDisplay = PanelGuess.addresses.contains(address)
      let status = isDisplay ? tealight_i2c_read(file.number, UInt16(address)) : -1
      return Answer(address: address, driver: nil, status: UInt8(exactly: status))
    }
  }

  /// The displays that answer on an adapter at the addresses that displays have. A byte is read from
  /// each, nothing is written, and an address that a driver of the kernel owns is left alone.
  /// - Parameter adapter: `/dev/i2c-1`.
  public func displays(onI2C adapter: String) -> [Answer] {
    let file = FileDescriptor(open(tree.path(adapter), O_RDWR | O_CLOEXEC))
    guard file.number >= 0 else { return [] }
    return PanelGuess.addresses.compactMap { address in
      if driver(of: address, on: adapter) != nil { return nil }
      let status = tealight_i2c_read(file.number, UInt16(address))
      return UInt8(exactly: status).map { Answer(address: address, driver: nil, status: $0) }
    }
  }

  /// The kernel's driver that owns an address.
  private func driver(of address: UInt8, on adapter: String) -> String? {
    let number = adapter.split(separator: "-").last.map(String.init) ?? ""
    return tree.linkName("/sys/bus/i2c/devices/\(number)-00\(address.hex)/driver")
  }

  /// Probes by a write without a byte. Some memories take that for a command: those are probed by a
  /// read.
  private static func isThere(_ file: Int32, _ address: UInt8) -> Bool {
    let asked =
      (0x30...0x37).contains(address) || (0x50...0x5f).contains(address)
      ? -EOPNOTSUPP : tealight_i2c_ask(file, UInt16(address))
    return asked == -EOPNOTSUPP ? tealight_i2c_read(file, UInt16(address)) >= 0 : asked >= 0
  }

  private func gpioChip(_ path: String) -> GPIOChip {
    var label = [CChar](repeating: 0, count: 64)
    var count: UInt32 = 0
    let result = tealight_gpio_chip(tree.path(path), &label, label.count, &count)
    var chip = GPIOChip(
      path: path, label: text(in: label), lineCount: Int(count), users: [:], access: -min(result, 0)
    )
    var name = [CChar](repeating: 0, count: 64)
    for line in 0..<count
    where tealight_gpio_consumer(tree.path(path), line, &name, name.count) == 1 {
      chip.users[Int(line)] = text(in: name)
    }
    return chip
  }

  private func devices(_ prefix: String, name: (String) -> String) -> [Device] {
    tree.list("/dev").filter { file in
      file.hasPrefix(prefix) && (file.last.map(\.isNumber) ?? false)
    }.map { device("/dev/\($0)", name($0)) }
  }

  /// The devices of a class that is set by writing to one of its files.
  private func devices(of classOfKernel: String, setBy file: String) -> [Device] {
    let folder = "/sys/class/\(classOfKernel)"
    return tree.list(folder).map { name in
      Device(
        path: "\(folder)/\(name)", name: name,
        access: tree.access("\(folder)/\(name)/\(file)", W_OK))
    }
  }

  private func device(_ path: String, _ name: String) -> Device {
    Device(path: path, name: tree.line(name) ?? "", access: tree.access(path))
  }
}

/// Which panel is at an I2C address, as far as that can be told.
public enum PanelGuess {
  /// The addresses at which displays answer.
  static let addresses: [UInt8] = [0x3c, 0x3d]

  /// - Parameter status: the byte that the device answers to a read: a status register whose low
  ///   bits differ from controller to controller (SSD1306 rev 1.1, table 9-2; SH1106 rev 0.1, read
  ///   status; the values are those that modules were seen to give).
  /// - Returns: the panel's name as configurations have it; nil where that address is no panel's.
  public static func panel(at address: UInt8, status: UInt8?) -> String? {
    guard addresses.contains(address) else { return nil }
    switch status.map({ $0 & 0x0f }) {
    case 0x08: return "sh1106"
    case 0x07, 0x0f: return "sh1107"
    default: return "ssd1306"
    }
  }
}
