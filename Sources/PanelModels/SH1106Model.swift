import Devices
import Pixels

/// The SH1106 as its datasheet describes it (v2.3): reads the bus and shows the active area.
///
/// It is on a module as they are sold: the 128 columns on SEG2…SEG129, mounted upside down, so that
/// a picture stands upright with both scans reversed.
struct SH1106Model: OLEDModel {
  private static let columnCount = 132

  private let wiring: PanelWiring
  private var memory = PageMemory(columns: columnCount, pages: 8)
  private var column = 0
  private var page = 0

  private var isOn = false
  private var converterIsOn = true
  private var showsAll = false
  private var isInverse = false
  private var segmentsAreReversed = false
  private var rowsAreReversed = false
  private var rowCount = 64
  private var startLine = 0
  private var offset = 0
  private var contrast: UInt8 = 0x80
  var level: UInt8? { contrast }

  var commands = OLEDCommands([
    0x81: 1, 0xa8: 1, 0xad: 1, 0xd3: 1, 0xd5: 1, 0xd9: 1, 0xda: 1, 0xdb: 1,
  ])

  init(_ wiring: PanelWiring) { self.wiring = wiring }

  var isDark: Bool { !isOn || !converterIsOn }

  var activeArea: [Colour] {
    var activeArea = [Colour](repeating: Colour(0), count: 128 * 64)
    if isDark { return activeArea }
    for y in 0..<64 {
      let common = 63 - y
      let line = rowsAreReversed ? rowCount - 1 - common : common
      guard line >= 0 && line < rowCount else { continue }
      let row = (line + offset + startLine) % 64
      for x in 0..<128 {
        let segment = 131 - (wiring.offset?.columns ?? 2) - x
        let column = segmentsAreReversed ? Self.columnCount - 1 - segment : segment
        let bit = showsAll || memory.isLit(column, row)
        if bit != isInverse { activeArea[y * 128 + x] = Colour(0xffffff) }
      }
    }
    return activeArea
  }

  /// The registers as after power-on; the memory stays.
  mutating func reset() {
    let memory = self.memory
    self = SH1106Model(wiring)
    self.memory = memory
  }

  /// The column moves on to the end of the page and no further.
  mutating func write(_ byte: UInt8) throws(BusViolation) {
    guard column < Self.columnCount else { throw BusViolation("data beyond the last column") }
    memory[column, page] = byte
    column += 1
  }

  mutating func execute(_ command: UInt8, _ parameters: [UInt8]) throws(BusViolation) {
    let parameter = Int(parameters.first ?? 0)
    switch command {
    case 0x00...0x0f: column = column & 0xf0 | Int(command & 0x0f)
    case 0x10...0x1f: column = column & 0x0f | Int(command & 0x0f) << 4
    case 0x30...0x33: break
    case 0x40...0x7f: startLine = Int(command & 0x3f)
    case 0x81: contrast = UInt8(parameter)
    case 0xa0, 0xa1: segmentsAreReversed = command & 1 == 1
    case 0xa4, 0xa5: showsAll = command & 1 == 1
    case 0xa6, 0xa7: isInverse = command & 1 == 1
    case 0xa8: rowCount = parameter & 63 + 1
    case 0xad:
      guard parameter & ~1 == 0x8a else { throw BusViolation("DC-DC mode \(parameter)") }
      if isOn { throw BusViolation("DC-DC mode while the display is on") }
      converterIsOn = parameter & 1 == 1
    case 0xae, 0xaf: isOn = command & 1 == 1
    case 0xb0...0xb7: page = Int(command & 7)
    case 0xc0...0xc7: rowsAreReversed = false
    case 0xc8...0xcf: rowsAreReversed = true
    case 0xd3: offset = parameter & 63
    case 0xda:
      guard parameter == 0x12 else { throw BusViolation("COM pins \(parameter) on 64 rows") }
    case 0xd5, 0xd9, 0xdb, 0xe3: break
    default: throw BusViolation("command \(String(command, radix: 16))")
    }
  }
}
