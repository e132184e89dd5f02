import Pixels

/// The SSD1680 (rev 0.14) on a 250×122 display or the SSD1681 (rev 0.13) on one of 200×200, as
/// their datasheets describe them: reads the bus, moves the particles, and is busy as long as the
/// chip.
struct SSD168xModel: PanelModel {
  private let size: Size
  /// The rows of the memory, and the bytes in each.
  private let gates: Int
  private let rowBytes: Int
  private let isSSD1680: Bool

  /// The memories of 0x24 and 0x26, with a bit for each pixel, 1 white. At first they hold garbage.
  private var new: [UInt8]
  private var old: [UInt8]
  /// What is visible, unturned: whether a pixel is white; nil between black and white.
  private var particles: [Bool?]

  private var registers = Registers()
  private var isInReset = false
  private var isPowered = true
  private var isAsleep = false
  private var busyMilliseconds: Int64 = 0
  private var display: Mode?
  /// How often all particles were driven, and how often only those that differed.
  private(set) var fullRefreshes = 0
  private(set) var partialRefreshes = 0

  private enum Mode {
    case full, partial
  }

  /// All that a reset forgets.
  private struct Registers {
    var command: UInt8?
    var parameters: [UInt8] = []
    var lastGate = 295
    var entry: UInt8 = 0x03
    var columns = 0...0
    var rows = 0...0
    var column = 0
    var row = 0
    var outputBegins8 = false
    var sensorIsInternal = false
    var sequence: UInt8 = 0xff
    var waveform: Mode?
    var analogueIsOn = false
  }

  /// How long a sequence takes by the datasheets, if it drives all pixels, those that differ, or
  /// none.
  private static let fullMilliseconds: Int64 = 2_000
  private static let partialMilliseconds: Int64 = 450
  private static let otherMilliseconds: Int64 = 100
  private static let resetMilliseconds: Int64 = 5

  init(_ size: Size) {
    self.size = size
    isSSD1680 = size.width != size.height
    gates = isSSD1680 ? 296 : 200
    rowBytes = isSSD1680 ? 22 : 25
    new = (0..<gates * rowBytes).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    old = new.reversed()
    particles = (0..<size.width * size.height).map { $0 % 5 != 0 }
  }

  var isDark: Bool { particles.allSatisfy { $0 == true } }
  var isBusy: Bool { busyMilliseconds > 0 || isAsleep }
  /// Whether the voltages that move particles are on.
  var isDriving: Bool { registers.analogueIsOn || display != nil }
  var isInDeepSleep: Bool { isAsleep }

  var activeArea: [Colour] {
    particles.map { Colour($0.map { $0 ? 0x000000 : 0xffffff } ?? 0x808080) }
  }

  mutating func pass(milliseconds: Int64) {
    busyMilliseconds = max(0, busyMilliseconds - milliseconds)
    if busyMilliseconds == 0, let mode = display { finish(mode) }
  }

  mutating func receive(_ transaction: BusTransaction) throws(BusViolation) {
    switch transaction {
    case .line(.reset, let level):
      if isInReset && level { busyMilliseconds = Self.resetMilliseconds }
      if !level { reset() }
      isInReset = !level
    case .line(.power, let level):
      if !level { reset() }
      isPowered = level
    case .spi where !isPowered || isInReset: throw BusViolation("a transaction in reset")
    case .spi where isAsleep: throw BusViolation("a transaction in deep sleep")
    case .spi where isBusy: throw BusViolation("a transaction while it is busy")
    case .spi(isData: false, let bytes): for byte in bytes { try begin(byte) }
    case .spi(isData: true, let bytes): for byte in bytes { try receiveData(byte) }
    default: throw BusViolation("\(transaction) on e-paper")
    }
  }

  /// The memory stays, and moving particles stop where they are.
  private mutating func reset() {
    if let mode = display {
      eachPixel { new, old, particle in
        if mode == .full || new != old { particle = nil }
      }
    }
    display = nil
    registers = Registers()
    busyMilliseconds = 0
    isAsleep = false
  }

  private mutating func begin(_ byte: UInt8) throws(BusViolation) {
    if let command = registers.command, registers.parameters.count < Self.parameterCount(command) {
      throw BusViolation("command \(String(command, radix: 16)) cut short")
    }
    registers.command = byte
    registers.parameters = []
    switch byte {
    case 0x12:
      registers = Registers()
      busyMilliseconds = Self.resetMilliseconds
    case 0x20: try activate()
    case 0x01, 0x10, 0x11, 0x18, 0x21, 0x22, 0x24, 0x26, 0x3c, 0x44, 0x45, 0x4e, 0x4f: break
    default: throw BusViolation("command \(String(byte, radix: 16))")
    }
  }

  private static func parameterCount(_ command: UInt8) -> Int {
    switch command {
    case 0x01: 3
    case 0x10, 0x11, 0x18, 0x22, 0x3c, 0x4e: 1
    case 0x21, 0x44, 0x4f: 2
    case 0x45: 4
    default: 0
    }
  }

  private mutating func receiveData(_ byte: UInt8) throws(BusViolation) {
    guard let command = registers.command else { throw BusViolation("data without a command") }
    if command == 0x24 || command == 0x26 { return store(byte, isNew: command == 0x24) }
    registers.parameters.append(byte)
    let count = Self.parameterCount(command)
    guard registers.parameters.count <= count else {
      throw BusViolation("data after command \(String(command, radix: 16))")
    }
    if registers.parameters.count == count {
      try set(command, registers.parameters.map { Int($0) })
    }
  }

  private mutating func set(_ command: UInt8, _ values: [Int]) throws(BusViolation) {
    func within(_ value: Int, _ limit: Int) throws(BusViolation) -> Int {
      guard value < limit else { throw BusViolation("address \(value)") }
      return value
    }
    func range(_ first: Int, _ last: Int, _ limit: Int) throws(BusViolation) -> ClosedRange<Int> {
      guard first <= last else { throw BusViolation("window \(first)…\(last)") }
      return first...(try within(last, limit))
    }
    switch command {
    case 0x01:
      guard values[2] == 0 else { throw BusViolation("another order of gates") }
      registers.lastGate = try within(values[0] | values[1] << 8, gates)
    case 0x10:
      guard values[0] == 1 else { throw BusViolation("deep sleep mode \(values[0])") }
      isAsleep = true
    case 0x11: registers.entry = UInt8(values[0] & 7)
    case 0x18: registers.sensorIsInternal = values[0] == 0x80
    case 0x21:
      guard values[0] == 0 else { throw BusViolation("memories that are not shown as they are") }
      registers.outputBegins8 = values[1] & 0x80 != 0
    case 0x22: registers.sequence = UInt8(values[0])
    case 0x44: registers.columns = try range(values[0], values[1], rowBytes)
    case 0x45:
      registers.rows = try range(values[0] | values[1] << 8, values[2] | values[3] << 8, gates)
    case 0x4e: registers.column = try within(values[0], rowBytes)
    case 0x4f: registers.row = try within(values[0] | values[1] << 8, gates)
    default: break
    }
  }

  /// Puts eight pixels where the counters say, and moves them on within the window (0x11).
  private mutating func store(_ byte: UInt8, isNew: Bool) {
    let offset = registers.row * rowBytes + registers.column
    if isNew { new[offset] = byte } else { old[offset] = byte }
    func next(_ value: inout Int, in range: ClosedRange<Int>, isUp: Bool) -> Bool {
      let end = isUp ? range.upperBound : range.lowerBound
      if value == end {
        value = isUp ? range.lowerBound : range.upperBound
      } else {
        value += isUp ? 1 : -1
      }
      return value == (isUp ? range.lowerBound : range.upperBound)
    }
    let (right, down) = (registers.entry & 1 != 0, registers.entry & 2 != 0)
    if registers.entry & 4 == 0 {
      let wraps = next(&registers.column, in: registers.columns, isUp: right)
      if wraps { _ = next(&registers.row, in: registers.rows, isUp: down) }
    } else {
      let wraps = next(&registers.row, in: registers.rows, isUp: down)
      if wraps { _ = next(&registers.column, in: registers.columns, isUp: right) }
    }
  }

  /// Runs the sequence of 0x22, from its highest bit on.
  private mutating func activate() throws(BusViolation) {
    let sequence = registers.sequence
    let mode: Mode = sequence & 0x08 == 0 ? .full : .partial
    guard sequence & 0x80 != 0 else { throw BusViolation("a sequence without the clock") }
    if sequence & 0x40 != 0 { registers.analogueIsOn = true }
    if sequence & 0x20 != 0 && !registers.sensorIsInternal {
      throw BusViolation("no temperature sensor is chosen")
    }
    if sequence & 0x10 != 0 { registers.waveform = mode }
    busyMilliseconds = Self.otherMilliseconds
    if sequence & 0x04 != 0 {
      guard registers.analogueIsOn, registers.waveform == mode else {
        throw BusViolation("display without voltage or waveform")
      }
      display = mode
      busyMilliseconds = mode == .full ? Self.fullMilliseconds : Self.partialMilliseconds
    }
    if sequence & 0x02 != 0 { registers.analogueIsOn = false }
  }

  private mutating func finish(_ mode: Mode) {
    display = nil
    if mode == .full { fullRefreshes += 1 } else { partialRefreshes += 1 }
    eachPixel { new, old, particle in
      if mode == .full || new != old { particle = new }
    }
  }

  /// Calls `body` for each pixel that a gate drives, with its bits in the memories and its
  /// particles.
  private mutating func eachPixel(
    _ body: (_ new: Bool, _ old: Bool, _ particle: inout Bool?) -> Void
  ) {
    // The active area is wired to the ninth output and those after it.
    let first = isSSD1680 && !registers.outputBegins8 ? 8 : 0
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (row, column) = isSSD1680 ? (size.width - 1 - x, y + first) : (y, x)
        guard row <= registers.lastGate else { continue }
        let offset = row * rowBytes + column / 8
        let shift = UInt8(7 - column % 8)
        let pixel = y * size.width + x
        body(new[offset] >> shift & 1 == 1, old[offset] >> shift & 1 == 1, &particles[pixel])
      }
    }
  }
}
