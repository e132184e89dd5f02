import Devices
import Pixels

extension ConfigReader {
  mutating func readDisplay(_ display: TableReader) {
    var table = display
    let board = table.text("board", "the name of a board")
    if display.has("board") {
      if display.has("panel") {
        table.complain(
          "[[display]] has a panel and a board; name one of them", at: display.place(of: "board"))
      }
      guard let (name, place) = board, readBoard(name, at: place, into: &table) else {
        // Nobody knows what the board would have said.
        mistakes += table.mistakes
        return
      }
    } else if !display.has("panel") {
      table.complain("[[display]] needs panel or board; panels are \(quoted(PanelChoice.names))")
    }
    let whole = table
    let kind = table.choice("panel", among: PanelKind.all.map { ($0.name, $0) })
    let bus = readBus(&table)
    let size = readSize(of: kind, &table)
    let address = table.integer("address", in: 0x08...0x77)
    let speedHz = table.integer("speed_hz", in: 1_000...125_000_000)
    let chip = table.text("chip", Self.chipMeaning)?.0
    let backlight = readBacklight(&table)
    let offset = readOffset(&table)
    let isInverted = table.truth("inverted")
    let isBlueFirst = table.choice("order", among: [("rgb", false), ("bgr", true)])
    var lines: [PanelLine: Int] = [:]
    for line in PanelLine.allCases {
      lines[line] = table.integer(line.rawValue, in: Self.offsets)
    }
    let rotation = readRotation(&table)
    let brightness = table.integer("brightness", in: 0...100)
    let isActiveLow = table.choice("active", among: [("low", true), ("high", false)])
    guard let kind, let bus else {
      mistakes += table.finish()
      return
    }

    var wiring = PanelWiring(kind, on: bus, size: size)
    wiring.rotation = rotation ?? .none
    wiring.brightness = brightness ?? 100
    wiring.address = address.map(UInt8.init)
    wiring.speedHz = speedHz
    wiring.chip = chip
    wiring.lines = lines
    wiring.backlight = backlight
    wiring.offset = offset
    wiring.isInverted = isInverted
    wiring.isBlueFirst = isBlueFirst
    if wiring.surface.medium == .paper { wiring.fullEvery = config.paper.fullEvery }
    wiring.isActiveLow = isActiveLow ?? false
    check(wiring, whole, &table)
    mistakes += table.finish()
    if case .i2c = bus, speedHz != nil {
      config.warnings.append(
        Mistake(
          place: whole.place(of: "speed_hz"),
          text: "speed_hz changes nothing on I2C; the board's clock is set by "
            + "dtparam=i2c_arm_baudrate in /boot/firmware/config.txt"))
    }
    switch wiring.wire {
    case .i2c(let usual): wiring.address = wiring.address ?? usual
    case .spi(let usual, _): wiring.speedHz = speedHz ?? usual
    default: break
    }
    claimLines(of: wiring, whole)
    claimPlace(of: wiring, whole)
    config.panels.append(wiring)
  }

  private func readBus(_ table: inout TableReader) -> PanelBus? {
    guard table.has("bus") else {
      table.complain("[[display]] needs bus: \(PanelBus.meaning)")
      return nil
    }
    guard let (text, place) = table.text("bus", PanelBus.meaning) else { return nil }
    guard let bus = PanelBus(text) else {
      table.complain("unknown bus \"\(text)\"; it must be \(PanelBus.meaning)", at: place)
      return nil
    }
    if case .record(let path) = bus, let complaint = FileBytes.writingComplaint(path) {
      table.complain("bus is \"\(text)\"; \(complaint)", at: place)
    }
    return bus
  }

  private func readSize(of kind: PanelKind?, _ table: inout TableReader) -> Size? {
    guard let (text, place) = table.text("size", "a text \"WIDTHxHEIGHT\"") else { return nil }
    guard let kind else { return nil }
    if case .ofDevice = kind.sizes {
      table.complain("\(kind) says itself how large it is; leave size out", at: place)
      return nil
    }
    if let size = Size(text), kind.sizes.allows(size) { return size }
    table.complain("\(kind) has no size \"\(text)\"; known: \(kind.sizes.meaning)", at: place)
    return nil
  }

  private func readRotation(_ table: inout TableReader) -> Rotation? {
    guard let entry = table.take("rotation") else { return nil }
    guard case .integer(let turn) = entry.value.value,
      let rotation = Int(exactly: turn).flatMap(Rotation.init)
    else {
      let allowed = Rotation.allCases.map { "\($0.rawValue)" }.joined(separator: ", ")
      table.complain(
        "rotation is \(entry.value.kind); it must be one of \(allowed)", at: entry.value.place)
      return nil
    }
    return rotation
  }

  /// What a panel and its bus ask of each other.
  private func check(_ wiring: PanelWiring, _ whole: TableReader, _ table: inout TableReader) {
    let kind = wiring.kind
    guard let wire = wiring.wire else {
      let forms =
        kind.wires.map { "\"\($0.form)\"" } + (kind.isRecordable ? ["\"record:FILE\""] : [])
      table.complain(
        "\(kind) cannot be on this bus; it must be \(forms.joined(separator: " or "))",
        at: whole.place(of: "bus"))
      return
    }
    let usable = kind.lines.filter { $0.serves(wire) }
    var foreign = PanelLine.allCases.filter { !usable.contains($0) }.map(\.rawValue)
    switch wire {
    case .i2c: break
    case .spi: foreign.append("address")
    case .gpio, .framebuffer, .led: foreign += ["address", "speed_hz"]
    }
    if usable.isEmpty { foreign.append("chip") }
    if !usable.contains(.red) { foreign.append("active") }
    if kind.memory == nil { foreign.append("offset") }
    if kind.memory == nil || kind.depth != .colour { foreign += ["inverted", "order"] }
    for key in foreign where whole.has(key) {
      table.complain(
        "\(kind) on \(wire.form) has no \(key); leave it out", at: whole.place(of: key))
    }
    checkOffset(wiring, whole, &table)
    if case .spi = wire, let speedHz = wiring.speedHz, !kind.speedsHz.contains(speedHz) {
      table.complain(
        "speed_hz is \(speedHz); for \(kind) it must be a whole number from "
          + "\(kind.speedsHz.lowerBound) to \(kind.speedsHz.upperBound)",
        at: whole.place(of: "speed_hz"))
    }
    guard !wiring.bus.isRecord else { return }
    for line in PanelLine.allCases
    where kind.neededLines.contains(line) && line.serves(wire) && !whole.has(line.rawValue) {
      table.complain(
        "\(kind) needs \(line.rawValue), \(line.meaning), and its chip",
        at: whole.place(of: "bus"))
    }
    if !whole.has("chip"),
      let line = PanelLine.allCases.first(where: { wiring.lines[$0] != nil })
    {
      table.complain(
        "\(line.rawValue) needs chip: \(Self.chipMeaning)", at: whole.place(of: line.rawValue))
    }
  }

  private mutating func claimLines(of wiring: PanelWiring, _ whole: TableReader) {
    guard let chip = wiring.chip else { return }
    for line in PanelLine.allCases {
      guard let offset = wiring.lines[line] else { continue }
      claim(
        GPIOLine(chip: chip, offset: offset), for: "\(line.rawValue) of \(wiring.kind)",
        at: whole.place(of: line.rawValue))
    }
  }

  /// Two panels cannot be in one place; on GPIO lines each line is looked at by itself.
  private mutating func claimPlace(of wiring: PanelWiring, _ whole: TableReader) {
    if wiring.bus == .gpio { return }
    let twin = config.panels.first {
      $0.bus == wiring.bus && ($0.address == wiring.address || wiring.bus.isRecord)
    }
    guard let twin else { return }
    let text =
      "\(wiring.kind) is where \(twin.kind) is already; give each panel a place of its own"
    mistakes.append(Mistake(place: whole.place(of: "bus"), text: text))
  }
}
