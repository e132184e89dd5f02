import Pixels

/// A frame in half blocks: two pixels a cell, and only the cells that changed.
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

  /// The bytes that make the terminal show the frame at the top left, reduced by the smallest whole
  /// number that makes it fit, and one line of text below.
  /// - Parameter palette: the colour of each of the 256 pixel values.
  public mutating func update(_ frame: Frame, palette: [Colour], line: String) -> [UInt8] {
    var output = ""
    let picture = reduce(frame, palette)
    /// The cell that the next output goes to; nil where the cursor must be moved first.
    var cursor: Int?
    var ink: Colour?
    var ground: Colour?
    for index in cells.indices {
      let x = index % columns
      let y = index / columns * 2
      let cell = Cell(top: picture[x, y], bottom: picture[x, y + 1])
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

  /// A picture of the terminal's size, black outside the frame.
  private func reduce(_ frame: Frame, _ palette: [Colour]) -> Raster {
    let size = frame.size
    let factor = max(
      1, (size.width + room.width - 1) / room.width, (size.height + room.height - 1) / room.height)
    var raster = Raster(size: room)
    for y in 0..<(size.height + factor - 1) / factor {
      for x in 0..<(size.width + factor - 1) / factor {
        let block = Rect(x: x * factor, y: y * factor, width: factor, height: factor)
        raster[x, y] = average(frame, block.intersection(Rect(size)), palette)
      }
    }
    return raster
  }

  private func average(_ frame: Frame, _ block: Rect, _ palette: [Colour]) -> Colour {
    if block.width == 1 && block.height == 1 { return palette[Int(frame[block.x, block.y])] }
    var sums = (red: UInt32(0), green: UInt32(0), blue: UInt32(0))
    for y in block.y..<block.bottom {
      for x in block.x..<block.right {
        let colour = palette[Int(frame[x, y])]
        sums.red += UInt32(colour.red)
        sums.green += UInt32(colour.green)
        sums.blue += UInt32(colour.blue)
      }
    }
    let count = UInt32(block.width * block.height)
    return Colour((sums.red / count) << 16 | (sums.green / count) << 8 | sums.blue / count)
  }
}

extension Colour {
  /// Lit, where there is only lit and dark.
  fileprivate var isBright: Bool {
    3 * Int(red) + 6 * Int(green) + Int(blue) >= 10 * 80
  }
}

/// Colours in rows.
struct Raster {
  let size: Size
  var colours: [Colour]

  init(size: Size) {
    self.size = size
    colours = [Colour](repeating: Colour(0), count: size.width * size.height)
  }

  subscript(x: Int, y: Int) -> Colour {
    get { colours[y * size.width + x] }
    set { colours[y * size.width + x] = newValue }
  }
}
