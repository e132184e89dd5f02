import Pixels

/// Sino Wealth SH1106, a 128×64 OLED over I2C or 4-wire SPI (datasheet v2.3, Commands).
///
/// Its memory has 132 columns, and its address advances by itself within one page only.
struct SH1106: OLED, PagePanel {
  let pages: PageBytes
  // Two control bytes, the three of the address, and the time of two more transactions.
  let windowBytes = 17
  let opensRowByRow = true

  /// Columns of the memory before the active area.
  private let hidden: Int

  init(_ wiring: PanelWiring) {
    pages = PageBytes(wiring.size, wiring.rotation)
    // The active area is wired to the middle columns.
    hidden = wiring.offset?.columns ?? 2
  }

  var darkRegisters: [UInt8] {
    [
      0xae,  // display off
      0xad, 0x8b,  // the DC-DC converter is on while the display is
    ]
  }

  var registers: [UInt8] {
    [
      0xd5, 0x50,  // clock: divide by 1, oscillator as after reset
      0xa8, 63,  // multiplex 64 rows
      0xd3, 0,  // no display offset
      0x40,  // start line 0
      0xa1, 0xc8,  // modules are mounted upside down: both scans backwards
      0xda, 0x12,  // COM pins alternate
      0xd9, 0x22,  // pre-charge and discharge as after reset
      0xdb, 0x40,  // VCOM deselect at Vref
      0xa4,  // show the memory
      0xa6,  // 1 is lit
    ]
  }

  func open(_ window: Rect) -> [Step] {
    [.command(Self.address(window, after: hidden))]
  }

  /// A page, and the column in two halves.
  static func address(_ window: Rect, after columns: Int) -> [UInt8] {
    let column = UInt8(window.x + columns)
    return [0xb0 | UInt8(window.y), column & 0x0f, 0x10 | column >> 4]
  }
}

extension PanelKind {
  public static let sh1106 = oled(
    "sh1106", [Size(128, 64)], usualSpeedHz: 4_000_000, columns: 132,
    panel: { wiring, _ in SH1106(wiring) })
}
