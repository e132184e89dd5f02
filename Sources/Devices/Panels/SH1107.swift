import Pixels

/// Sino Wealth SH1107, a 128×128 or 64×128 OLED over I2C or 4-wire SPI (datasheet v2.1, Commands).
///
/// It is used on its side: its commons drive the columns, its segments the rows. Its address
/// advances by itself within one page only.
struct SH1107: OLED, PagePanel {
  let pages: PageBytes
  // As on the SH1106.
  let windowBytes = 17
  let opensRowByRow = true
  private let activeArea: Size
  /// The number of commons before the first that is used.
  private let hidden: Int

  init(_ wiring: PanelWiring) {
    pages = PageBytes(wiring.size, wiring.rotation)
    activeArea = wiring.size
    // A narrow display is wired to the middle commons.
    hidden = wiring.offset?.columns ?? (128 - activeArea.width) / 2
  }

  var darkRegisters: [UInt8] {
    [
      0xae,  // display off
      0xad, 0x81,  // the DC-DC converter, where a module uses it, is on while the display is
    ]
  }

  var registers: [UInt8] {
    [
      0xd5, 0x51,  // clock: divide by 2, oscillator as after reset
      0xa8, UInt8(activeArea.width - 1),  // multiplex
      0xd3, UInt8(-hidden & 127),  // display offset: column 0 is the first visible one
      0xdc, 0,  // start line 0
      0x20,  // page addressing
      0xa0, 0xc0,  // both scans forwards
      0xd9, 0x22,  // pre-charge and discharge as after reset
      0xdb, 0x35,  // VCOM deselect as after reset
      0xa4,  // show the memory
      0xa6,  // 1 is lit
    ]
  }

  func open(_ window: Rect) -> [Step] {
    [.command(SH1106.address(window, after: 0))]
  }
}

extension PanelKind {
  public static let sh1107 = oled(
    "sh1107", [Size(128, 128), Size(64, 128)], usualSpeedHz: 4_000_000, columns: 128,
    panel: { wiring, _ in SH1107(wiring) })
}
