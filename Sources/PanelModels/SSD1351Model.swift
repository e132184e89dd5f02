import Pixels

/// The SSD1351 as its datasheet describes it (rev 1.5): reads the bus and shows the active area.
///
/// It is on a 128×128 module as they are sold: SEG0 on the left, COM0 at the bottom, odd and even
/// commons on either side, colour C red.
struct SSD1351Model: OLEDModel {
  /// Colours C, B and A by column and row, 6 bits each as 0xCCBBAA >> 2.
  private var memory = (0..<128 * 128).map { UInt32($0) &* 0x01_35_27 & 0x3f_3f_3f }
  /// Whether data is for the memory, and the first byte of a pixel whose second is still to come.
  private var isWriting = false
  private var firstByte: UInt8?

  private var cursor = WindowCursor(columns: 0...127, rows: 0...127)

  private var isOn = false
  private var isTunable = false
  private var hasLogicSupply = true
  private var mode: UInt8 = 0xa6
  private var mapping: UInt8 = 0x40
  private var rowCount = 128
  private var startLine = 0
  private var offset = 0
  private var contrast: UInt8 = 0x8a
  var level: UInt8? { contrast }

  var commands = OLEDCommands(
    [
      0xa0: 1, 0xa1: 1, 0xa2: 1, 0xab: 1, 0xb1: 1, 0xb3: 1, 0xb5: 1, 0xb6: 1, 0xbb: 1, 0xbe: 1,
      0xc7: 1, 0xca: 1, 0xfd: 1, 0x15: 2, 0x75: 2, 0xb4: 3, 0xc1: 3,
    ], parametersAs: .data)

  init() {}

  var isDark: Bool { !isOn || !hasLogicSupply || mode == 0xa4 }

  var activeArea: [Colour] {
    var activeArea = [Colour](repeating: Colour(0), count: 128 * 128)
    if isDark { return activeArea }
    for y in 0..<128 {
      let common = 127 - y
      let line = mapping & 0x10 != 0 ? rowCount - 1 - common : common
      guard line >= 0 && line < rowCount else { continue }
      let row = (line + offset + startLine) % 128
      for x in 0..<128 {
        let colour = memory[row * 128 + x]
        let shown = mode == 0xa5 ? 0x3f_3f_3f : mode == 0xa7 ? ~colour & 0x3f_3f_3f : colour
        // Six bits a colour, the brightest 255.
        activeArea[y * 128 + x] = Colour(shown << 2 | shown >> 4 & 0x03_03_03)
      }
    }
    return activeArea
  }

  /// RES# low: the registers as after power-on; the memory stays (section 8.4).
  mutating func reset() {
    let memory = self.memory
    self = SSD1351Model()
    self.memory = memory
  }

  mutating func execute(_ command: UInt8, _ parameters: [UInt8]) throws(BusViolation) {
    let first = Int(parameters.first ?? 0)
    (isWriting, firstByte) = (command == 0x5c, nil)
    if !isTunable, [0xa2, 0xb1, 0xb3, 0xbb, 0xbe, 0xc1].contains(command) {
      throw BusViolation("command \(String(command, radix: 16)) before FDh B1h")
    }
    switch command {
    case 0x15: cursor.columns = try parameters.range(below: 128)
    case 0x75: cursor.rows = try parameters.range(below: 128)
    case 0xa0:
      guard first & 0xe0 == 0x60 else { throw BusViolation("re-map \(first) on split commons") }
      mapping = parameters[0]
    case 0xa1: startLine = first & 127
    case 0xa2: offset = first & 127
    case 0xa4...0xa7: mode = command
    case 0xab: hasLogicSupply = first & 1 == 1
    case 0xc1: contrast = parameters[0]
    case 0xae, 0xaf: isOn = command == 0xaf
    case 0xca:
      guard (15...127).contains(first) else { throw BusViolation("multiplex ratio \(first)") }
      rowCount = first + 1
    case 0xfd:
      switch first {
      case 0x12, 0x16: break
      case 0xb0, 0xb1: isTunable = first == 0xb1
      default: throw BusViolation("command lock \(first)")
      }
    case 0x5c, 0x9e, 0xb1, 0xb3, 0xb4, 0xb5, 0xb6, 0xbb, 0xbe, 0xc7, 0xe3: break
    default: throw BusViolation("command \(String(command, radix: 16))")
    }
  }

  mutating func write(_ byte: UInt8) throws(BusViolation) {
    guard isWriting else { throw BusViolation("data that is not for the memory") }
    guard let first = firstByte else {
      firstByte = byte
      return
    }
    firstByte = nil
    store(UInt32(first) << 8 | UInt32(byte))
  }

  /// Puts a pixel where the re-map says (section 10.1.3) and moves on within the window.
  private mutating func store(_ pixel: UInt32) {
    let column = mapping & 0x02 != 0 ? 127 - cursor.column : cursor.column
    memory[cursor.row * 128 + column] = colour(pixel)
    cursor.advance(isVertical: mapping & 0x01 != 0)
  }

  /// 16 bits are widened to 18 with their top bits. Colour C is sent first, or A.
  private func colour(_ pixel: UInt32) -> UInt32 {
    func widened(_ five: UInt32) -> UInt32 { five << 1 | five >> 4 }
    let first = widened(pixel >> 11)
    let last = widened(pixel & 31)
    let isCFirst = mapping & 0x04 != 0
    return (isCFirst ? first : last) << 16 | (pixel >> 5 & 63) << 8 | (isCFirst ? last : first)
  }
}
