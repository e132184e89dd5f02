import Pixels

/// As much of a terminal as we use, and it stops at whatever else it is sent.
struct TerminalModel {
  struct Cell: Equatable {
    var letter: Character = " "
    var ink = "default"
    var ground = "default"
  }

  let columns: Int
  let rows: Int
  private(set) var cells: [Cell]
  private var x = 0
  private var y = 0
  private var ink = "default"
  private var ground = "default"

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = [Cell](repeating: Cell(), count: columns * rows)
  }

  subscript(column: Int, row: Int) -> Cell { cells[row * columns + column] }

  func line(_ row: Int) -> String {
    String(cells[row * columns..<(row + 1) * columns].map(\.letter))
  }

  /// Nil if all was understood, else what was not.
  mutating func receive(_ bytes: [UInt8]) -> String? {
    var rest = Substring(String(decoding: bytes, as: UTF8.self))
    while let letter = rest.popFirst() {
      if letter == "\u{1b}" {
        guard rest.popFirst() == "[" else { return "escape" }
        let parameters = rest.prefix { $0.isNumber || $0 == ";" || $0 == "?" }
        rest = rest.dropFirst(parameters.count)
        guard let final = rest.popFirst(), control(final, String(parameters)) else {
          return "control \(parameters)"
        }
      } else {
        guard letter.unicodeScalars.allSatisfy({ $0.value >= 32 }) else { return "\(letter)" }
        guard x < columns else { return "wrapped at row \(y)" }
        cells[y * columns + x] = Cell(letter: letter, ink: ink, ground: ground)
        x += 1
      }
    }
    return nil
  }

  private mutating func control(_ final: Character, _ parameters: String) -> Bool {
    let numbers = parameters.split(separator: ";").compactMap { Int($0) }
    switch (final, numbers.count) {
    case ("h", 0) where parameters.hasPrefix("?"), ("l", 0) where parameters.hasPrefix("?"):
      return true
    case ("H", 2):
      (x, y) = (numbers[1] - 1, numbers[0] - 1)
      return (0..<columns).contains(x) && (0..<rows).contains(y)
    case ("J", 1) where numbers == [2]:
      cells = [Cell](repeating: Cell(), count: columns * rows)
      return true
    case ("K", 0):
      for column in x..<columns { cells[y * columns + column] = Cell() }
      return true
    case ("m", 0):
      (ink, ground) = ("default", "default")
      return true
    case ("m", 5) where numbers[1] == 2, ("m", 3) where numbers[1] == 5:
      let colour = numbers.dropFirst(2).map(String.init).joined(separator: ",")
      if numbers[0] == 38 { ink = colour } else { ground = colour }
      return numbers[0] == 38 || numbers[0] == 48
    default:
      return false
    }
  }
}
