import Pixels

/// Solomon Systech SSD1327, a 128×128 OLED of 16 greys over I2C or 4-wire SPI (datasheet rev 1.1,
/// sections 9 and 10).
///
/// A cell is a byte of the memory: two pixels of a row, the left one in the high nibble.
struct SSD1327: OLED {
  let cells = Size(64, 128)
  let cellBytes = 1
  // Two control bytes, the six of the window, and the time of two more transactions.
  let windowBytes = 20
  private let scan: ScanOrder
  /// Each pixel's grey, 0…15.
  private var greys: [UInt8]

  init(_ wiring: PanelWiring, theme: Theme) {
    scan = ScanOrder(wiring.rotation, over: wiring.size)
    greys = Self.greys(theme)
  }

  func wearing(_ theme: Theme) -> Self? {
    var other = self
    other.greys = Self.greys(theme)
    return other
  }

  private static func greys(_ theme: Theme) -> [UInt8] {
    theme.colours.map { UInt8($0.luma >> 4) }
  }

  var darkRegisters: [UInt8] {
    [
      0xfd, 0x12,  // unlocked
      0xae,  // display off
    ]
  }

  var registers: [UInt8] {
    [
      // Columns and rows backwards, as modules are mounted; commons split into odd and even.
      0xa0, 0x51,
      0xa1, 0,  // start line 0
      0xa2, 0,  // no display offset
      0xa4,  // show the memory
      0xa8, 127,  // multiplex 128 rows
      0xab, 0x01,  // internal VDD regulator
      0xb1, 0xf1,  // phases 1 and 2: 1 and 15 clocks
      0xb3, 0x00,  // clock: divide by 1, oscillator as after reset
      0xb6, 0x0f,  // second pre-charge: 15 clocks
      0xb9,  // linear greys
      0xbc, 0x08,  // pre-charge at VCOMH
      0xbe, 0x0f,  // VCOMH at 0.86 Vcc
      0xd5, 0x62,  // second pre-charge on, VSL external
      0x2e,  // no scrolling
    ]
  }

  func open(_ window: Rect) -> [Step] {
    [
      .command([
        0x15, UInt8(window.x), UInt8(window.right - 1),
        0x75, UInt8(window.y), UInt8(window.bottom - 1),
      ])
    ]
  }

  func cells(of frame: Frame) -> [UInt8] {
    let count = cells.width * cells.height
    return frame.pixels.withUnsafeBufferPointer { pixels in
      greys.withUnsafeBufferPointer { greys in
        [UInt8](unsafeUninitializedCapacity: count) { bytes, used in
          for y in 0..<cells.height {
            var pixel = scan.start + y * scan.down
            for x in 0..<cells.width {
              let right = pixel + scan.right
              bytes[y * cells.width + x] =
                greys[Int(pixels[pixel])] << 4 | greys[Int(pixels[right])]
              pixel = right + scan.right
            }
          }
          used = count
        }
      }
    }
  }
}

extension PanelKind {
  public static let ssd1327 = oled(
    "ssd1327", [Size(128, 128)], depth: .grey, usualAddress: 0x3d, usualSpeedHz: 8_000_000,
    panel: { SSD1327($0, theme: $1) })
}
