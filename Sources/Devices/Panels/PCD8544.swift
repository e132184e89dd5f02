import Pixels

/// Philips PCD8544, the 84×48 LCD of the Nokia 5110, over SPI (product specification of
/// 1999 Apr 12, sections 7 and 8).
struct PCD8544: PagePanel {
  let pages: PageBytes
  // Two bytes of address, and the time of four system calls.
  let windowBytes = 10
  // The address advances by itself, but over whole rows of the memory only.
  let opensRowByRow = true
  private let isLit: Bool
  private let voltage: UInt8

  /// The allowed operating voltages, in steps of 60 mV above 3.06 V (section 8.9). 85 is 8.16 V:
  /// more than 8.5 V is never allowed, and in the cold the voltage is higher than the set value.
  static let contrasts = 30...85
  /// 6.9 V
  static let usualContrast = 64

  /// A brightness of 0 keeps the backlight dark.
  init(_ wiring: PanelWiring) {
    pages = PageBytes(wiring.size, wiring.rotation)
    isLit = wiring.brightness > 0
    voltage = UInt8(wiring.contrast)
  }

  /// Its state is undefined before a reset (section 8.1).
  func setUp(_ lines: Set<PanelLine>) -> [Step] {
    let blank: [Step] = [.command([0x08])]
    return [.drive(.backlight, false)] + [Step].reset(on: lines) + renewal() + blank
  }

  /// After a loss of power it would need a reset, but a reset empties the display, which would be
  /// seen. This restores only what a disturbance on the wires has changed.
  func renewal() -> [Step] {
    [
      .command([
        0x21,  // awake, horizontal addressing, extended instructions
        0x04,  // temperature coefficient 0
        0x14,  // bias system 4, as modules want it: 1:40
        0x80 | voltage,
        0x20,  // basic instructions
      ])
    ]
  }

  func displayOn() -> [Step] { [.command([0x20, 0x0c]), .drive(.backlight, isLit)] }
  func displayOff() -> [Step] { [.drive(.backlight, false), .command([0x08])] }
  func enterSleep() -> [Step] { [.command([0x24])] }
  /// The operating voltage sets the contrast, not the brightness.
  func dim(to percent: Int) -> [Step] { [] }

  func open(_ window: Rect) -> [Step] {
    [.command([0x40 | UInt8(window.y), 0x80 | UInt8(window.x)])]
  }
}

extension PanelKind {
  public static let pcd8544 = PanelKind(
    "pcd8544", sizes: .listed([Size(84, 48)]), depth: .mono, medium: .reflective,
    wires: [.spi(usualSpeedHz: 4_000_000)], lines: [.dc, .reset, .backlight],
    neededLines: [.dc, .reset],
    opening: .controller { wiring, _ in PCD8544(wiring) })
}
