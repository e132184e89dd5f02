import Devices
import Pixels

/// The SH1107 as its datasheet describes it (v2.1): reads the bus and shows the active area.
///
/// It is on a module as they are sold: commons are the columns from the left, on a narrow module the
/// middle ones of the 128, and segments are the rows from the top.
struct SH1107Model: OLEDModel {
  private let wiring: PanelWiring
  /// A byte is eight segments of a common.
  private var memory = PageMemory(columns: 128, pages: 16)
  private var column = 0
  private var page = 0
  private var addressesPages = true

  private var isOn = false
  private var converterIsOn = true
  private var showsAll = false
  private var isInverse = false
  private var segmentsAreReversed = false
  private var commonsAreReversed = false
  private var commonCount = 128
  private var startLine = 0
  private var offset = 0
  private var contrast: UInt8 = 0x80
  var level: UInt8? { contrast }

  var commands = OLEDCommands([
    0x81: 1, 0xa8: 1, 0xad: 1, 0xd3: 1, 0xd5: 1, 0xd9: 1, 0xdb: 1, 0xdc: 1,
  ])

  init(_ wiring: PanelWiring) { self.wiring = wiring }

  var isDark: Bool { !isOn || !converterIsOn }

  var activeArea: [Colour] {
    let width = wiring.size.width
    var activeArea = [Colour](repeating: Colour(0), count: width * 128)
    if isDark { return activeArea }
    for x in 0..<width {
      let common = (wiring.offset?.columns ?? (128 - width) / 2) + x
      let line = (common + offset) % 128
      guard line < commonCount else { continue }
      let column = ((commonsAreReversed ? commonCount - 1 - line : line) + startLine) % 128
      for y in 0..<128 {
        let bit = showsAll || memory.isLit(column, segmentsAreReversed ? 127 - y : y)
        if bit != isInverse { activeArea[y * width + x] = Colour(0xffffff) }
      }
    }
    return activeArea
  }

  /// The registers as after power-on; the memory stays.
  mutating func reset() {
    let memory = self.memory
    self = SH1107Model(wiring)
    self.memory = memory
  }

  mutating func write(_ byte: UInt8) {
    memory[column, page] = byte
    if addressesPages {
      column = (column + 1) % 128
    } else {
      page = (page + 1) % 16
      if page == 0 { column = (column + 1) % 128 }
    }
  }

  mutating func execute(_ command: UInt8, _ parameters: [UInt8]) throws(BusViolation) {
    let parameter = Int(parameters.first ?? 0)
    switch command {
    case 0x00...0x0f: column = column & 0x70 | Int(command & 0x0f)
    case 0x10...0x17: column = column & 0x0f | Int(command & 0x07) << 4
    case 0x20, 0x21: addressesPages = command == 0x20
    case 0x81: contrast = UInt8(parameter)
    case 0xa0, 0xa1: segmentsAreReversed = command & 1 == 1
    case 0xa4, 0xa5: showsAll = command & 1 == 1
    case 0xa6, 0xa7: isInverse = command & 1 == 1
    case 0xa8: commonCount = parameter & 127 + 1
    case 0xad:
      guard parameter & 0xf0 == 0x80 else { throw BusViolation("DC-DC setting \(parameter)") }
      converterIsOn = parameter & 1 == 1
    case 0xae, 0xaf: isOn = command & 1 == 1
    case 0xb0...0xbf: page = Int(command & 15)
    case 0xc0...0xc7: commonsAreReversed = false
    case 0xc8...0xcf: commonsAreReversed = true
    case 0xd3: offset = parameter & 127
    case 0xdc: startLine = parameter & 127
    case 0xd5, 0xd9, 0xdb, 0xe3: break
    default: throw BusViolation("command \(String(command, radix: 16))")
    }
  }
}
