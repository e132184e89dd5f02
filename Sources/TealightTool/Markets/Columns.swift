import Devices

/// Rows of a table in a terminal, each column as wide as its widest text.
struct Columns {
  /// True for each column whose texts are aligned to the right, as numbers are.
  let areRight: [Bool]
  private(set) var rows: [[String]] = []

  init(areRight: [Bool]) { self.areRight = areRight }

  /// Adds a row; control characters are left out.
  mutating func add(_ row: [String]) {
    rows.append(row.map { TerminalText.fit($0, columns: .max) })
  }

  /// The lines, two blanks between columns and none at the end.
  var lines: [String] {
    let widths = areRight.indices.map { column in
      rows.map { TerminalText.width($0[column]) }.max() ?? 0
    }
    let shown = widths.indices.filter { widths[$0] > 0 }
    return rows.map { row in
      var line = ""
      for column in shown {
        let gap = String(
          repeating: " ", count: widths[column] - TerminalText.width(row[column]))
        line += (column == shown.first ? "" : "  ")
        line += areRight[column] ? gap + row[column] : row[column] + gap
      }
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }
}
