import Devices

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
      table.complain(
        "[[display]] needs panel or board; panels are \(quoted(PanelKind.allCases.map(\.rawValue)))"
      )
    }
    let whole = table
    let panel = table.choice("panel", among: PanelKind.allCases.map { ($0.rawValue, $0) })
    let bus = readBus(&table)
    let address = table.integer("address", in: 0x08...0x77)
    let speedHz = table.integer("speed_hz", in: 1_000...125_000_000)
    let chip = table.text("chip", Self.chipMeaning)?.0
    let offsets = ["dc", "reset", "backlight"].map { table.integer($0, in: Self.offsets) }
    let rotation = readRotation(&table)
    let brightness = table.integer("brightness", in: 0...100)

    if let panel, let bus { check(panel, on: bus, whole, &table) }
    mistakes += table.finish()
    guard let panel, let bus else { return }
    claimLines(of: whole, chip: chip, offsets, owner: panel.rawValue)
    var wired = Config.WiredPanel(kind: panel, bus: bus)
    switch panel.wire {
    case .i2c(let usual):
      (wired.address, wired.speedHz) = (address.map(UInt8.init) ?? usual, speedHz)
    case .spi(let usual): wired.speedHz = speedHz ?? usual
    }
    wired.chip = chip
    (wired.dc, wired.reset, wired.backlight) = (offsets[0], offsets[1], offsets[2])
    wired.rotation = rotation ?? .none
    wired.brightness = brightness ?? 100
    let twin = config.panels.first {
      $0.bus == bus && ($0.address == wired.address || bus.isRecord)
    }
    if let twin {
      mistakes.append(
        Mistake(
          place: whole.place(of: "bus"),
          text:
            "\(panel) is where \(twin.kind) is already; give each panel a place of its own"
        ))
    }
    config.panels.append(wired)
  }

  private func readBus(_ table: inout TableReader) -> Config.Bus? {
    guard table.has("bus") else {
      table.complain("[[display]] needs bus: \(Config.Bus.meaning)")
      return nil
    }
    guard let (text, place) = table.text("bus", Config.Bus.meaning) else { return nil }
    guard let bus = Config.Bus(text) else {
      table.complain("unknown bus \"\(text)\"; it must be \(Config.Bus.meaning)", at: place)
      return nil
    }
    if case .record(let path) = bus, let complaint = FileBytes.writingComplaint(path) {
      table.complain("bus is \"\(text)\"; \(complaint)", at: place)
    }
    return bus
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
  private func check(
    _ panel: PanelKind, on bus: Config.Bus, _ whole: TableReader, _ table: inout TableReader
  ) {
    let isSPI = if case .spi = panel.wire { true } else { false }
    let form = isSPI ? "spi:B.C" : "i2c:N"
    let fits =
      switch bus {
      case .i2c: !isSPI
      case .spi: isSPI
      case .record: true
      }
    guard fits else {
      table.complain(
        "\(panel) cannot be on this bus; it must be \"\(form)\" or \"record:FILE\"",
        at: whole.place(of: "bus"))
      return
    }
    let foreign = isSPI ? "address" : "dc"
    if whole.has(foreign) {
      table.complain(
        "\(panel) on \(form) has no \(foreign); leave it out", at: whole.place(of: foreign))
    }
    guard !bus.isRecord else { return }
    if isSPI, !whole.has("dc") {
      table.complain(
        "\(panel) needs dc, the line that tells commands from data, and its chip",
        at: whole.place(of: "bus"))
    }
    if !whole.has("chip"), let line = ["dc", "reset", "backlight"].first(where: whole.has) {
      table.complain(
        "\(line) needs chip: \(Self.chipMeaning)", at: whole.place(of: line))
    }
  }

  private mutating func claimLines(
    of whole: TableReader, chip: String?, _ offsets: [Int?], owner: String
  ) {
    guard let chip else { return }
    for (key, offset) in zip(["dc", "reset", "backlight"], offsets) {
      guard let offset else { continue }
      claim(
        GPIOLine(chip: chip, offset: offset), for: "\(key) of \(owner)", at: whole.place(of: key))
    }
  }

  /// A board's file says what one `[[display]]` says, and may have buttons.
  /// - Returns: false where it cannot be had.
  private mutating func readBoard(_ name: String, at place: Place, into table: inout TableReader)
    -> Bool
  {
    guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }),
      name.first != "."
    else {
      table.complain("\"\(name)\" cannot be a board; name a file in board/", at: place)
      return false
    }
    let paths = catalogue.boardFolders.map { "\($0)/\(name).toml" }
    guard let path = paths.first(where: FileBytes.exists) else {
      table.complain(
        "unknown board \"\(name)\"; there is no \(paths.joined(separator: " and no "))", at: place)
      return false
    }
    do throws(Mistake) {
      let board = try TOML(try FileBytes.read(path), file: path)
      guard case .table(let entries) = board.value else { return false }
      for entry in entries where entry.key == "board" {
        table.complain("a board cannot name a board", at: entry.place)
      }
      table.fill(from: entries.filter { $0.key != "button" && $0.key != "board" })
      var rest = TableReader("", entries.filter { $0.key == "button" }, at: board.place)
      for button in rest.tables("button") { readButton(button) }
      mistakes += rest.finish()
      return true
    } catch {
      mistakes.append(error)
      return false
    }
  }
}
