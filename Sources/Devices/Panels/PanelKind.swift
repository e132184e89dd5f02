import Pixels

/// A panel that a configuration can name: its properties, and how its display is made.
public struct PanelKind: Sendable {
  /// The one list of panels.
  public static let all: [PanelKind] = [
    .ssd1306, .ssd1309, .sh1106, .sh1107, .ssd1327, .ssd1351,
    .st7735, .st7789, .ili9341, .gc9a01,
    .pcd8544, .sharpMemory, .ssd1680, .ssd1681,
    .apa102, .ws2812, .max7219, .rgbLED, .led, .framebuffer,
  ]

  /// The bus that a panel is on, and its usual settings.
  public enum Wire: Equatable, Sendable {
    case i2c(usualAddress: UInt8)
    case spi(usualSpeedHz: Int, mode: SPIMode = .zero)
    /// Lines of a GPIO chip, without a bus.
    case gpio
    case framebuffer
    case led
  }

  /// The name in the configuration.
  public let name: String
  /// The sizes that the panel is sold in, unturned.
  public let sizes: PanelSizes
  public let depth: Depth
  public let outline: Surface.Outline
  public let medium: Surface.Medium
  public let lightSource: LightSource
  /// The buses that the panel can be on, the usual first.
  public let wires: [Wire]
  /// The SPI clocks that it supports, in Hz.
  public let speedsHz: ClosedRange<Int>
  /// The lines that it can use, and those that it needs on a real bus: D/C is not needed on I2C.
  public let lines: Set<PanelLine>
  public let neededLines: Set<PanelLine>
  /// The controller's columns and rows, if the active area may begin anywhere in them; 0 rows if it
  /// uses all rows. A colour panel may also need inverted or swapped colours.
  public let memory: Size?

  let opening: Opening

  typealias Report = (String) -> Void

  /// How the display of a panel is made.
  enum Opening: Sendable {
    /// A panel on a bus that carries commands and data.
    case bus(@Sendable (PanelWiring, any CommandBus, Theme, @escaping Report) -> any Display)
    /// A device of the kernel that takes whole pictures.
    case device(
      @Sendable (PanelWiring, Theme, @escaping Report) throws(DeviceError) -> any Display)
  }

  init(
    _ name: String, sizes: PanelSizes, depth: Depth, outline: Surface.Outline = .rectangle,
    medium: Surface.Medium = .light, lightSource: LightSource? = nil, wires: [Wire],
    speedsHz: ClosedRange<Int> = 1_000...125_000_000, lines: Set<PanelLine>,
    neededLines: Set<PanelLine> = [], memory: Size? = nil, opening: Opening
  ) {
    self.name = name
    self.sizes = sizes
    self.depth = depth
    self.outline = outline
    self.medium = medium
    self.lightSource = lightSource ?? (medium == .light ? .lamp : .none)
    self.wires = wires
    self.speedsHz = speedsHz
    self.lines = lines
    self.neededLines = neededLines
    self.memory = memory
    self.opening = opening
  }

  /// Whether it has a chip select, which tells which data is for it. Without one, LEDs in a row on a
  /// SPI controller take all data on the wire.
  public var hasSelectLine: Bool { self != .apa102 && self != .ws2812 }

  /// The contrasts that it allows, in steps of its own; nil if its contrast cannot be set.
  public var contrasts: ClosedRange<Int>? { self == .pcd8544 ? PCD8544.contrasts : nil }

  /// The surface as pages see it.
  public func surface(_ size: Size? = nil, _ rotation: Rotation = .none) -> Surface {
    var size = size ?? sizes.usual
    if rotation.swapsAxes { size = Size(size.height, size.width) }
    return Surface(size, depth, outline: outline, medium: medium)
  }

  /// Whether its transactions can be recorded in a file instead of sent over a bus.
  public var isRecordable: Bool {
    if case .bus = opening { true } else { false }
  }

  /// The display at the end of a bus that is open already.
  /// - Precondition: the panel is on a bus.
  public func display(
    _ wiring: PanelWiring, on bus: any CommandBus, theme: Theme,
    report: @escaping (String) -> Void
  ) -> any Display {
    guard case .bus(let make) = opening else { preconditionFailure("\(name) has no bus") }
    return make(wiring, bus, theme, report)
  }
}

extension PanelKind.Opening {
  /// The usual opening: a controller with a memory, and a display that sends it the differences.
  static func controller(
    _ panel: @escaping @Sendable (PanelWiring, Theme) -> any Panel
  ) -> PanelKind.Opening {
    .bus { wiring, bus, theme, report in
      func display(_ panel: some Panel) -> any Display {
        PanelDisplay(panel, wiring, on: bus, report: report)
      }
      return display(panel(wiring, theme))
    }
  }

  /// A panel that takes whole pictures.
  static func fullFrame(
    _ panel: @escaping @Sendable (PanelWiring, any CommandBus, Theme) -> any FullFramePanel
  ) -> PanelKind.Opening {
    .bus { wiring, bus, theme, report in
      FullFrameDisplay(panel(wiring, bus, theme), wiring, on: bus.name, over: bus, report: report)
    }
  }
}

extension PanelKind.Wire {
  /// How the configuration spells a bus of this kind.
  public var form: String {
    switch self {
    case .i2c: "i2c:N"
    case .spi: "spi:B.C"
    case .gpio: "gpio"
    case .framebuffer: "fb:N"
    case .led: "led:NAME"
    }
  }
}

extension PanelLine {
  /// Whether the line has a meaning for a panel on such a bus.
  public func serves(_ wire: PanelKind.Wire) -> Bool {
    switch (self, wire) {
    case (.dc, .spi), (.data, .gpio), (.clock, .gpio): true
    case (.dc, _), (.data, _), (.clock, _): false
    default: true
    }
  }
}

extension PanelKind: Hashable, CustomStringConvertible {
  public static func == (a: PanelKind, b: PanelKind) -> Bool { a.name == b.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
  public var description: String { name }

  /// The panel of this name; nil if there is none.
  public init?(named name: String) {
    guard let kind = Self.all.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}
