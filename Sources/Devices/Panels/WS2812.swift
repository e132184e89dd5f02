import Pixels

/// WS2812B, LEDs in a row on one wire, whose bits are pulses (datasheet version 1.0; the gap by the
/// V5 of the chip): the SPI data line makes them, three SPI bits for each LED bit.
///
/// At 2.4 MHz a pulse of 417 ns is a zero, of 833 ns a one; either may be 150 ns shorter or longer, and
/// so may the rest of the bit, 850 and 450 ns.
enum WS2812: LEDStripChip {
  fileprivate static let usualHz = 2_400_000
  /// A picture must be sent without a pause, so it is one message to spidev.
  static let countMax = (BusFraming.spiBytesMax - 2 * gapBytes(usualHz / 8)) / 9

  /// A picture ends when the wire is low for more than 280 µs: here for 300 µs, if the message has
  /// room.
  private static func gapBytes(_ bytesPerSecond: Int) -> Int {
    (bytesPerSecond * 3 + 9_999) / 10_000
  }

  static func word(_ light: LEDLight, _ share: Double) -> [UInt8] {
    let steps = light.steps(of: 255, at: share)
    return [UInt8(steps.green), UInt8(steps.red), UInt8(steps.blue)]
  }

  static func message(_ words: [UInt8], bytesPerSecond: Int) -> [UInt8] {
    let bits = words.flatMap(pulses)
    // With the longest strips, 90 bytes remain for each gap: 280 µs at 2.57 MHz, 253 at 2.85. If
    // such a gap does not end a picture, the pause until the next picture does.
    let room = (BusFraming.spiBytesMax - bits.count) / 2
    // Some controllers leave the wire high, which the LEDs may take for data: the gap before the
    // picture discards it.
    let gap = [UInt8](repeating: 0, count: min(gapBytes(bytesPerSecond), room))
    return gap + bits + gap
  }

  /// The 24 SPI bits for a byte: 100 for each zero, 110 for each one.
  static func pulses(_ byte: UInt8) -> [UInt8] {
    let bits = (0..<8).reversed().reduce(UInt32(0)) { bits, bit in
      bits << 3 | (byte >> UInt8(bit) & 1 == 1 ? 0b110 : 0b100)
    }
    return [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
  }
}

extension PanelKind {
  public static let ws2812 = PanelKind(
    "ws2812", sizes: .between(Size(1, 1), Size(WS2812.countMax, 1), usual: Size(8, 1)),
    depth: .colour, wires: [.spi(usualSpeedHz: WS2812.usualHz)], speedsHz: 2_110_000...2_850_000,
    lines: [],
    opening: .fullFrame { LEDStrip<WS2812>($0, on: $1, theme: $2) })
}
