import Devices
import Pixels

/// `[[display]]`: what a panel is and what it hangs on. The file of a board says the same.
struct DisplayTable {
  var board: String?
  var panel: PanelKind?
  var bus: PanelBus?
  var size: String?
  var address: Int?
  var speedHz: Int?
  var spiMode: SPIMode?
  var chip: String?
  var backlight: Backlight.Source?
  var offset: PanelWiring.Offset?
  var isInverted: Bool?
  var isBlueFirst: Bool?
  var lines: [PanelLine: Int] = [:]
  var rotation = Rotation.none
  var brightness = 100
  var contrast: Int?
  var isActiveLow = false
  var showsMotion = true

  static let boardKey = Key<Self>("board", optional: \.board, .text("the name of a board"))
  static let panelKey = Key<Self>(
    "panel", optional: \.panel, .choice(PanelKind.all.map { ($0.name, $0) }))
  fileprivate static let busKey = Key<Self>("bus", optional: \.bus, .bus)
  fileprivate static let sizeKey = Key<Self>(
    "size", optional: \.size, .text("a text \"WIDTHxHEIGHT\""))
  fileprivate static let addressKey = Key<Self>(
    "address", optional: \.address, .integer(0x08...0x77))
  /// The keys that say where a panel is.
  static let placeKeys = [busKey, addressKey]
  fileprivate static let speedKey = Key<Self>(
    "speed_hz", optional: \.speedHz, .integer(1_000...125_000_000))
  fileprivate static let modeKey = Key<Self>(
    "spi_mode", optional: \.spiMode, .integers([(0, .zero), (3, .three)]))
  fileprivate static let chipKey = Key<Self>("chip", optional: \.chip, .chip)
  fileprivate static let offsetKey = Key<Self>("offset", optional: \.offset, .offset)
  fileprivate static let invertedKey = Key<Self>("inverted", optional: \.isInverted, .boolean)
  fileprivate static let orderKey = Key<Self>(
    "order", optional: \.isBlueFirst, .choice([("rgb", false), ("bgr", true)]))
  fileprivate static let contrastKey = Key<Self>(
    "contrast", optional: \.contrast, .integer(PanelKind.pcd8544.contrasts!))
  fileprivate static let activeKey = Key<Self>(
    "active", \.isActiveLow, .choice([("low", true), ("high", false)]))

  fileprivate static func lineKey(_ line: PanelLine) -> Key<Self> {
    let offset = ValueType<Int>.lineOffset
    guard line == .backlight else {
      return Key(line.rawValue, optional: \.lines[line], offset)
    }
    // The light may hang on a line like the others, or be the kernel's.
    return Key(
      line.rawValue, shape: .either([offset.shape, ValueType<Backlight.Source>.backlight.shape])
    ) { entry, values, diagnostics in
      if case .integer = entry.value.value {
        values.lines[line] = offset.read(entry.value, entry.key, &diagnostics)
        return values.lines[line] != nil
      }
      values.backlight = ValueType<Backlight.Source>.backlight.read(
        entry.value, entry.key, &diagnostics)
      return values.backlight != nil
    }
  }

  static let table = Table<Self>(
    "[[display]]", Self(),
    [
      boardKey, panelKey, busKey, sizeKey, addressKey, speedKey, modeKey, chipKey,
      lineKey(.backlight), offsetKey, invertedKey, orderKey,
    ] + PanelLine.allCases.filter { $0 != .backlight }.map(lineKey) + [
      Key(
        "rotation", \.rotation, .integers(Rotation.allCases.map { ($0.rawValue, $0) })),
      Key("brightness", \.brightness, .integer(0...100)), contrastKey,
      activeKey, Key("motion", \.showsMotion, .boolean),
    ], oneOf: [[boardKey], [panelKey, busKey]]
  ) { table, diagnostics in
    if !table.has(busKey) {
      diagnostics.error("[[display]] needs \(busKey.name): \(PanelBus.meaning)", at: table.location)
    }
  }
}

extension TableValues<DisplayTable> {
  /// How many LEDs on GPIO lines can be written in 40 ms, as long as a bus is held at most: each takes
  /// four bytes, at 10,000 bytes in a second (Devices/Buses/GPIOBus.swift).
  private static var ledsOnLinesMax: Int { 95 }

  /// The panel, wired; nil where it cannot be said what or where it is.
  func wiring(
    paper: Config.Paper, _ diagnostics: inout Diagnostics
  ) -> PanelWiring? {
    let size = checkedSize(&diagnostics)
    guard let kind = self.panel, let bus = self.bus else { return nil }
    var wiring = PanelWiring(kind, on: bus, size: size)
    wiring.rotation = self.rotation
    wiring.brightness = self.brightness
    wiring.contrast = self.contrast ?? wiring.contrast
    wiring.address = self.address.map(UInt8.init)
    wiring.speedHz = self.speedHz
    wiring.spiMode = self.spiMode
    wiring.chip = self.chip
    wiring.lines = self.lines
    wiring.backlight = self.backlight
    wiring.offset = self.offset
    wiring.isInverted = self.isInverted
    wiring.isBlueFirst = self.isBlueFirst
    if wiring.surface.medium == .paper { wiring.fullEvery = paper.fullEvery }
    wiring.isActiveLow = self.isActiveLow
    wiring.showsMotion = self.showsMotion
    check(wiring, &diagnostics)
    if case .i2c = bus, self.speedHz != nil {
      diagnostics.warn(
        "speed_hz has no effect on I2C; set the bus clock with "
          + "dtparam=i2c_arm_baudrate in /boot/firmware/config.txt",
        at: location(of: DisplayTable.speedKey))
    }
    if case .gpio = bus, wiring.size.width * wiring.size.height > Self.ledsOnLinesMax {
      diagnostics.warn(
        "\(wiring.size) LEDs on two lines take longer for a picture than the rest of the program may wait; "
          + "use SPI for more than \(Self.ledsOnLinesMax)", at: location(of: DisplayTable.sizeKey))
    }
    switch wiring.wire {
    case .i2c(let usual): wiring.address = wiring.address ?? usual
    case .spi(let usual, _): wiring.speedHz = wiring.speedHz ?? usual
    default: break
    }
    return wiring
  }

  private func checkedSize(_ diagnostics: inout Diagnostics) -> Size? {
    guard let text = self.size, let kind = self.panel else { return nil }
    let location = location(of: DisplayTable.sizeKey)
    if case .ofDevice = kind.sizes {
      diagnostics.error(
        "\(kind) has the size that its driver reports; remove size", at: location)
      return nil
    }
    if let size = Size(text), kind.sizes.allows(size) { return size }
    diagnostics.error(
      "\(kind) has no size \"\(text)\"; known: \(kind.sizes.meaning)", at: location)
    return nil
  }

  /// Checks a panel and its bus against each other.
  private func check(_ wiring: PanelWiring, _ diagnostics: inout Diagnostics) {
    let kind = wiring.kind
    guard let wire = wiring.wire else {
      let forms =
        kind.wires.map { "\"\($0.form)\"" } + (kind.isRecordable ? ["\"record:FILE\""] : [])
      diagnostics.error(
        "\(kind) cannot use this bus; it must be \(forms.joined(separator: " or "))",
        at: location(of: DisplayTable.busKey))
      return
    }
    for key in foreignKeys(kind, wire) where has(key) {
      diagnostics.error(
        "\(kind) on \(wire.form) has no \(key.name); remove it", at: location(of: key))
    }
    checkOffset(wiring, &diagnostics)
    if case .spi = wire, let speedHz = wiring.speedHz, !kind.speedsHz.contains(speedHz) {
      diagnostics.error(
        "speed_hz is \(speedHz); for \(kind) it must be a whole number from "
          + "\(kind.speedsHz.lowerBound) to \(kind.speedsHz.upperBound)",
        at: location(of: DisplayTable.speedKey))
    }
    if !wiring.bus.isRecord { checkLines(wiring, wire, &diagnostics) }
  }

  /// The keys that mean nothing to a panel with this wiring.
  private func foreignKeys(_ kind: PanelKind, _ wire: PanelKind.Wire) -> [Key<DisplayTable>] {
    let usable = kind.lines.filter { $0.serves(wire) }
    var foreign = PanelLine.allCases.filter { !usable.contains($0) }.map(DisplayTable.lineKey)
    switch wire {
    case .i2c: break
    case .spi: foreign.append(DisplayTable.addressKey)
    case .gpio, .framebuffer, .led:
      foreign += [DisplayTable.addressKey, DisplayTable.speedKey]
    }
    if usable.isEmpty { foreign.append(DisplayTable.chipKey) }
    if !usable.contains(.red) { foreign.append(DisplayTable.activeKey) }
    if kind.contrasts == nil { foreign.append(DisplayTable.contrastKey) }
    if kind.memory == nil { foreign.append(DisplayTable.offsetKey) }
    if kind.memory == nil || kind.depth != .colour {
      foreign += [DisplayTable.invertedKey, DisplayTable.orderKey, DisplayTable.modeKey]
    }
    return foreign
  }

  /// The glass must not hang over the edge of the memory.
  private func checkOffset(_ wiring: PanelWiring, _ diagnostics: inout Diagnostics) {
    guard let offset = wiring.offset, let most = wiring.offsetMax else { return }
    if (0...most.columns).contains(offset.columns) && (0...most.rows).contains(offset.rows) {
      return
    }
    diagnostics.error(
      "offset is [\(offset.columns), \(offset.rows)]; for \(wiring.kind) of \(wiring.size) it must be "
        + "from [0, 0] to [\(most.columns), \(most.rows)]", at: location(of: DisplayTable.offsetKey)
    )
  }

  /// The lines without which it cannot be had, and the chip that they are on.
  private func checkLines(
    _ wiring: PanelWiring, _ wire: PanelKind.Wire, _ diagnostics: inout Diagnostics
  ) {
    let kind = wiring.kind
    for line in PanelLine.allCases
    where kind.neededLines.contains(line) && line.serves(wire) && !has(DisplayTable.lineKey(line)) {
      diagnostics.error(
        "\(kind) needs \(line.rawValue), \(line.meaning), and its chip",
        at: location(of: DisplayTable.busKey))
    }
    if !has(DisplayTable.chipKey),
      let line = PanelLine.allCases.first(where: { wiring.lines[$0] != nil })
    {
      diagnostics.error(
        "\(line.rawValue) needs chip: \(ValueType<String>.chipMeaning)",
        at: location(of: DisplayTable.lineKey(line)))
    }
  }

  /// The lines that its bus has on the header. Chip selects and the I2C with number 0 are often on other
  /// lines, and MISO may be free.
  func busUses(_ wiring: PanelWiring) -> [GPIOLines.Use] {
    wiring.busLines.filter { [2, 3, 10, 11].contains($0.key) }.sorted { $0.key < $1.key }.map {
      GPIOLines.Use(
        chip: GPIOChipName.header, offset: $0.key, owner: "\($0.value) of \(wiring.bus)",
        location: busLocation, of: wiring.bus)
    }
  }

  /// What each line of the panel does, and where the file says so.
  func lineUses(_ wiring: PanelWiring) -> [GPIOLines.Use] {
    guard let chip = wiring.chip else { return [] }
    return PanelLine.allCases.compactMap { line in
      wiring.lines[line].map { offset in
        GPIOLines.Use(
          chip: chip, offset: offset, owner: "\(line.rawValue) of \(wiring.kind)",
          location: location(of: DisplayTable.lineKey(line)))
      }
    }
  }

  var busLocation: Location { location(of: DisplayTable.busKey) }
}
