import Pixels

/// The ST7789V as its datasheet describes it (v1.0): reads the bus, shows the glass.
///
/// It is behind a 240×240 IPS glass, which shows the first 240 of its 320 rows and needs inversion.
public struct ST7789Model: PanelModel {
  private static let columnCount = 240
  private static let rowCount = 320

  /// Red, green and blue of each point of the memory, 6 bits each as 0xRRGGBB >> 2.
  private var memory = [UInt32](repeating: 0x15_2a_3f, count: columnCount * rowCount)
  private var command: UInt8 = 0x00
  private var parameters: [UInt8] = []

  private var addressing: UInt8 = 0x00
  private var bytesPerPixel = 3
  private var columns = 0...239
  private var rows = 0...319
  private var column = 0
  private var row = 0

  private var isAwake = false
  private var isOn = false
  private var isInverted = false
  private var isInReset = false
  /// Nil where the line is not driven: the module pulls it up.
  private var backlight: Bool?
  private var brightness: UInt8 = 0
  public var level: UInt8? { brightness }

  public init() {}

  public var isDark: Bool { !isAwake || !isOn || isInReset || backlight == false }

  public var glass: [Colour] {
    if isDark { return [Colour](repeating: Colour(0), count: 240 * 240) }
    return memory[..<(240 * 240)].map { colour in
      let shown = isInverted ? colour : ~colour & 0x3f_3f_3f
      let isBGR = addressing & 0x08 != 0
      let ordered = isBGR ? shown >> 16 | shown & 0xff00 | (shown & 0xff) << 16 : shown
      // Six bits a colour, the brightest 255.
      return Colour(ordered << 2 | ordered >> 4 & 0x03_03_03)
    }
  }

  public mutating func receive(_ transaction: BusTransaction) throws(BusViolation) {
    switch transaction {
    case .i2c: throw BusViolation("I2C on a SPI panel")
    case .line(.reset, let level):
      if !level { reset() }
      isInReset = !level
    case .line(.backlight, let level): backlight = level
    case .line: throw BusViolation("\(transaction) on a ST7789")
    case .spi where isInReset: throw BusViolation("a transaction in reset")
    case .spi(isData: false, let bytes):
      for byte in bytes { try begin(byte) }
    case .spi(isData: true, let bytes):
      for byte in bytes { try take(byte) }
    }
  }

  /// The registers as after power-on; the memory stays.
  private mutating func reset() {
    let kept = (memory, backlight)
    self = ST7789Model()
    (memory, backlight) = kept
  }

  private mutating func begin(_ byte: UInt8) throws(BusViolation) {
    if parameters.count < Self.parametersMin(command) {
      throw BusViolation("command \(String(command, radix: 16)) cut short")
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
    case 0x00, 0x13, 0x2a, 0x2b, 0x36, 0x3a, 0x51, 0x53: break
    default: throw BusViolation("command \(String(byte, radix: 16))")
    }
  }

  private static func parametersMin(_ command: UInt8) -> Int {
    switch command {
    case 0x2a, 0x2b: 4
    case 0x36, 0x3a, 0x51, 0x53: 1
    default: 0
    }
  }

  private mutating func take(_ byte: UInt8) throws(BusViolation) {
    parameters.append(byte)
    switch (command, parameters.count) {
    case (0x2a, 4): columns = try range(below: swapsAxes ? Self.rowCount : Self.columnCount)
    case (0x2b, 4): rows = try range(below: swapsAxes ? Self.columnCount : Self.rowCount)
    case (0x2a, ..<4), (0x2b, ..<4): break
    case (0x2c, bytesPerPixel):
      store()
      parameters = []
    case (0x2c, _): break
    case (0x36, 1): addressing = byte
    case (0x3a, 1):
      switch byte & 7 {
      case 5: bytesPerPixel = 2
      case 6: bytesPerPixel = 3
      default: throw BusViolation("COLMOD \(byte)")
      }
    case (0x51, 1): brightness = byte
    case (0x53, 1): break
    default: throw BusViolation("data after command \(String(command, radix: 16))")
    }
  }

  private var swapsAxes: Bool { addressing & 0x20 != 0 }

  private func range(below limit: Int) throws(BusViolation) -> ClosedRange<Int> {
    let start = Int(parameters[0]) << 8 | Int(parameters[1])
    let end = Int(parameters[2]) << 8 | Int(parameters[3])
    guard start <= end && end < limit else { throw BusViolation("window \(start)…\(end)") }
    return start...end
  }

  /// Puts a pixel where MADCTL says (Address Control) and moves on within the window.
  private mutating func store() {
    var x = swapsAxes ? row : column
    var y = swapsAxes ? column : row
    if addressing & 0x40 != 0 { x = Self.columnCount - 1 - x }
    if addressing & 0x80 != 0 { y = Self.rowCount - 1 - y }
    // What lies beyond the memory is ignored.
    if x < Self.columnCount && y < Self.rowCount { memory[y * Self.columnCount + x] = colour() }

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
