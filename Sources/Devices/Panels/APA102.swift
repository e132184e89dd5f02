import Pixels

/// APA102 and SK9822, LEDs in a row with a clock (APA102C datasheet 2013; SK9822 datasheet rev 2,
/// section 7).
///
/// 32 zero bits, then for each LED three ones, five bits of brightness for all its colours, and
/// eight bits each of blue, green and red.
enum APA102: LEDStripChip {
  static func message(_ words: [UInt8], bytesPerSecond _: Int) -> [UInt8] {
    // The SK9822 shows its data at the next 32 zero bits, and each LED forwards data half a clock
    // late. So this many more edges are needed until the last LED has all data.
    let count = words.count / 4
    return [0, 0, 0, 0] + words + [UInt8](repeating: 0, count: 4 + (count + 15) / 16)
  }

  /// Brightness is split into the common factor and the colours: if the common one is as small as
  /// possible, the colours have the finest steps.
  static func word(_ light: LEDLight, _ share: Double) -> [UInt8] {
    let strongest = light.strongest * share
    if strongest == 0 { return [0xe0, 0, 0, 0] }
    let whole = max(1, (strongest * 31).rounded(.up))
    let steps = light.steps(of: 255, at: share * 31 / whole)
    return [0xe0 | UInt8(whole), UInt8(steps.blue), UInt8(steps.green), UInt8(steps.red)]
  }
}

extension PanelKind {
  public static let apa102 = PanelKind(
    "apa102", sizes: .between(Size(1, 1), Size(300, 1), usual: Size(8, 1)), depth: .colour,
    wires: [.spi(usualSpeedHz: 4_000_000), .gpio], lines: [.data, .clock],
    neededLines: [.data, .clock],
    opening: .fullFrame { LEDStrip<APA102>($0, on: $1, theme: $2) })
}
