import Pixels

/// The PCD8544 as its product specification describes it (1999 Apr 12): reads the bus and shows the
/// active area, its dark segments white.
struct PCD8544Model: PanelModel {
  private var memory = PageMemory(columns: 84, pages: 6)
  private var column = 0
  private var page = 0

  /// Nothing is known before the first reset (section 8.1).
  private var wasReset = false
  private var isInReset = false
  private var isAsleep = true
  private var isVertical = false
  private var isExtended = false
  private var voltage = 0
  private var mode = Mode.blank

  private enum Mode: UInt8 {
    case blank = 0b000
    case normal = 0b100
    case allOn = 0b001
    case inverse = 0b101
  }

  init() {}

  var isDark: Bool { isInReset || isAsleep || voltage == 0 || mode == .blank }

  var activeArea: [Colour] {
    (0..<84 * 48).map { index in
      let bit = mode == .allOn || memory.isLit(index % 84, index / 84) != (mode == .inverse)
      return Colour(!isDark && bit ? 0xffffff : 0)
    }
  }

  mutating func receive(_ transaction: BusTransaction) throws(BusViolation) {
    switch transaction {
    case .line(.reset, let level):
      if !level { reset() }
      isInReset = !level
    case .line(.backlight, _): break
    case .spi where !wasReset || isInReset: throw BusViolation("a transaction before a reset")
    case .spi(isData: true, let bytes):
      for byte in bytes { write(byte) }
    case .spi(isData: false, let bytes):
      for byte in bytes { try execute(byte) }
    default: throw BusViolation("\(transaction) on a PCD8544")
    }
  }

  /// Resets everything but the memory (section 8.2), which is undefined only after power-on.
  private mutating func reset() {
    let memory = self.memory
    self = PCD8544Model()
    self.memory = memory
    wasReset = true
  }

  private mutating func write(_ byte: UInt8) {
    memory[column, page] = byte
    if isVertical {
      page = (page + 1) % 6
      if page == 0 { column = (column + 1) % 84 }
    } else {
      column = (column + 1) % 84
      if column == 0 { page = (page + 1) % 6 }
    }
  }

  /// Runs an instruction of table 1.
  private mutating func execute(_ command: UInt8) throws(BusViolation) {
    switch (command, isExtended) {
    case (0x00, _): break
    case (0x20...0x27, _):
      isAsleep = command & 4 != 0
      isVertical = command & 2 != 0
      isExtended = command & 1 != 0
    case (0x08...0x0f, false):
      guard let mode = Mode(rawValue: command & 0b101), command & 0b010 == 0 else {
        throw BusViolation("display control \(command)")
      }
      self.mode = mode
    case (0x40...0x45, false): page = Int(command & 7)
    case (0x80...0xd3, false): column = Int(command & 0x7f)
    case (0x04...0x07, true), (0x10...0x17, true): break
    case (0x80...0xff, true): voltage = Int(command & 0x7f)
    default: throw BusViolation("command \(String(command, radix: 16))")
    }
  }
}
