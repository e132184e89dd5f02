import Pixels

/// The SSD1306 as its datasheet describes it (rev 1.1): reads the bus, shows the glass.
///
/// It is on a module as they are sold: mounted upside down, so that a picture stands upright with
/// both scans reversed, and lit only by the charge pump.
public struct SSD1306Model: PanelModel {
  /// 128 columns of 64 rows: the memory by segment and by row, a bit each.
  private var memory = [UInt64](repeating: 0xa5a5_5a5a_c3c3_3c3c, count: 128)

  private var addressing = Addressing.page
  private var columns = 0...127
  private var pages = 0...7
  private var column = 0
  private var page = 0

  private var isOn = false
  private var pumpIsOn = false
  private var showsAll = false
  private var isInverse = false
  private var segmentsAreReversed = false
  private var rowsAreReversed = false
  private var rowCount = 64
  private var startLine = 0
  private var offset = 0
  private var contrast: UInt8 = 0x7f
  public var level: UInt8? { contrast }

  /// A command whose parameters are still to come.
  private var pending: [UInt8] = []

  private enum Addressing: UInt8 {
    case horizontal, vertical, page
  }

  public init() {}

  /// True if nothing at all is lit, whatever the memory holds.
  public var isDark: Bool { !isOn || !pumpIsOn }

  public var glass: [Colour] { lit.map { Colour($0 ? 0xffffff : 0) } }

  /// Rows from the top, 128×64.
  private var lit: [Bool] {
    var lit = [Bool](repeating: false, count: 128 * 64)
    if isDark { return lit }
    for y in 0..<64 {
      // The glass is mounted with COM0 at the bottom and SEG0 on the right.
      let common = 63 - y
      let line = rowsAreReversed ? rowCount - 1 - common : common
      guard line >= 0 && line < rowCount else { continue }
      let row = (line + offset + startLine) % 64
      for x in 0..<128 {
        let bit = showsAll || memory[127 - x] >> UInt64(row) & 1 == 1
        lit[y * 128 + x] = bit != isInverse
      }
    }
    return lit
  }

  public mutating func receive(_ transaction: BusTransaction) throws(BusViolation) {
    switch transaction {
    case .i2c(_, false, let bytes): try receive(bytes)
    case .line(.reset, false): reset()
    case .line(.reset, true): break
    default: throw BusViolation("\(transaction) on an I2C panel")
    }
  }

  /// One write transaction, from its first control byte on (section 8.1.5.2).
  private mutating func receive(_ bytes: [UInt8]) throws(BusViolation) {
    var rest = bytes[...]
    guard !rest.isEmpty else { throw BusViolation("an empty transaction") }
    while let control = rest.popFirst() {
      guard control & 0x3f == 0 else { throw BusViolation("control byte \(control)") }
      let isData = control & 0x40 != 0
      let isLast = control & 0x80 == 0
      guard !rest.isEmpty else { throw BusViolation("a control byte and nothing after it") }
      for byte in isLast ? rest : rest.prefix(1) {
        if isData { write(byte) } else { try command(byte) }
      }
      rest = isLast ? [] : rest.dropFirst()
    }
  }

  /// RES# low: the registers as after power-on; the memory stays (section 8.5).
  private mutating func reset() {
    let memory = self.memory
    self = SSD1306Model()
    self.memory = memory
  }

  private mutating func write(_ byte: UInt8) {
    let segment = segmentsAreReversed ? 127 - column : column
    let shift = UInt64(page * 8)
    memory[segment] = memory[segment] & ~(0xff << shift) | UInt64(byte) << shift
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

  private mutating func command(_ byte: UInt8) throws(BusViolation) {
    pending.append(byte)
    if pending.count <= Self.parameterCount(pending[0]) { return }
    let whole = pending
    pending = []
    try execute(whole[0], Array(whole.dropFirst()))
  }

  private static func parameterCount(_ command: UInt8) -> Int {
    switch command {
    case 0x20, 0x81, 0x8d, 0xa8, 0xd3, 0xd5, 0xd9, 0xda, 0xdb: 1
    case 0x21, 0x22, 0xa3: 2
    default: 0
    }
  }

  private mutating func execute(_ command: UInt8, _ parameters: [UInt8]) throws(BusViolation) {
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
      columns = try Self.range(parameters, below: 128)
      column = columns.lowerBound
    case 0x22:
      pages = try Self.range(parameters, below: 8)
      page = pages.lowerBound
    case 0x2e: break
    case 0x40...0x7f: startLine = Int(command & 0x3f)
    case 0x81: contrast = parameters[0]
    case 0x8d:
      guard parameters[0] & ~0x04 == 0x10 else { throw BusViolation("charge pump \(first)") }
      pumpIsOn = parameters[0] & 0x04 != 0
    case 0xa0, 0xa1: segmentsAreReversed = command & 1 == 1
    case 0xa4, 0xa5: showsAll = command & 1 == 1
    case 0xa6, 0xa7: isInverse = command & 1 == 1
    case 0xa8:
      guard (15...63).contains(first) else { throw BusViolation("multiplex ratio \(first)") }
      rowCount = first + 1
    case 0xae, 0xaf: isOn = command & 1 == 1
    case 0xb0...0xb7: page = Int(command & 7)
    case 0xc0...0xc7: rowsAreReversed = false
    case 0xc8...0xcf: rowsAreReversed = true
    case 0xd3: offset = first & 63
    case 0xda:
      guard parameters[0] == 0x12 else { throw BusViolation("COM pins \(first) on 64 rows") }
    case 0xd5, 0xd9, 0xdb, 0xe3: break
    default: throw BusViolation("command \(String(command, radix: 16))")
    }
  }

  private static func range(_ ends: [UInt8], below limit: UInt8) throws(BusViolation)
    -> ClosedRange<Int>
  {
    guard ends[0] <= ends[1] && ends[1] < limit else { throw BusViolation("window \(ends)") }
    return Int(ends[0])...Int(ends[1])
  }
}
