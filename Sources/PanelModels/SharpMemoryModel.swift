import Pixels

/// A Sharp Memory LCD as its application note describes it (V1.3): reads the bus and shows the
/// active area.
struct SharpMemoryModel: PanelModel {
  private let size: Size
  /// A bit for each pixel, row by row, 1 white: at first garbage.
  private var memory: [Bool]
  /// Nil where the line is not driven: the module pulls it up.
  private var display: Bool?
  /// How often the polarity of the voltage on the liquid crystal has changed.
  private(set) var alternations = 0
  private var polarity: Bool?

  init(_ size: Size) {
    self.size = size
    memory = (0..<size.width * size.height).map { $0 % 3 == 0 }
  }

  var isDark: Bool { display == false || !memory.contains(false) }

  var activeArea: [Colour] {
    memory.map { Colour(display == false || $0 ? 0x000000 : 0xffffff) }
  }

  mutating func receive(_ transaction: BusTransaction) throws(BusViolation) {
    switch transaction {
    case .line(.display, let level): display = level
    case .spi(isData: false, let bytes): try receive(bytes[...])
    default: throw BusViolation("\(transaction) on a Sharp Memory LCD")
    }
  }

  /// Takes all bytes that come while SCS is high, the first bit highest.
  private mutating func receive(_ bytes: ArraySlice<UInt8>) throws(BusViolation) {
    guard let mode = bytes.first, mode & 0x1f == 0 else { throw BusViolation("mode \(bytes)") }
    let isHigh = mode & 0x40 != 0
    defer {
      if polarity != isHigh { alternations += 1 }
      polarity = isHigh
    }
    switch mode & 0xa0 {
    case 0x80: try update(bytes.dropFirst())
    case 0x20, 0x00:
      guard bytes.count == 2 else { throw BusViolation("\(bytes.count) bytes, not 2") }
      if mode & 0x20 != 0 {
        memory = [Bool](repeating: true, count: memory.count)
      } else if polarity == isHigh {
        throw BusViolation("the polarity does not alternate")
      }
    default: throw BusViolation("update and clear at once")
    }
  }

  private mutating func update(_ bytes: ArraySlice<UInt8>) throws(BusViolation) {
    // An address, the bits of a line and eight clocks more for each line, and eight at the end.
    let bytesPerLine = size.width / 8 + 2
    guard bytes.count > 1, bytes.count % bytesPerLine == 1 else {
      throw BusViolation("\(bytes.count) bytes of lines that have \(bytesPerLine), and a trailer")
    }
    var rest = bytes
    while rest.count > 1 {
      let line = rest.prefix(bytesPerLine)
      rest = rest.dropFirst(bytesPerLine)
      let number = (0..<8).reduce(0) { $0 + Int(line.first! >> UInt8(7 - $1) & 1) << $1 }
      guard (1...size.height).contains(number) else { throw BusViolation("line \(number)") }
      for (index, byte) in line.dropFirst().dropLast().enumerated() {
        for bit in 0..<8 {
          memory[(number - 1) * size.width + index * 8 + bit] = byte >> UInt8(7 - bit) & 1 == 1
        }
      }
    }
  }
}
