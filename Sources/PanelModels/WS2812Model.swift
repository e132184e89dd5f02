import Devices
import Glibc
import Pixels

/// A row of WS2812B as the datasheet describes it (version 1.0, data transfer time): measures the
/// pulses on its wire.
struct WS2812Model: PanelModel {
  private let nanoseconds: Double
  /// Green, red and blue of each LED, and the bits that came since the last gap.
  private var shown: [[UInt8]]
  private var bits: [Bool] = []
  private var level = false
  private var cycles = 0
  private var high = 0.0

  init(count: Int, hz: Int) {
    nanoseconds = 1e9 / Double(hz)
    shown = [[UInt8]](repeating: [0x12, 0x34, 0x56], count: count)
  }

  var isDark: Bool { shown.allSatisfy { $0 == [0, 0, 0] } }

  var activeArea: [Colour] {
    shown.map { light in
      /// The sRGB value of that brightness.
      let seen = light.map { UInt32((pow(Double($0) / 255, 1 / 2.2) * 255).rounded()) }
      return Colour(seen[1] << 16 | seen[0] << 8 | seen[2])
    }
  }

  mutating func receive(_ transaction: BusTransaction) throws(BusViolation) {
    guard case .spi(_, let bytes) = transaction, bytes.count <= BusFraming.spiBytesMax else {
      throw BusViolation("\(transaction.byteCount) bytes at once on WS2812")
    }
    for byte in bytes {
      for bit in (0..<8).reversed() { try pass(byte >> UInt8(bit) & 1 == 1) }
    }
  }

  private mutating func pass(_ level: Bool) throws(BusViolation) {
    if level == self.level {
      cycles += 1
      // LEDs that get no pulse for this long show the colours that they have.
      if !level, Double(cycles) * nanoseconds >= 280_000 { try latch() }
      return
    }
    let time = Double(cycles) * nanoseconds
    if self.level { high = time } else if high > 0 { try decode(low: time) }
    self.level = level
    cycles = 1
  }

  /// Decodes one bit: a pulse and the low time after it.
  private mutating func decode(low: Double) throws(BusViolation) {
    switch (high, low) {
    case (250...550, 700...1000): bits.append(false)
    case (650...950, 300...600): bits.append(true)
    default: throw BusViolation("high for \(high) ns, low for \(low) ns")
    }
    high = 0
  }

  private mutating func latch() throws(BusViolation) {
    // The low time after the last bit may be of any length.
    if high > 0 { try decode(low: high < 600 ? 850 : 450) }
    if bits.isEmpty { return }
    guard bits.count == shown.count * 24 else { throw BusViolation("\(bits.count) bits") }
    for index in shown.indices {
      shown[index] = (0..<3).map { channel in
        bits[index * 24 + channel * 8..<index * 24 + channel * 8 + 8].reduce(0) {
          $0 << 1 | ($1 ? 1 : 0)
        }
      }
    }
    bits = []
  }
}
