import Devices
import State

/// The panels and inputs of a configuration and of the boards that it names.
struct DeviceList {
  private(set) var panels: [PanelWiring] = []
  private(set) var buttons: [Config.WiredButton] = []
  /// How many of the buttons belong to boards.
  private var boardButtonCount = 0
  private(set) var encoders: [Config.WiredEncoder] = []
  private(set) var keys: [Config.WiredKey] = []
  private(set) var presence: InputLines.Wiring?
  /// The boards' files that are named by their paths.
  private(set) var boardFiles: [String] = []
  private var lines = GPIOLines()
  private var keyLocations: [Location] = []
  /// Where a `[[display]]` names a board and gives no bus or address: then the board's file says them.
  private var boardLocations: [String: Location] = [:]
  private let catalogue: Catalogue
  private let paper: Config.Paper
  private let reader: CommandReader

  /// - Parameter markets: by which names one can be bound to; nil where none is configured yet, or a
  ///   hub has still to say it.
  init(_ catalogue: Catalogue, paper: Config.Paper, markets: [String]?) {
    self.catalogue = catalogue
    self.paper = paper
    reader = CommandReader(markets: markets)
  }

  /// Adds a panel, with the inputs of its board where it names one.
  mutating func add(_ display: TOMLTable, _ diagnostics: inout Diagnostics) {
    var display = display
    let boardKey = DisplayTable.boardKey
    if let entry = display.entries.first(where: { $0.key == boardKey.name }) {
      if display.has(DisplayTable.panelKey) {
        diagnostics.error(
          "[[display]] has both panel and board; set only one of them", at: entry.location)
      }
      var named = DisplayTable()
      // A board that cannot be read might have named the panel.
      guard boardKey.read(entry, &named, &diagnostics),
        let board = board(named.board!, at: entry.value.location, &diagnostics)
      else { return }
      if !DisplayTable.placeKeys.contains(where: { display.has($0) }) {
        if let first = boardLocations[named.board!]?.line {
          diagnostics.error(
            "the board \"\(named.board!)\" is already on line \(first); delete one of the two",
            at: display.location)
          return
        }
        boardLocations[named.board!] = display.location
      }
      addInputs(of: board, &diagnostics)
      display.entries += Self.panelEntries(of: board, &diagnostics).filter { entry in
        !display.entries.contains { $0.key == entry.key }
      }
      if !display.has(DisplayTable.panelKey) {
        diagnostics.error(
          "the board \"\(named.board!)\" has no panel; its file needs the key \"panel\"",
          at: entry.value.location)
      }
    } else if !display.has(DisplayTable.panelKey) {
      diagnostics.error(
        "[[display]] needs panel or board; panels are \(PanelKind.all.map(\.name).quoted)",
        at: display.location)
    }
    addPanel(display, &diagnostics)
  }

  /// Adds a board by itself.
  /// - Returns: what else its file says.
  mutating func add(board: TOMLTable, _ diagnostics: inout Diagnostics) -> BoardTable {
    let table = addInputs(of: board, &diagnostics)
    var display = board
    display.title = "the board"
    display.entries = Self.panelEntries(of: board, &diagnostics)
    addPanel(display, &diagnostics)
    return table
  }

  mutating func add(_ inputs: InputTables, _ diagnostics: inout Diagnostics) {
    for table in inputs.buttons {
      check(table.binding.boundKeys, of: table, &diagnostics)
      let button = ButtonTable.button(table, &lines, &diagnostics)
      if buttons.count == ButtonTable.countMax {
        let boards =
          boardButtonCount == 0 ? "" : ", and the board file already defines \(boardButtonCount)"
        diagnostics.error(
          "too many buttons: at most \(ButtonTable.countMax)\(boards)", at: table.location)
      }
      if let button { buttons.append(button) }
    }
    for table in inputs.encoders {
      check(table.values.boundKeys, of: table, &diagnostics)
      if let encoder = EncoderTable.encoder(table, &lines, &diagnostics) {
        encoders.append(encoder)
      }
    }
    for table in inputs.keys {
      check(table.binding.boundKeys, of: table, &diagnostics)
      if let (key, location) = KeyTable.key(table) { bind(key, at: location, &diagnostics) }
    }
  }

  mutating func add(_ sensor: TableValues<PresenceTable>, _ diagnostics: inout Diagnostics) {
    presence = PresenceTable.wiring(sensor, &lines, &diagnostics)
  }

  private func check<Bound, Values>(
    _ boundKeys: [BoundKey<Bound>], of table: TableValues<Values>,
    _ diagnostics: inout Diagnostics
  ) {
    for (key, command) in boundKeys {
      do throws(CommandError) { try reader.check(command) } catch {
        diagnostics.error("\(error)", at: table.location(of: key))
      }
    }
  }

  /// The commands that all inputs are bound to.
  var commands: [Command] {
    let bindings =
      buttons.map(\.binding) + encoders.compactMap(\.button?.binding) + keys.map(\.binding)
    return encoders.flatMap { [$0.right, $0.left] }
      + bindings.flatMap { $0.boundKeys.map(\.command) }
  }

  /// Adds a key, which may be bound only once.
  private mutating func bind(
    _ key: Config.WiredKey, at location: Location, _ diagnostics: inout Diagnostics
  ) {
    let wiring = key.wiring
    if let index = keys.firstIndex(where: {
      $0.wiring.device == wiring.device && $0.wiring.code == wiring.code
    }) {
      let first = keyLocations[index]
      let spot = first.line.map { " on line \($0) of \(first.file)" } ?? ""
      diagnostics.error(
        "key \(KeyName.name(of: wiring.code)) of \(wiring.device) is already bound\(spot); "
          + "bind it once", at: location)
    }
    keys.append(key)
    keyLocations.append(location)
  }

  private mutating func addPanel(_ display: TOMLTable, _ diagnostics: inout Diagnostics) {
    let table = DisplayTable.table.read(display, &diagnostics)
    guard let wiring = table.wiring(paper: paper, &diagnostics) else { return }
    for use in table.busUses(wiring) + table.lineUses(wiring) { lines.claim(use, &diagnostics) }
    // Two panels cannot be in one place; on GPIO lines each line is looked at by itself.
    let twin = panels.first {
      $0.bus == wiring.bus && ($0.address == wiring.address || wiring.bus.isRecord)
    }
    if let twin, wiring.bus != .gpio {
      diagnostics.error(
        "\(wiring.kind) and \(twin.kind) have the same bus and address; give each panel its own",
        at: table.busLocation)
    } else if let other = panels.first(where: { Self.clash($0, wiring) }) {
      let (deaf, heard) = wiring.kind.hasSelectLine ? (other, wiring) : (wiring, other)
      diagnostics.error(
        "\(deaf.kind) on \(deaf.bus) has no select line, so it shows what is sent to \(heard.kind) on "
          + "\(heard.bus), too; give it a SPI controller of its own", at: table.busLocation)
    }
    panels.append(wiring)
  }

  /// Whether one of two panels takes what is sent to the other one.
  private static func clash(_ a: PanelWiring, _ b: PanelWiring) -> Bool {
    guard case .spi(let first, _) = a.bus, case .spi(let second, _) = b.bus, first == second else {
      return false
    }
    return !a.kind.hasSelectLine || !b.kind.hasSelectLine
  }
}

// A board's file says what one `[[display]]` says, and may have inputs.
extension DeviceList {
  /// - Parameter name: one of the boards that are known, or with a slash the path of a file.
  private mutating func board(
    _ name: String, at location: Location, _ diagnostics: inout Diagnostics
  ) -> TOMLTable? {
    let path: String
    do throws(Complaint) { path = try catalogue.boardPath(name) } catch {
      diagnostics.error(error.text, at: location)
      return nil
    }
    if name.contains("/") { boardFiles.append(path) }
    do throws(Diagnostic) {
      return TOMLTable(file: try TOML(try FileBytes.read(path), file: path))
    } catch {
      diagnostics.error(error)
      return nil
    }
  }

  @discardableResult
  private mutating func addInputs(
    of board: TOMLTable, _ diagnostics: inout Diagnostics
  ) -> BoardTable {
    func entries(_ areWanted: (TOML.Entry) -> Bool) -> TOMLTable {
      var table = board
      table.entries = board.entries.filter(areWanted)
      return table
    }
    let before = buttons.count
    add(InputTables.table.read(entries(Self.isInput), &diagnostics).values, &diagnostics)
    boardButtonCount += buttons.count - before
    return BoardTable.table.read(entries(Self.isOfBoard), &diagnostics).values
  }

  private static func panelEntries(
    of board: TOMLTable, _ diagnostics: inout Diagnostics
  ) -> [TOML.Entry] {
    for entry in board.entries where entry.key == DisplayTable.boardKey.name {
      diagnostics.error("a board file cannot refer to another board; set panel", at: entry.location)
    }
    return board.entries.filter {
      $0.key != DisplayTable.boardKey.name && !isInput($0) && !isOfBoard($0)
    }
  }

  private static func isInput(_ entry: TOML.Entry) -> Bool {
    InputTables.table.keys.contains { $0.name == entry.key }
  }

  private static func isOfBoard(_ entry: TOML.Entry) -> Bool {
    BoardTable.table.keys.contains { $0.name == entry.key }
  }
}
