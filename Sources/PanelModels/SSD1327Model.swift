import Pixels

/// The SSD1327 as its datasheet describes it (rev 1.1): reads the bus and shows the active area.
///
/// It is on a 128×128 module as they are sold: SEG127 on the left, COM0 at the bottom, odd and even
/// commons on either side.
struct SSD1327Model: OLEDModel {
  /// Greys by segment and row.
  private var memory = (0..<128 * 128).map { UInt8(truncatingIfNeeded: $0 * 7 >> 2) & 15 }

  private var cursor = WindowCursor(columns: 0...63, rows: 0...127)

  private var isOn = false
  private var hasLogicSupply = true
  private var mode: UInt8 = 0xa4
  private var mapping: UInt8 = 0
  private var rowCount = 128
  private var startLine = 0
  private var offset = 0
  private var contrast: UInt8 = 0x7f
  var level: UInt8? { contrast }

  var commands = OLEDCommands([
    0x81: 1, 0xa0: 1, 0xa1: 1, 0xa2: 1, 0xa8: 1, 0xab: 1, 0xb1: 1, 0xb3: 1, 0xb5: 1, 0xb6: 1,
    0xbc: 1, 0xbe: 1, 0xd5: 1, 0xfd: 1, 0x15: 2, 0x75: 2, 0xb8: 15,
  ])

  init() {}

  var isDark: Bool { !isOn || !hasLogicSupply || mode == 0xa6 }

  var activeArea: [Colour] {
    var activeArea = [Colour](repeating: Colour(0), count: 128 * 128)
    if isDark { return activeArea }
    for y in 0..<128 {
      let common = 127 - y
      let line = commonsAreReversed ? rowCount - 1 - common : common
      guard line >= 0 && line < rowCount else { continue }
      let row = (line + offset + startLine) % 128
      for x in 0..<128 {
        let grey = memory[row * 128 + 127 - x]
        let shown = mode == 0xa5 ? 15 : mode == 0xa7 ? 15 - grey : grey
        activeArea[y * 128 + x] = Colour(UInt32(shown) * 0x111111)
      }
    }
    return activeArea
  }

  /// RES# low: the registers as after power-on; the memory stays (section 8.4).
  mutating func reset() {
    let memory = self.memory
    self = SSD1327Model()
    self.memory = memory
  }

  // Set Re-map (section 10.1.6).
  private var columnsAreReversed: Bool { mapping & 0x01 != 0 }
  private var nibblesAreSwapped: Bool { mapping & 0x02 != 0 }
  private var isVertical: Bool { mapping & 0x04 != 0 }
  private var commonsAreReversed: Bool { mapping & 0x10 != 0 }

  mutating func write(_ byte: UInt8) throws(BusViolation) {
    let column = columnsAreReversed ? 63 - cursor.column : cursor.column
    let even = cursor.row * 128 + 2 * column
    memory[even] = nibblesAreSwapped ? byte >> 4 : byte & 15
    memory[even + 1] = nibblesAreSwapped ? byte & 15 : byte >> 4
    cursor.advance(isVertical: isVertical)
  }

  mutating func execute(_ command: UInt8, _ parameters: [UInt8]) throws(BusViolation) {
    let first = Int(parameters.first ?? 0)
    switch command {
    case 0x15: cursor.columns = try parameters.range(below: 64)
    case 0x75: cursor.rows = try parameters.range(below: 128)
    case 0x81: contrast = parameters[0]
    case 0xa0:
      guard first & 0xa8 == 0 && first & 0x40 != 0 else {
        throw BusViolation("re-map \(first) on split commons")
      }
      mapping = parameters[0]
    case 0xa1: startLine = first & 127
    case 0xa2: offset = first & 127
    case 0xa4...0xa7: mode = command
    case 0xa8:
      guard (15...127).contains(first) else { throw BusViolation("multiplex ratio \(first)") }
      rowCount = first + 1
    case 0xab: hasLogicSupply = first & 1 == 1
    case 0xae, 0xaf: isOn = command & 1 == 1
    case 0xfd:
      guard first == 0x12 || first == 0x16 else { throw BusViolation("command lock \(first)") }
    case 0x2e, 0xb1, 0xb3, 0xb5, 0xb6, 0xb9, 0xbc, 0xbe, 0xd5: break
    default: throw BusViolation("command \(String(command, radix: 16))")
    }
  }
}
