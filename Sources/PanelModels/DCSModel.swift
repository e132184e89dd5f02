import Devices
import Pixels

/// A colour LCD whose controller takes the MIPI Display Command Set, as its datasheet describes it:
/// reads the bus and shows the active area.
struct DCSModel: PanelModel {
  /// What differs between the controllers.
  struct Chip: Sendable {
    let name: String
    /// The number of bytes that each of its own commands takes.
    let commands: [UInt8: Int]
    /// Commands that must have come, in this order, before its own are accepted.
    private(set) var key: [UInt8] = []
    private(set) var hasBrightness = true
  }

  private let chip: Chip
  private let module: Module

  /// Red, green and blue of each point of the memory, 6 bits each as 0xRRGGBB >> 2.
  private var memory: [UInt32]
  private var command: UInt8 = 0x00
  private var parameters: [UInt8] = []
  private var turnedKeys = 0

  private var addressing: UInt8 = 0x00
  private var bytesPerPixel = 3
  private var columns: ClosedRange<Int>
  private var rows: ClosedRange<Int>
  private var column = 0
  private var row = 0

  private var isAwake = false
  private var isOn = false
  private var isInverted = false
  private var isInReset = false
  /// Nil where the line is not driven: the module pulls it up.
  private var backlight: Bool?
  private var brightness: UInt8 = 0
  var level: UInt8? { chip.hasBrightness ? brightness : nil }

  init(_ chip: Chip, _ module: Module) {
    self.chip = chip
    self.module = module
    let size = module.memory
    memory = [UInt32](repeating: 0x15_2a_3f, count: size.width * size.height)
    columns = 0...size.width - 1
    rows = 0...size.height - 1
  }

  var isDark: Bool { !isAwake || !isOn || isInReset || backlight == false }

  var activeArea: [Colour] {
    let size = module.size
    if isDark { return [Colour](repeating: Colour(0), count: size.width * size.height) }
    let isSwapped = (addressing & 0x08 != 0) != module.isBlueFirst
    var activeArea: [Colour] = []
    activeArea.reserveCapacity(size.width * size.height)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (column, row) = module.memoryCell(x, y)
        let colour = memory[row * module.memory.width + column]
        let shown = isInverted == module.isInverted ? colour : ~colour & 0x3f_3f_3f
        let ordered = isSwapped ? shown >> 16 | shown & 0xff00 | (shown & 0xff) << 16 : shown
        // Six bits a colour, the brightest 255.
        activeArea.append(Colour(ordered << 2 | ordered >> 4 & 0x03_03_03))
      }
    }
    return activeArea
  }

  mutating func receive(_ transaction: BusTransaction) throws(BusViolation) {
    switch transaction {
    case .line(.reset, let level):
      if !level { reset() }
      isInReset = !level
    case .line(.backlight, let level): backlight = level
    case .spi where isInReset: throw BusViolation("a transaction in reset")
    case .spi(isData: false, let bytes):
      for byte in bytes { try begin(byte) }
    case .spi(isData: true, let bytes):
      for byte in bytes { try receiveData(byte) }
    case .i2c, .line: throw BusViolation("\(transaction) on a \(chip.name)")
    }
  }

  /// The registers as after power-on; the memory stays.
  private mutating func reset() {
    let kept = (memory, backlight)
    self = DCSModel(chip, module)
    (memory, backlight) = kept
  }

  private mutating func begin(_ byte: UInt8) throws(BusViolation) {
    if parameters.count < (count(command) ?? 0) {
      throw BusViolation("command \(String(command, radix: 16)) cut short")
    }
    guard count(byte) != nil else {
      throw BusViolation("command \(String(byte, radix: 16)) on a \(chip.name)")
    }
    if turnedKeys < chip.key.count {
      turnedKeys = byte == chip.key[turnedKeys] ? turnedKeys + 1 : 0
    }
    command = byte
    parameters = []
    switch byte {
    case 0x01: reset()
    case 0x10: isAwake = false
    case 0x11: isAwake = true
    case 0x20, 0x21: isInverted = byte == 0x21
    case 0x28, 0x29: isOn = byte == 0x29
    case 0x2c:
      column = columns.lowerBound
      row = rows.lowerBound
    default: break
    }
  }

  /// How many bytes must follow a command before the next one; nil where there is no such command.
  private func count(_ command: UInt8) -> Int? {
    switch command {
    case 0x00, 0x01, 0x10, 0x11, 0x13, 0x20, 0x21, 0x28, 0x29, 0x2c: 0
    case 0x2a, 0x2b: 4
    case 0x36, 0x3a: 1
    case 0x51, 0x53: chip.hasBrightness ? 1 : nil
    case _ where chip.key.contains(command): 0
    case _ where turnedKeys < chip.key.count: nil
    default: chip.commands[command]
    }
  }

  private mutating func receiveData(_ byte: UInt8) throws(BusViolation) {
    parameters.append(byte)
    switch (command, parameters.count) {
    case (0x2c, bytesPerPixel):
      store()
      parameters = []
    case (0x2c, _): break
    case (0x2a, 4): columns = try range(below: swapsAxes ? rowCount : columnCount)
    case (0x2b, 4): rows = try range(below: swapsAxes ? columnCount : rowCount)
    case (0x36, 1): addressing = byte
    case (0x3a, 1):
      switch byte & 7 {
      case 5: bytesPerPixel = 2
      case 6: bytesPerPixel = 3
      default: throw BusViolation("COLMOD \(byte)")
      }
    case (0x51, 1): brightness = byte
    case (_, 1...(count(command) ?? 0)): break
    default: throw BusViolation("data after command \(String(command, radix: 16))")
    }
  }

  private var columnCount: Int { module.memory.width }
  private var rowCount: Int { module.memory.height }
  private var swapsAxes: Bool { addressing & 0x20 != 0 }

  private func range(below limit: Int) throws(BusViolation) -> ClosedRange<Int> {
    let start = Int(parameters[0]) << 8 | Int(parameters[1])
    let end = Int(parameters[2]) << 8 | Int(parameters[3])
    guard start <= end && end < limit else { throw BusViolation("window \(start)…\(end)") }
    return start...end
  }

  /// Puts a pixel where MADCTL says and moves on within the window.
  private mutating func store() {
    var x = swapsAxes ? row : column
    var y = swapsAxes ? column : row
    if addressing & 0x40 != 0 { x = columnCount - 1 - x }
    if addressing & 0x80 != 0 { y = rowCount - 1 - y }
    // Pixels beyond the memory are ignored.
    if (0..<columnCount).contains(x) && (0..<rowCount).contains(y) {
      memory[y * columnCount + x] = colour()
    }

    if column < columns.upperBound {
      column += 1
    } else {
      column = columns.lowerBound
      row = row < rows.upperBound ? row + 1 : rows.lowerBound
    }
  }

  /// 16 bits are widened to 18 with their top bits.
  private func colour() -> UInt32 {
    if bytesPerPixel == 3 {
      return parameters.reduce(0) { $0 << 8 | UInt32($1 >> 2) }
    }
    let pixel = UInt32(parameters[0]) << 8 | UInt32(parameters[1])
    let red = pixel >> 11
    let green = pixel >> 5 & 63
    let blue = pixel & 31
    return (red << 1 | red >> 4) << 16 | green << 8 | (blue << 1 | blue >> 4)
  }
}

extension DCSModel {
  /// GalaxyCore GC9A01A (datasheet v1.0) on a round IPS display, whose corners are not visible.
  init(gc9a01 wiring: PanelWiring) {
    var commands: [UInt8: Int] = [
      0x35: 1, 0xa7: 1, 0xb5: 4, 0xb6: 2, 0xba: 1, 0xc1: 1, 0xc3: 1, 0xc4: 1, 0xc9: 1, 0xe8: 1,
      0xe9: 1, 0xec: 1, 0xf0: 6, 0xf1: 6, 0xf2: 6, 0xf3: 6, 0xf6: 1,
    ]
    // Not in the datasheet, but in the maker's set-up sequence.
    let unnamed: [UInt8: Int] = [
      0x62: 12, 0x63: 12, 0x64: 7, 0x66: 10, 0x67: 10, 0x70: 9, 0x74: 7, 0x84: 1, 0x85: 1, 0x86: 1,
      0x87: 1, 0x88: 1, 0x89: 1, 0x8a: 1, 0x8b: 1, 0x8c: 1, 0x8d: 1, 0x8e: 1, 0x8f: 1, 0x90: 4,
      0x98: 2, 0xae: 1, 0xbc: 1, 0xbd: 1, 0xbe: 1, 0xcd: 1, 0xdf: 3, 0xe1: 2, 0xeb: 1, 0xed: 2,
      0xff: 3,
    ]
    commands.merge(unnamed) { named, _ in named }
    self.init(
      Chip(name: "GC9A01", commands: commands, key: [0xfe, 0xef]),
      Module(
        wiring, memory: Size(240, 240), out: PanelWiring.Offset(0, 0), isInverted: true,
        isBlueFirst: true))
  }
}

extension DCSModel {
  /// Ilitek ILI9341 (datasheet v1.11), its sources soldered from the right.
  init(ili9341 wiring: PanelWiring) {
    let commands: [UInt8: Int] = [
      0x26: 1, 0xb0: 1, 0xb1: 2, 0xb4: 1, 0xb5: 4, 0xb6: 3, 0xb7: 1, 0xc0: 1, 0xc1: 1, 0xc5: 2,
      0xc7: 1, 0xcb: 5, 0xcf: 3, 0xe0: 15, 0xe1: 15, 0xe8: 3, 0xea: 2, 0xed: 4, 0xf2: 1, 0xf6: 3,
      0xf7: 1,
    ]
    self.init(
      Chip(name: "ILI9341", commands: commands),
      Module(
        wiring, memory: Size(240, 320), out: PanelWiring.Offset(0, 0), isInverted: false,
        isBlueFirst: true, reversed: (columns: true, rows: false)))
  }
}

extension DCSModel {
  /// Sitronix ST7789V (datasheet v1.0) on IPS displays.
  init(st7789 wiring: PanelWiring) {
    let out =
      switch wiring.size.standing {
      case Size(135, 240): PanelWiring.Offset(52, 40)
      case Size(170, 320): PanelWiring.Offset(35, 0)
      default: PanelWiring.Offset(0, 0)
      }
    self.init(
      Chip(name: "ST7789", commands: [:]),
      Module(
        wiring, memory: Size(240, 320), out: out, isInverted: true, isBlueFirst: false))
  }
}
