extension ConfigReader {
  /// A board's file says what one `[[display]]` says, and may have inputs.
  /// - Parameter name: one of the boards that are known, or with a slash the path of a file.
  /// - Returns: false where it cannot be had.
  mutating func readBoard(
    _ name: String, at place: Place, into table: inout TableReader
  ) -> Bool {
    if name.contains("/") {
      if FileBytes.exists(name) { return fill(&table, fromFile: name) }
      table.complain("there is no \(name); check the path of the board's file", at: place)
      return false
    }
    guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }),
      name.first != "."
    else {
      table.complain(
        "\"\(name)\" cannot be a board; name one that is known, or the path of a file", at: place)
      return false
    }
    let paths = catalogue.boardFolders.map { "\($0)/\(name).toml" }
    guard let path = paths.first(where: FileBytes.exists) else {
      table.complain(
        "unknown board \"\(name)\"; there is no \(paths.joined(separator: " and no "))", at: place)
      return false
    }
    return fill(&table, fromFile: path)
  }

  private mutating func fill(_ table: inout TableReader, fromFile path: String) -> Bool {
    do throws(Mistake) {
      let board = try TOML(try FileBytes.read(path), file: path)
      fill(&table, from: board)
      return true
    } catch {
      mistakes.append(error)
      return false
    }
  }

  private mutating func fill(_ table: inout TableReader, from board: TOML) {
    guard case .table(let entries) = board.value else { return }
    for entry in entries where entry.key == "board" {
      table.complain("a board cannot name a board", at: entry.place)
    }
    let inputs = entries.filter { Self.inputKeys.contains($0.key) }
    table.fill(from: entries.filter { !inputs.contains($0) && $0.key != "board" })
    var rest = TableReader("", inputs, at: board.place)
    readInputs(&rest)
    mistakes += rest.finish()
  }

  /// Reads a board by itself, for whoever writes one.
  mutating func readBoard(_ board: TOML) {
    var table = TableReader("the board", [], at: board.place)
    fill(&table, from: board)
    readDisplay(table)
  }
}
