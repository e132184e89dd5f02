import Pixels

/// A panel, the bus it is on, and the lines beside it.
public struct PanelWiring: Equatable, Sendable {
  public var kind: PanelKind
  public var bus: PanelBus
  /// The size of the active area, unturned.
  public var size: Size
  public var rotation = Rotation.none
  /// 0…100; what it means depends on the panel.
  public var brightness = 100
  /// Nil if there is none, or for the usual one.
  public var address: UInt8?
  public var speedHz: Int?
  /// Nil for the usual mode.
  public var spiMode: SPIMode?
  /// Label or path of the GPIO chip that the lines are on.
  public var chip: String?
  public var lines: [PanelLine: Int] = [:]
  /// A backlight of the kernel's in place of a line.
  public var backlight: Backlight.Source?
  /// Where the active area begins in the controller's memory, unturned; nil for the usual offset.
  public var offset: Offset?
  /// Whether the module wants its colours inverted, or blue first; nil for what is usual.
  public var isInverted: Bool?
  public var isBlueFirst: Bool?
  /// On a PCD8544, its operating voltage in its own steps.
  public var contrast = PCD8544.usualContrast
  /// On paper, how many partial refreshes are followed by a full one.
  public var fullEvery = 20
  /// Whether its LEDs are lit while their lines are low.
  public var isActiveLow = false
  /// Whether its pictures may move even if there is no news.
  public var showsMotion = true

  /// Columns and rows of the memory before the active area.
  public struct Offset: Equatable, Sendable {
    public var columns: Int
    public var rows: Int

    public init(_ columns: Int, _ rows: Int) {
      self.columns = columns
      self.rows = rows
    }
  }

  public init(_ kind: PanelKind, on bus: PanelBus, size: Size? = nil) {
    self.kind = kind
    self.bus = bus
    self.size = size ?? kind.sizes.usual
  }

  /// The surface as pages see it.
  public var surface: Surface { kind.surface(size, rotation) }

  /// What its light comes from: a panel that reflects light may have a lamp behind it.
  public var lightSource: LightSource {
    let hasLamp = lines[.backlight] != nil || backlight != nil
    return kind.lightSource == .none && hasLamp ? .lamp : kind.lightSource
  }

  /// The bus or chip that it is on, as the log names it once it is open.
  var place: String {
    switch bus {
    case .i2c(let number): address.map { I2CBus.name(number, $0) } ?? "\(bus)"
    case .gpio: chip.map(GPIOBus.name) ?? "\(bus)"
    default: "\(bus)"
    }
  }

  /// The largest offset that the active area can have in the memory; nil where no offset can be
  /// configured.
  public var offsetMax: Offset? {
    kind.memory.map { memory in
      let activeArea = memory.isLying ? size : size.standing
      return Offset(memory.width - activeArea.width, max(0, memory.height - activeArea.height))
    }
  }

  /// The bus of the panel's kind that this wiring uses; nil where the panel cannot be on it.
  public var wire: PanelKind.Wire? {
    kind.wires.first { wire in
      switch (bus, wire) {
      case (.i2c, .i2c), (.spi, .spi), (.gpio, .gpio), (.framebuffer, .framebuffer), (.led, .led):
        true
      // A recording uses the usual bus, or the one that the wired lines belong to.
      case (.record, .i2c): lines[.dc] == nil
      case (.record, .spi): lines[.data] == nil
      case (.record, .gpio): true
      default: false
      }
    }
  }

  /// The lines that it drives beside the bus; a recording has those that the panel needs.
  var drivenLines: Set<PanelLine> {
    Set(lines.keys).union(bus.isRecord ? kind.neededLines : []).filter(\.isDriven)
  }

  /// Opens the panel's bus or device.
  /// - Parameter report: takes a sentence for the log when the panel is lost and when it is back.
  /// - Throws: `unusable` where the bus or a line does not exist, may not be opened or is taken.
  public func display(
    theme: Theme, report: @escaping (String) -> Void
  ) throws(DeviceError) -> any Display {
    switch kind.opening {
    case .bus: kind.display(self, on: try commandBus(report), theme: theme, report: report)
    case .device(let open): try open(self, theme, report)
    }
  }

  private func commandBus(
    _ report: @escaping (String) -> Void
  ) throws(DeviceError) -> any CommandBus {
    guard let wire else { preconditionFailure("the configuration lets it on no other bus") }
    switch (bus, wire) {
    case (.record(let path), .i2c(let usual)):
      return try RecordingBus(
        path: path, kind: .i2c(address: address ?? usual, hz: speedHz ?? I2CBus.usualHz),
        lines: drivenLines)
    case (.record(let path), .spi(let usual, _)):
      return try RecordingBus(
        path: path, kind: .spi(hz: speedHz ?? usual), lines: drivenLines)
    case (.record(let path), .gpio):
      return try RecordingBus(
        path: path, kind: .spi(hz: GPIOBus.usualBytesPerSecond * 8), lines: drivenLines)
    case (.i2c(let number), .i2c(let usual)):
      return try I2CBus(number: number, address: address ?? usual, outputs: try outputs(report))
    case (.spi(let controller, let select), .spi(let usual, let mode)):
      let busy = try lines[.busy].map { (offset) throws(DeviceError) in
        try LevelLine(busyOn: chip!, offset: offset)
      }
      return try SPIBus(
        controller: controller, select: select, mode: spiMode ?? mode, speedHz: speedHz ?? usual,
        dataOrCommand: try output(.dc), outputs: try outputs(report), busy: busy)
    case (.gpio, .gpio):
      return GPIOBus(
        chip: chip!, data: try output(.data), clock: try output(.clock),
        outputs: try outputs(report))
    default:
      preconditionFailure("the configuration lets no panel onto another kind of bus")
    }
  }

  private func outputs(_ report: @escaping (String) -> Void) throws(DeviceError) -> PanelOutputs {
    var outputs: [PanelLine: OutputLine] = [:]
    for line in PanelLine.allCases where line.isDriven { outputs[line] = try output(line) }
    return PanelOutputs(
      outputs, backlight: backlight.map { Backlight($0, percent: brightness, report: report) })
  }

  /// Nil where it is not wired.
  private func output(_ line: PanelLine) throws(DeviceError) -> OutputLine? {
    guard let chip, let offset = lines[line] else { return nil }
    return try OutputLine(chip: chip, offset: offset, level: line.idleLevel != isActiveLow)
  }
}
