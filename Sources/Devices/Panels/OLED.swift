import Pixels

/// An OLED controller of the family that the SSD1306 began: the commands that all of them share.
protocol OLED: Panel {
  /// Turns the display off, and sets what may be set only then. After a loss of power the chip has
  /// these values by itself.
  var darkRegisters: [UInt8] { get }
  /// Everything else that must be set before the display is lit, commands and parameters.
  var registers: [UInt8] { get }
}

extension OLED {
  var darkRegisters: [UInt8] { [0xae] }

  func setUp(_ lines: Set<PanelLine>) -> [Step] {
    [Step].reset(on: lines) + [.command(darkRegisters + registers)]
  }

  func renewal() -> [Step] { [.command(registers)] }

  func displayOn() -> [Step] { [.command([0xaf])] }
  func displayOff() -> [Step] { [.command([0xae])] }
  /// A display that is off is asleep.
  func enterSleep() -> [Step] { [] }

  /// The contrast: the panel stays readable at 0.
  func dim(to percent: Int) -> [Step] { [.command([0x81, UInt8(percent * 255 / 100)])] }
}

extension PanelKind {
  /// A panel of the family: on I2C, or on SPI with a line for D/C; a reset line may be wired.
  static func oled(
    _ name: String, _ sizes: [Size], depth: Depth = .mono, usualAddress: UInt8 = 0x3c,
    usualSpeedHz: Int, columns: Int? = nil,
    panel: @escaping @Sendable (PanelWiring, Theme) -> any Panel
  ) -> PanelKind {
    PanelKind(
      name, sizes: .listed(sizes), depth: depth, lightSource: .pixels,
      wires: [.i2c(usualAddress: usualAddress), .spi(usualSpeedHz: usualSpeedHz)],
      lines: [.dc, .reset], neededLines: [.dc], memory: columns.map { Size($0, 0) },
      opening: .controller(panel))
  }
}
