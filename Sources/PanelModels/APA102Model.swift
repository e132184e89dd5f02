import Glibc
import Pixels

/// A row of APA102 or SK9822, as both datasheets describe them: it shows what either would.
struct APA102Model: PanelModel {
  /// What each LED received, and what it shows since the last latch.
  private var received: [[UInt8]]
  private var shown: [[UInt8]]
  /// Consecutive zero bytes so far, the bytes of an incomplete word, and the LED that it is for.
  private var zeroes = 0
  private var word: [UInt8] = []
  private var index: Int?

  init(count: Int) {
    received = [[UInt8]](repeating: [0xff, 0x12, 0x34, 0x56], count: count)
    shown = received
  }

  var isDark: Bool { activeArea.allSatisfy { $0 == Colour(0) } }

  var activeArea: [Colour] {
    shown.map { word in
      let whole = Double(word[0] & 31) / 31
      /// The sRGB value of that brightness.
      func seen(_ channel: UInt8) -> UInt32 {
        UInt32((pow(Double(channel) / 255 * whole, 1 / 2.2) * 255).rounded())
      }
      return Colour(seen(word[3]) << 16 | seen(word[2]) << 8 | seen(word[1]))
    }
  }

  mutating func receive(_ transaction: BusTransaction) throws(BusViolation) {
    guard case .spi(_, let bytes) = transaction else {
      throw BusViolation("\(transaction) on APA102")
    }
    for byte in bytes { try receive(byte) }
  }

  private mutating func receive(_ byte: UInt8) throws(BusViolation) {
    if let index, index < received.count {
      word.append(byte)
      guard word.count == 4 else { return }
      guard word[0] & 0xe0 == 0xe0 else { throw BusViolation("LED \(index) begins \(word[0])") }
      received[index] = word
      word = []
      self.index = index + 1
      zeroes = 0
      return
    }
    guard byte == 0 || zeroes >= 4 else { throw BusViolation("\(byte) after the last LED") }
    if byte != 0 {
      index = 0
      return try receive(byte)
    }
    zeroes += 1
    // Half a clock for each LED on the way, after the 32 bits that SK9822 waits for.
    if index != nil, (zeroes - 4) * 8 >= (received.count + 1) / 2 {
      shown = received
      index = nil
    }
  }
}
