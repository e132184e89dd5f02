import Pixels

/// The panels that a configuration can name: the one list of them.
public enum PanelKind: String, CaseIterable, Sendable {
  case ssd1306, st7789

  /// What a panel hangs on, and what is usual there.
  public enum Wire: Equatable, Sendable {
    case i2c(usualAddress: UInt8)
    case spi(usualSpeedHz: Int)
  }

  public var wire: Wire {
    switch self {
    case .ssd1306: .i2c(usualAddress: SSD1306.usualAddress)
    case .st7789: .spi(usualSpeedHz: ST7789.usualSpeedHz)
    }
  }

  public var depth: Depth {
    switch self {
    case .ssd1306: .mono
    case .st7789: .colour
    }
  }

  /// As pages see it.
  public func size(_ rotation: Rotation = .none) -> Size {
    let size =
      switch self {
      case .ssd1306: Size(128, 64)
      case .st7789: Size(240, 240)
      }
    return rotation.swapsAxes ? Size(size.height, size.width) : size
  }

  /// The panel as a display.
  /// - Parameters:
  ///   - brightness: 0…100; what it means is the panel's.
  ///   - report: takes a sentence for the log when the panel is lost and when it is back.
  public func display(
    on bus: any CommandBus, rotation: Rotation, brightness: Int, theme: Theme,
    report: @escaping (String) -> Void
  ) -> any Display {
    switch self {
    case .ssd1306:
      PanelDisplay(SSD1306(rotation: rotation, brightness: brightness), on: bus, report: report)
    case .st7789:
      PanelDisplay(
        ST7789(rotation: rotation, brightness: brightness, theme: theme), on: bus, report: report)
    }
  }
}
