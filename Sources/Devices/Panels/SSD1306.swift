import Pixels

/// Solomon Systech SSD1306, 128×64 OLED over I2C (datasheet rev 1.1, sections 9 and 10).
///
/// A cell is a byte of the memory: eight rows of a column, the top one in bit 0.
public struct SSD1306: Panel {
  public let cells = Size(128, 8)
  public let cellBytes = 1
  // Two control bytes, the six of the window, and the time of two more transactions.
  public let windowBytes = 20
  private let rotation: Rotation

  public init(_ wiring: PanelWiring) { rotation = wiring.rotation }

  public func setUp(_ lines: Set<PanelLine>) -> [Step] {
    // RES# low for at least 3 µs (section 8.9).
    let reset: [Step] = [
      .drive(.reset, false), .wait(milliseconds: 1), .drive(.reset, true), .wait(milliseconds: 1),
    ]
    // Modules are mounted so that a picture stands upright when both scans run backwards.
    let flipped = rotation == .half || rotation == .threeQuarters
    let commands: [UInt8] = [
      0xae,  // display off
      0xd5, 0x80,  // clock: divide by 1, oscillator as after reset
      0xa8, 63,  // multiplex 64 rows
      0xd3, 0,  // no display offset
      0x40,  // start line 0
      0x20, 0x00,  // horizontal addressing
      flipped ? 0xa0 : 0xa1,  // segment remap
      flipped ? 0xc0 : 0xc8,  // COM scan direction
      0xda, 0x12,  // COM pins alternate, as 64-row modules are wired
      0xd9, 0xf1,  // pre-charge: 1 clock, 15 clocks
      0xdb, 0x20,  // VCOMH deselect at 0.77 Vcc
      0x2e,  // no scrolling
      0xa4,  // show the memory
      0xa6,  // 1 is lit
    ]
    return (lines.contains(.reset) ? reset : []) + [.command(commands)]
  }

  // The charge pump is on while the panel is (application note: charge pump).
  public func light() -> [Step] { [.command([0x8d, 0x14, 0xaf])] }
  /// The controller's contrast (section 10.1.7): the panel stays readable at 0.
  public func dim(to percent: Int) -> [Step] { [.command([0x81, UInt8(percent * 255 / 100)])] }
  public func darken() -> [Step] { [.command([0xae])] }
  public func doze() -> [Step] { [.command([0x8d, 0x10])] }

  public func open(_ window: Rect) -> [Step] {
    [
      .command([
        0x21, UInt8(window.x), UInt8(window.right - 1),
        0x22, UInt8(window.y), UInt8(window.bottom - 1),
      ])
    ]
  }

  public func encode(_ window: Rect, of cells: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(window.width * window.height)
    for page in window.y..<window.bottom {
      let row = page * self.cells.width
      bytes += cells[row + window.x..<row + window.right]
    }
    return bytes
  }

  public func cells(of frame: Frame) -> [UInt8] {
    rotation.swapsAxes ? turned(frame) : upright(frame)
  }

  /// Bit 3 of a pixel says whether it is lit: coverage 8 and up.
  private static let lit: UInt64 = 0x0101_0101_0101_0101

  /// Eight pixels of eight rows at once: row r gives bit r of each of eight cells.
  private func upright(_ frame: Frame) -> [UInt8] {
    frame.pixels.withUnsafeBytes { pixels in
      [UInt8](unsafeUninitializedCapacity: 1024) { cells, count in
        let words = UnsafeMutableRawBufferPointer(cells)
        for cell in stride(from: 0, to: 1024, by: 8) {
          var pixel = cell / 128 * 8 * 128 + cell % 128
          var word: UInt64 = 0
          for row in 0..<8 {
            let eight = pixels.loadUnaligned(fromByteOffset: pixel, as: UInt64.self)
            word |= (eight >> 3 & Self.lit) << UInt64(row)
            pixel += 128
          }
          words.storeBytes(of: word, toByteOffset: cell, as: UInt64.self)
        }
        count = 1024
      }
    }
  }

  /// A quarter clockwise: eight pixels of a frame's row are one cell, and its rows run to the left.
  private func turned(_ frame: Frame) -> [UInt8] {
    // Multiplying gathers bit 0 of byte i into bit 56 + i.
    let gather: UInt64 = 0x0102_0408_1020_4080
    return frame.pixels.withUnsafeBytes { pixels in
      [UInt8](unsafeUninitializedCapacity: 1024) { cells, count in
        for page in 0..<8 {
          for column in 0..<128 {
            let eight = pixels.loadUnaligned(
              fromByteOffset: (127 - column) * 64 + page * 8, as: UInt64.self)
            let bits = (UInt64(littleEndian: eight) >> 3 & Self.lit) &* gather
            cells[page * 128 + column] = UInt8(bits >> 56)
          }
        }
        count = 1024
      }
    }
  }
}

extension PanelKind {
  public static let ssd1306 = PanelKind(
    "ssd1306", sizes: .listed([Size(128, 64)]), depth: .mono, glow: .pixels,
    wires: [.i2c(usualAddress: 0x3c)],
    lines: [.reset], model: { _ in SSD1306Model() },
    opening: .controller { wiring, _ in SSD1306(wiring) })
}
