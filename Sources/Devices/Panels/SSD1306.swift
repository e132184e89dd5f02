import Pixels

/// Solomon Systech SSD1306, an OLED of up to 128×64 over I2C or 4-wire SPI (datasheet rev 1.1,
/// sections 9 and 10).
struct SSD1306: OLED, PagePanel {
  let pages: PageBytes
  // Two control bytes, the six of the window, and the time of two more transactions.
  let windowBytes = 20
  private let activeArea: Size
  /// Columns of the memory before the active area.
  private let hidden: Int

  init(_ wiring: PanelWiring) {
    pages = PageBytes(wiring.size, wiring.rotation)
    activeArea = wiring.size
    // Small displays are wired to the middle columns.
    hidden = wiring.offset?.columns ?? (128 - activeArea.width) / 2
  }

  var registers: [UInt8] {
    // The 72×40 module has no resistor for the reference current, and its datasheet gives its own
    // pre-charge.
    let isSmallest = activeArea.height == 40
    // COM pins alternate, except on the 128×32 module.
    let areSequential = activeArea == Size(128, 32)
    return [
      0xd5, 0x80,  // clock: divide by 1, oscillator as after reset
      0xa8, UInt8(activeArea.height - 1),  // multiplex
      0xd3, 0,  // no display offset
      0x40,  // start line 0
      0x20, 0x00,  // horizontal addressing
      // Modules are mounted so that a picture stands upright when both scans run backwards.
      0xa1, 0xc8,
      0xda, areSequential ? 0x02 : 0x12,
      0xd9, isSmallest ? 0x22 : 0xf1,  // pre-charge: phase 1, phase 2 in clocks
      0xdb, 0x20,  // VCOMH deselect at 0.77 Vcc
      0x2e,  // no scrolling
      0xa4,  // show the memory
      0xa6,  // 1 is lit
    ] + (isSmallest ? [0xad, 0x30] : [])
  }

  // The charge pump is on while the panel is (application note: charge pump).
  func displayOn() -> [Step] { [.command([0x8d, 0x14, 0xaf])] }
  func enterSleep() -> [Step] { [.command([0x8d, 0x10])] }

  func open(_ window: Rect) -> [Step] {
    [.command(Self.addresses(window, after: hidden))]
  }

  static func addresses(_ window: Rect, after columns: Int) -> [UInt8] {
    let first = window.x + columns
    return [
      0x21, UInt8(first), UInt8(first + window.width - 1),
      0x22, UInt8(window.y), UInt8(window.bottom - 1),
    ]
  }
}

extension PanelKind {
  public static let ssd1306 = oled(
    "ssd1306", [Size(128, 64), Size(128, 32), Size(72, 40), Size(64, 48), Size(64, 32)],
    usualSpeedHz: 8_000_000, columns: 128, panel: { wiring, _ in SSD1306(wiring) })
}
