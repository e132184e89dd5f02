import Devices
import Pixels

/// The SSD1306 and the SSD1309 as their datasheets describe them (rev 1.1 both): read the bus and
/// show the active area.
///
/// It is on a module as they are sold: mounted upside down, so that a picture stands upright with
/// both scans reversed, a small display on the middle segments, and the SSD1306 lit only by its
/// charge pump.
struct SSD1306Model: OLEDModel {
  enum Chip: Sendable {
    case ssd1306
    case ssd1309
  }

  private let wiring: PanelWiring
  private let chip: Chip
  private var memory = PageMemory(columns: 128, pages: 8)

  private var addressing = Addressing.page
  private var columns = 0...127
  private var pages = 0...7
  private var column = 0
  private var page = 0

  private var isOn = false
  private var pumpIsOn = false
  private var hasOwnReference = false
  private var showsAll = false
  private var isInverse = false
  private var segmentsAreReversed = false
  private var rowsAreReversed = false
  private var rowCount = 64
  private var startLine = 0
  private var offset = 0
  private var contrast: UInt8 = 0x7f
  var level: UInt8? { contrast }

  var commands = OLEDCommands([
    0x20: 1, 0x81: 1, 0x8d: 1, 0xa8: 1, 0xad: 1, 0xd3: 1, 0xd5: 1, 0xd9: 1, 0xda: 1, 0xdb: 1,
    0xfd: 1, 0x21: 2, 0x22: 2, 0xa3: 2,
  ])

  private enum Addressing: UInt8 {
    case horizontal, vertical, page
  }

  init(_ wiring: PanelWiring, _ chip: Chip = .ssd1306) {
    self.wiring = wiring
    self.chip = chip
  }

  /// True if nothing at all is lit, whatever the memory holds.
  var isDark: Bool {
    !isOn || chip == .ssd1306 && !pumpIsOn || !hasResistor && !hasOwnReference
  }

  /// The 72×40 module leaves out the resistor for the reference current.
  private var hasResistor: Bool { wiring.size.height != 40 }

  var activeArea: [Colour] {
    let (width, height) = (wiring.size.width, wiring.size.height)
    var activeArea = [Colour](repeating: Colour(0), count: width * height)
    if isDark { return activeArea }
    for y in 0..<height {
      // The display is mounted with COM0 at the bottom and SEG0 on the right.
      let common = height - 1 - y
      let line = rowsAreReversed ? rowCount - 1 - common : common
      guard line >= 0 && line < rowCount else { continue }
      let row = (line + offset + startLine) % 64
      for x in 0..<width {
        let segment = 127 - (wiring.offset?.columns ?? (128 - width) / 2) - x
        let bit = showsAll || memory.isLit(segment, row)
        if bit != isInverse { activeArea[y * width + x] = Colour(0xffffff) }
      }
    }
    return activeArea
  }

  /// RES# low: the registers as after power-on; the memory stays (section 8.5).
  mutating func reset() {
    let memory = self.memory
    self = SSD1306Model(wiring, chip)
    self.memory = memory
  }

  mutating func write(_ byte: UInt8) throws(BusViolation) {
    memory[segmentsAreReversed ? 127 - column : column, page] = byte
    switch addressing {
    case .page:
      column = column == 127 ? 0 : column + 1
    case .horizontal:
      if column == columns.upperBound {
        column = columns.lowerBound
        page = page == pages.upperBound ? pages.lowerBound : (page + 1) % 8
      } else {
        column = (column + 1) % 128
      }
    case .vertical:
      if page == pages.upperBound {
        page = pages.lowerBound
        column = column == columns.upperBound ? columns.lowerBound : (column + 1) % 128
      } else {
        page = (page + 1) % 8
      }
    }
  }

  mutating func execute(_ command: UInt8, _ parameters: [UInt8]) throws(BusViolation) {
    let first = Int(parameters.first ?? 0)
    switch command {
    case 0x00...0x0f: column = column & 0x70 | Int(command & 0x0f)
    case 0x10...0x17: column = column & 0x0f | Int(command & 0x07) << 4
    case 0x20:
      guard let mode = Addressing(rawValue: parameters[0] & 3) else {
        throw BusViolation("addressing mode 3")
      }
      addressing = mode
    case 0x21:
      columns = try parameters.range(below: 128)
      column = columns.lowerBound
    case 0x22:
      pages = try parameters.range(below: 8)
      page = pages.lowerBound
    case 0x2e: break
    case 0x40...0x7f: startLine = Int(command & 0x3f)
    case 0x81: contrast = parameters[0]
    case 0x8d where chip == .ssd1306:
      guard parameters[0] & ~0x04 == 0x10 else { throw BusViolation("charge pump \(first)") }
      pumpIsOn = parameters[0] & 0x04 != 0
    case 0xa0, 0xa1: segmentsAreReversed = command & 1 == 1
    case 0xa4, 0xa5: showsAll = command & 1 == 1
    case 0xa6, 0xa7: isInverse = command & 1 == 1
    case 0xa8:
      guard (15...63).contains(first) else { throw BusViolation("multiplex ratio \(first)") }
      rowCount = first + 1
    case 0xad where !hasResistor: hasOwnReference = parameters[0] & 0x10 != 0
    case 0xae, 0xaf: isOn = command & 1 == 1
    case 0xb0...0xb7: page = Int(command & 7)
    case 0xc0...0xc7: rowsAreReversed = false
    case 0xc8...0xcf: rowsAreReversed = true
    case 0xd3: offset = first & 63
    case 0xda:
      let wanted = wiring.size == Size(128, 32) ? 0x02 : 0x12
      guard first == wanted else { throw BusViolation("COM pins \(first) on \(wiring.size)") }
    case 0xd5, 0xd9, 0xdb, 0xe3: break
    case 0xfd where chip == .ssd1309:
      guard first == 0x12 || first == 0x16 else { throw BusViolation("command lock \(first)") }
    default: throw BusViolation("command \(String(command, radix: 16))")
    }
  }
}
