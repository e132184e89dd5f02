import Pixels

/// A colour LCD whose controller takes the MIPI Display Command Set over 4-wire SPI, as RGB565.
///
/// A cell is a pixel as in the frame; the theme makes it a colour when it is sent.
struct DCSPanel: Panel {
  let cells: Size
  let cellBytes = 2
  // 11 bytes of commands, and the time of the dozen system calls that carry them.
  let windowBytes = 160
  private let setUp: [[UInt8]]
  private let hasBrightness: Bool
  private let settleMilliseconds: Int64
  private let addressMode: AddressMode
  private let isInverted: Bool
  /// Columns and rows of the turned memory before the active area.
  private let hidden: PanelWiring.Offset
  private let isLit: Bool
  /// Whether a line switches its light, which is then only on or off: the picture is dimmed instead.
  private let lightIsSwitched: Bool
  /// Darker colours keep too few of their bits: the light would shine on black.
  private static let leastPercent = 10
  private var theme: Theme
  private var percent: Int
  private var rgb565: RGB565

  /// A brightness of 0 keeps the panel dark.
  init(_ chip: DCSChip, _ wiring: PanelWiring, theme: Theme) {
    setUp = chip.setUp
    hasBrightness = chip.hasBrightness
    settleMilliseconds = chip.settleMilliseconds
    cells = wiring.surface.size
    isLit = wiring.brightness > 0
    lightIsSwitched = wiring.lines[.backlight] != nil
    self.theme = theme
    percent = lightIsSwitched ? max(wiring.brightness, Self.leastPercent) : 100
    rgb565 = RGB565(theme, at: percent)
    let activeArea = chip.activeArea(wiring.size)
    isInverted = wiring.isInverted ?? activeArea.isInverted

    // A landscape module is a portrait one turned by 90°.
    let standing = wiring.size.standing
    let turn = AddressMode(wiring.size.isLying ? wiring.rotation.next : wiring.rotation)
    let offset = wiring.offset ?? activeArea.offset
    let memory = chip.memory(behind: standing, offset)
    // In a reversed direction, the active area begins after the hidden part at the other end.
    let columns =
      turn.contains(.columnsAreReversed)
      ? memory.width - standing.width - offset.columns : offset.columns
    let rows =
      turn.contains(.rowsAreReversed) ? memory.height - standing.height - offset.rows : offset.rows
    hidden =
      turn.contains(.axesAreSwapped)
      ? PanelWiring.Offset(rows, columns) : PanelWiring.Offset(columns, rows)
    let order: AddressMode = wiring.isBlueFirst ?? activeArea.isBlueFirst ? .isBlueFirst : []
    addressMode = chip.mount.symmetricDifference(turn).union(order)
  }

  func wearing(_ theme: Theme) -> Self? {
    coloured(theme, at: percent)
  }

  func colouring(at percent: Int) -> Self? {
    let percent = max(percent, Self.leastPercent)
    return lightIsSwitched && percent != self.percent ? coloured(theme, at: percent) : nil
  }

  private func coloured(_ theme: Theme, at percent: Int) -> Self {
    var other = self
    (other.theme, other.percent, other.rgb565) = (theme, percent, RGB565(theme, at: percent))
    return other
  }

  func setUp(_ lines: Set<PanelLine>) -> [Step] {
    // RESX low for at least 10 µs, then 5 ms to the next command.
    let reset: [Step] =
      lines.contains(.reset)
      ? [
        .drive(.reset, false), .wait(milliseconds: 1), .drive(.reset, true), .wait(milliseconds: 5),
      ] : [.command(.softReset), settle]
    return [.drive(.backlight, false)] + reset + renewal()
  }

  // Writing a register with the value that it holds changes nothing.
  func renewal() -> [Step] {
    let own: [Step] = setUp.flatMap { command -> [Step] in
      let data = Array(command.dropFirst())
      return [.command([command[0]])] + (data.isEmpty ? [] : [.data(data)])
    }
    return own + [
      .command(.setAddressMode), .data([addressMode.rawValue]),
      .command(.setPixelFormat), .data([0x55]),  // 16 bits a pixel
      .command(isInverted ? .enterInversion : .exitInversion),
    ] + (hasBrightness ? [.command(.setBrightnessControl), .data([0x24])] : [])
  }

  private var settle: Step { .wait(milliseconds: settleMilliseconds) }

  // Sleep may be left only 120 ms after a reset or after it was entered, and entered only 120 ms
  // after it was left.
  func displayOn() -> [Step] {
    let wake: [Step] = [.wait(milliseconds: 120), .command(.exitSleep), settle]
    return isLit ? wake + [.command(.displayOn), .drive(.backlight, true)] : wake
  }

  /// Sets the controller's LED pin, for modules whose backlight is wired to it.
  func dim(to percent: Int) -> [Step] {
    hasBrightness ? [.command(.setBrightness), .data([UInt8(percent * 255 / 100)])] : []
  }

  func displayOff() -> [Step] { [.drive(.backlight, false), .command(.displayOff)] }

  func enterSleep() -> [Step] {
    [.wait(milliseconds: 120), .command(.enterSleep), settle]
  }

  // Every window begins with these: their bytes are made once.
  private static let setColumns = Step.command(.setColumns)
  private static let setRows = Step.command(.setRows)
  private static let writeMemory = Step.command(.writeMemory)

  func open(_ window: Rect) -> [Step] {
    [
      Self.setColumns, .data(Self.range(hidden.columns + window.x, window.width)),
      Self.setRows, .data(Self.range(hidden.rows + window.y, window.height)),
      Self.writeMemory,
    ]
  }

  var hasPixelsAsCells: Bool { true }
  func cells(of frame: Frame) -> [UInt8] { frame.pixels }

  func encode(_ window: Rect, of cells: [UInt8]) -> [UInt8] {
    rgb565.encode(window, of: cells, width: self.cells.width)
  }

  private static func range(_ start: Int, _ count: Int) -> [UInt8] {
    let end = start + count - 1
    return [UInt8(start >> 8), UInt8(start & 255), UInt8(end >> 8), UInt8(end & 255)]
  }
}

extension PanelKind {
  /// A panel with such a controller.
  static func dcs(
    _ name: String, _ chip: DCSChip, usualSpeedHz: Int, outline: Surface.Outline = .rectangle
  ) -> PanelKind {
    PanelKind(
      name, sizes: .listed(chip.sizes), depth: .colour, outline: outline,
      wires: [.spi(usualSpeedHz: usualSpeedHz)], lines: [.dc, .reset, .backlight],
      neededLines: [.dc], memory: chip.memories[0],
      opening: .controller { DCSPanel(chip, $0, theme: $1) })
  }
}
