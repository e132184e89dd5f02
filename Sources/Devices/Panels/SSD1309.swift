import Pixels

/// Solomon Systech SSD1309, a 128×64 OLED over I2C or 4-wire SPI: a SSD1306 whose module makes the
/// panel's voltage (datasheet rev 1.1, sections 9 and 10).
struct SSD1309: OLED, PagePanel {
  let pages: PageBytes
  // As on the SSD1306.
  let windowBytes = 20

  init(_ wiring: PanelWiring) { pages = PageBytes(wiring.size, wiring.rotation) }

  var darkRegisters: [UInt8] {
    [
      0xfd, 0x12,  // unlocked
      0xae,  // display off
    ]
  }

  var registers: [UInt8] {
    [
      0xd5, 0xa0,  // clock: divide by 1, oscillator as its modules want it
      0xa8, 63,  // multiplex 64 rows
      0xd3, 0,  // no display offset
      0x40,  // start line 0
      0x20, 0x00,  // horizontal addressing
      0xa1, 0xc8,  // both scans backwards
      0xda, 0x12,  // COM pins alternate
      0xd9, 0x22,  // pre-charge as after reset
      0xdb, 0x34,  // VCOMH deselect as after reset
      0x2e,  // no scrolling
      0xa4,  // show the memory
      0xa6,  // 1 is lit
    ]
  }

  func open(_ window: Rect) -> [Step] {
    [.command(SSD1306.addresses(window, after: 0))]
  }
}

extension PanelKind {
  public static let ssd1309 = oled(
    "ssd1309", [Size(128, 64)], usualSpeedHz: 8_000_000,
    panel: { wiring, _ in SSD1309(wiring) })
}
