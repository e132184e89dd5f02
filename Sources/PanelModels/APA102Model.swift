import Glibc
import Pixels

/// A row of APA102 or SK9822, as both datasheets describe them: what is shown is what either would.
struct APA102Model: PanelModel {
  /// What each LED took, and what it shows once it was told to.
  private var taken: [[UInt8]]
  private var shown: [[UInt8]]
  /// Zero bytes that came one after the other, a word that is still to be whole, and where it goes.
  private var zeroes = 0
  private var word: [UInt8] = []
  private var place: Int?

  init(count: Int) {
    taken = [[UInt8]](repeating: [0xff, 0x12, 0x34, 0x56], count: count)
    shown = taken
  }

  var isDark: Bool { activeArea.allSatisfy { $0 == Colour(0) } }

  var activeArea: [Colour] {
    shown.map { word in
      let whole = Double(word[0] & 31) / 31
      /// As bright as sRGB would say it.
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
    for byte in bytes { try take(byte) }
  }

  private mutating func take(_ byte: UInt8) throws(BusViolation) {
    if let place, place < taken.count {
      word.append(byte)
      guard word.count == 4 else { return }
      guard word[0] & 0xe0 == 0xe0 else { throw BusViolation("LED \(place) begins \(word[0])") }
      taken[place] = word
      word = []
      self.place = place + 1
      zeroes = 0
      return
    }
    guard byte == 0 || zeroes >= 4 else { throw BusViolation("\(byte) after the last LED") }
    if byte != 0 {
      place = 0
      return try take(byte)
    }
    zeroes += 1
    // Half a clock for each LED on the way, after the 32 bits that SK9822 waits for.
    if place != nil, (zeroes - 4) * 8 >= (taken.count + 1) / 2 {
      shown = taken
      place = nil
    }
  }
}
