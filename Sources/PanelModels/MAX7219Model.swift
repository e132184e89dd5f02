import Pixels

/// A row of MAX7219 as the datasheet describes them (19-4452 rev 4), each behind 8×8 LEDs: data
/// comes in at the right, digit 0 is the top row, segment DP the left column.
struct MAX7219Model: PanelModel {
  /// The chips, from the one that data reaches first.
  private var chips: [Chip]

  fileprivate struct Chip {
    private(set) var rows: [UInt8] = [0xa5, 0x5a, 0xff, 0, 0x3c, 0xc3, 1, 0x80]
    private(set) var decodeMode: UInt8 = 0xff
    private(set) var intensity: UInt8 = 0
    private(set) var scanLimit: UInt8 = 0
    private(set) var isOn = false
    private(set) var isTested = true

    func isLit(_ row: Int, _ column: Int) -> Bool {
      // A test overrides the shutdown, and lights everything.
      isTested || isOn && row <= Int(scanLimit) && rows[row] << UInt8(column) & 0x80 != 0
    }
  }

  init(chips count: Int) { chips = [Chip](repeating: Chip(), count: count) }

  var isDark: Bool { chips.allSatisfy { !$0.isOn && !$0.isTested } }

  var level: UInt8? { chips[0].intensity * 17 }

  var activeArea: [Colour] {
    (0..<8).flatMap { row in
      chips.reversed().flatMap { chip in
        (0..<8).map { Colour(chip.isLit(row, $0) ? 0xffffff : 0) }
      }
    }
  }

  /// Takes all bytes between two edges of the select line.
  mutating func receive(_ transaction: BusTransaction) throws(BusViolation) {
    guard case .spi(_, let bytes) = transaction, bytes.count % 2 == 0 else {
      throw BusViolation("\(transaction) on MAX7219")
    }
    // Each chip holds the last 16 bits that came by: the first word has moved the furthest.
    for (chip, word) in stride(from: bytes.count - 2, through: 0, by: -2).enumerated()
    where chip < chips.count {
      try chips[chip].load(bytes[word] & 15, bytes[word + 1])
    }
  }
}

extension MAX7219Model.Chip {
  fileprivate mutating func load(_ register: UInt8, _ value: UInt8) throws(BusViolation) {
    switch register {
    case 0x00: break
    case 0x01...0x08: rows[Int(register) - 1] = value
    case 0x09:
      guard value == 0 else { throw BusViolation("decoding digits on a matrix") }
      decodeMode = value
    case 0x0a: intensity = value & 15
    case 0x0b: scanLimit = value & 7
    case 0x0c:
      isOn = value & 1 == 1
      guard !isOn || decodeMode == 0 else { throw BusViolation("lit while it decodes digits") }
    case 0x0f: isTested = value & 1 == 1
    default: throw BusViolation("register \(register)")
    }
  }
}
