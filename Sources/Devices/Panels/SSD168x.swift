import Pixels

/// Solomon Systech SSD1680 and SSD1681, controllers of e-paper over SPI (datasheets rev 0.14 and
/// rev 0.13, section 8; their typical operating sequence, section 9).
///
/// Two memories hold a bit for each pixel, 1 white. Display mode 1 drives all particles to the
/// contents of the first memory, whatever they show; mode 2 drives only those where the two memories
/// differ.
struct SSD168x: Sendable {
  /// Rows of the memory.
  let gates: Int
  /// Bytes of a row, eight sources each.
  let rowBytes: Int
  /// How far the active area is turned in the memory.
  let turn: Rotation
  /// Display update control 1 (0x21) where the chip needs it.
  let outputControl: [UInt8]?

  enum Refresh: Equatable {
    /// Flickers through black and white, and leaves no ghost of the old picture.
    case full
    /// Changes only pixels that differ, and leaves a faint ghost of the old picture.
    case partial

    /// How long modules take in the cold, for a module without a wired BUSY line.
    var enoughMilliseconds: Int64 { self == .full ? 4_000 : 1_000 }
  }

  /// The frame as the memory holds it.
  func picture(of frame: Frame, turned rotation: Rotation) -> [UInt8] {
    let degrees = (rotation.rawValue + turn.rawValue) % 360
    return frame.bitRows(turned: Rotation(rawValue: degrees)!)
  }

  /// The steps from any state, deep sleep too, to one where commands are accepted once BUSY is low.
  ///
  /// A reset that is much longer than 2 ms switches off the panel's power on Waveshare's 2.13" HAT,
  /// and then BUSY never falls: its example (epd2in13_V4.py) resets for 1 or 2 ms.
  static let wake: [Step] = [
    .drive(.power, true), .drive(.reset, true), .wait(milliseconds: 10),
    .pulse(.reset, microseconds: 1_000), .wait(milliseconds: 20),
  ]

  /// Deep sleep, which keeps the memory, and which a reset ends (0x10, mode 1).
  static let deepSleep = register(0x10, [0x01])

  /// The steps that make it ready for pictures and one refresh.
  func setUp(_ refresh: Refresh) -> [Step] {
    let last = UInt8(gates - 1)
    return Self.register(0x01, [last, 0, 0])  // as many gates, scanned upwards
      + Self.register(0x11, [0x03])  // data fills rows from the left, and rows downwards
      + Self.register(0x44, [0, UInt8(rowBytes - 1)]) + Self.register(0x45, [0, 0, last, 0])
      // The border is refreshed in a full refresh, and left alone in a partial one.
      + Self.register(0x3c, [refresh == .full ? 0x05 : 0x80])
      + (outputControl.map { Self.register(0x21, $0) } ?? [])
      + Self.register(0x18, [0x80])  // the temperature is the chip's own
  }

  /// The steps that write a picture to one of the memories, in pieces of at most `limit` bytes.
  func write(_ picture: [UInt8], _ memory: Memory, inPieces limit: Int) -> [Step] {
    Self.register(0x4e, [0]) + Self.register(0x4f, [0, 0]) + [.command([memory.rawValue])]
      + BusFraming.pieces(picture.count, of: limit).map { .data(Array(picture[$0])) }
  }

  enum Memory: UInt8 {
    case new = 0x24
    case old = 0x26
  }

  /// Moves the particles: clock and analogue on, temperature and waveform loaded, display in mode 1
  /// or 2, analogue and clock off (0x22). The sequence switches the voltages off at its end, so
  /// nothing has to follow.
  func start(_ refresh: Refresh) -> [Step] {
    Self.register(0x22, [refresh == .full ? 0xf7 : 0xff]) + [.command([0x20])]
  }

  private static func register(_ command: UInt8, _ parameters: [UInt8]) -> [Step] {
    [.command([command]), .data(parameters)]
  }
}

extension PanelKind {
  /// 2.13": the memory's rows are the columns of the active area, from the right.
  public static let ssd1680 = paper(
    "ssd1680", Size(250, 122),
    SSD168x(gates: 250, rowBytes: 16, turn: .threeQuarters, outputControl: [0x00, 0x80]))

  /// 1.54"
  public static let ssd1681 = paper(
    "ssd1681", Size(200, 200),
    SSD168x(gates: 200, rowBytes: 25, turn: .none, outputControl: nil))

  private static func paper(_ name: String, _ size: Size, _ chip: SSD168x) -> PanelKind {
    PanelKind(
      name, sizes: .listed([size]), depth: .mono, medium: .paper,
      wires: [.spi(usualSpeedHz: 4_000_000)], lines: [.dc, .reset, .busy, .power],
      neededLines: [.dc, .reset],
      opening: .bus { wiring, bus, _, report in
        PaperDisplay(chip, wiring, on: bus, report: report)
      })
  }
}
