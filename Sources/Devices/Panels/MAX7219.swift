import Pixels

/// Maxim MAX7219: a row of chips with 8×8 LEDs each (datasheet 19-4452 rev 4, Serial-Addressing
/// Modes and tables 2 to 10).
///
/// They are wired as on the usual modules (FC-16, sold in ones and fours): data comes in at the
/// right, register 1 is the top row, bit 7 the left column. If data comes in at the left, the
/// picture has to be turned by 180 degrees.
final class MAX7219: FullFramePanel {
  private enum Register {
    static let firstRow: UInt8 = 0x01
    static let decodeMode: UInt8 = 0x09
    static let intensity: UInt8 = 0x0a
    static let scanLimit: UInt8 = 0x0b
    static let normalOperation: UInt8 = 0x0c
    static let displayTest: UInt8 = 0x0f
  }

  private let bus: any CommandBus
  private let rotation: Rotation
  private let chips: Int
  /// The last value of each register that was written since the set-up.
  private var known: [UInt8: [UInt8]] = [:]

  init(_ wiring: PanelWiring, on bus: any CommandBus) {
    self.bus = bus
    rotation = wiring.rotation
    chips = wiring.size.width / 8
  }

  func prepare() throws(DeviceError) {
    known = [:]
    try write(Register.normalOperation, 0)
    try write(Register.displayTest, 0)
    try write(Register.decodeMode, 0)
    try write(Register.scanLimit, 7)
  }

  func put(_ frame: Frame, at percent: Int) throws(DeviceError) {
    if percent == 0 { return try displayOff() }
    try write(Register.intensity, UInt8(percent * 15 / 100))
    let pixels = frame.turned(rotation).pixels
    for row in 0..<8 {
      let columns = pixels[row * chips * 8..<(row + 1) * chips * 8]
      let bytes = (0..<chips).map { chip in
        columns.dropFirst(chip * 8).prefix(8).reduce(0) { $0 << 1 | $1 >> 3 & 1 }
      }
      try write(Register.firstRow + UInt8(row), bytes)
    }
    try write(Register.normalOperation, 1)
  }

  func displayOff() throws(DeviceError) {
    try write(Register.normalOperation, 0)
    for row in 0..<8 { try write(Register.firstRow + UInt8(row), 0) }
  }

  private func write(_ register: UInt8, _ value: UInt8) throws(DeviceError) {
    try write(register, [UInt8](repeating: value, count: chips))
  }

  /// Writes one word for each chip, the left one's first: it moves on through all the others until
  /// the select line rises, at which all chips load their words.
  private func write(_ register: UInt8, _ values: [UInt8]) throws(DeviceError) {
    if known[register] == values { return }
    known[register] = nil
    try bus.data(values.flatMap { [register, $0] })
    known[register] = values
  }
}

extension PanelKind {
  public static let max7219 = PanelKind(
    "max7219", sizes: .listed([Size(32, 8), Size(8, 8), Size(16, 8), Size(64, 8)]), depth: .mono,
    wires: [.spi(usualSpeedHz: 4_000_000)], lines: [],
    opening: .fullFrame { wiring, bus, _ in MAX7219(wiring, on: bus) })
}
