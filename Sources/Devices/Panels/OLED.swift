import Pixels

/// An OLED controller of the family that the SSD1306 began: the commands that all of them share.
protocol OLED: Panel {
  /// Display off, and what may be set only then: after a loss of power it is as it is set here.
  var darkRegisters: [UInt8] { get }
  /// Everything else that must be set before it is lit, commands and parameters.
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
  /// A display that is off sleeps.
  func enterSleep() -> [Step] { [] }

  /// The contrast: the panel stays readable at 0.
  func dim(to percent: Int) -> [Step] { [.command([0x81, UInt8(percent * 255 / 100)])] }
}

extension PanelKind {
  /// One of the family: on I2C, or on SPI with a line for D/C; a reset line is welcome.
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
