import Pixels

/// Draws a frame in half blocks, two pixels in a cell, and only the cells that have changed.
public struct TerminalPicture: Sendable {
  public let columns: Int
  public let rows: Int
  private let colours: TerminalColours
  /// What each cell shows; nil where that is not known.
  private var cells: [Cell?]
  private var line: String?

  private struct Cell: Equatable {
    var top: Colour
    var bottom: Colour
  }

  public init(columns: Int, rows: Int, colours: TerminalColours) {
    self.columns = max(columns, 1)
    self.rows = max(rows, 2)
    self.colours = colours
    cells = [Cell?](repeating: nil, count: self.columns * (self.rows - 1))
  }

  /// The pixels there is room for above the last line.
  public var room: Size { Size(columns, (rows - 1) * 2) }

  /// The columns and rows of a terminal that has room for a picture.
  static func space(for size: Size) -> (columns: Int, rows: Int) {
    (size.width, (size.height + 1) / 2 + 1)
  }

  /// The bytes that make the terminal show the frame at the top left, and one line of text below.
  /// - Parameters:
  ///   - frame: no larger than `room`.
  ///   - palette: the colour of each of the 256 pixel values.
  public mutating func update(_ frame: Frame, palette: [Colour], line: String) -> [UInt8] {
    var output = ""
    /// The cell that the next output goes to; nil where the cursor must be moved first.
    var cursor: Int?
    var ink: Colour?
    var ground: Colour?
    for index in cells.indices {
      let x = index % columns
      let y = index / columns * 2
      let cell = Cell(
        top: Self.colour(frame, palette, x, y), bottom: Self.colour(frame, palette, x, y + 1))
      if cells[index] == cell { continue }
      cells[index] = cell
      if cursor != index || x == 0 { output += "\u{1b}[\(y / 2 + 1);\(x + 1)H" }
      cursor = index + 1
      if colours == .none {
        output += Self.glyph(cell)
      } else {
        if ground != cell.bottom { output += colours.select(48, cell.bottom) }
        ground = cell.bottom
        if cell.top == cell.bottom {
          output += " "
          continue
        }
        if ink != cell.top { output += colours.select(38, cell.top) }
        ink = cell.top
        output += "▀"
      }
    }
    if ground != nil { output += "\u{1b}[m" }
    if self.line != line {
      self.line = line
      output += "\u{1b}[\(rows);1H\u{1b}[K" + TerminalText.fit(line, columns: columns)
    }
    return Array(output.utf8)
  }

  private static func glyph(_ cell: Cell) -> String {
    switch (cell.top.isBright, cell.bottom.isBright) {
    case (false, false): " "
    case (true, false): "▀"
    case (false, true): "▄"
    case (true, true): "█"
    }
  }

  /// Black outside the frame.
  private static func colour(_ frame: Frame, _ palette: [Colour], _ x: Int, _ y: Int) -> Colour {
    x < frame.size.width && y < frame.size.height ? palette[Int(frame[x, y])] : Colour(0)
  }
}

extension Colour {
  /// Whether it counts as lit if there is only lit and dark.
  fileprivate var isBright: Bool {
    3 * Int(red) + 6 * Int(green) + Int(blue) >= 10 * 80
  }
}
