import Pixels

/// Sitronix ST7789V behind a 240×240 IPS glass, RGB565 over 4-wire SPI (datasheet v1.0).
///
/// A cell is a pixel as the frame has it; the theme makes it a colour when it is sent.
public struct ST7789: Panel {
  public let cells = Size(240, 240)
  public let cellBytes = 2
  // 11 bytes of commands, and the time of the dozen system calls that carry them.
  public let windowBytes = 160
  private let rotation: Rotation
  private let isLit: Bool
  /// Each pixel's colour as it goes over the wire, high byte first.
  private let colours: [UInt16]

  /// A brightness of 0 keeps the panel dark.
  public init(_ wiring: PanelWiring, theme: Theme) {
    rotation = wiring.rotation
    isLit = wiring.brightness > 0
    colours = theme.colours.map { colour in
      let red = UInt16(colour.red >> 3) << 11
      let green = UInt16(colour.green >> 2) << 5
      return (red | green | UInt16(colour.blue >> 3)).bigEndian
    }
  }

  public func setUp(_ lines: Set<PanelLine>) -> [Step] {
    // RESX low for at least 10 µs, then 5 ms to the next command (Reset Timing), as after SWRESET.
    let reset: [Step] =
      lines.contains(.reset)
      ? [.drive(.reset, false), .wait(milliseconds: 1), .drive(.reset, true)]
      : [.command([0x01])]
    return [.drive(.backlight, false)] + reset + [
      .wait(milliseconds: 5),
      .command([0x36]), .data([addressing]),  // MADCTL
      .command([0x3a]), .data([0x55]),  // COLMOD: 16 bits a pixel
      .command([0x21]),  // INVON: IPS glass is normally black
      .command([0x53]), .data([0x24]),  // WRCTRLD: brightness control on
    ]
  }

  // SLPOUT must keep 120 ms from a reset or SLPIN before it, SLPIN from a SLPOUT before it, and
  // everything 5 ms from both (SLPIN 10h, SLPOUT 11h).
  public func light() -> [Step] {
    let wake: [Step] = [.wait(milliseconds: 120), .command([0x11]), .wait(milliseconds: 5)]
    return isLit ? wake + [.command([0x29]), .drive(.backlight, true)] : wake
  }

  /// What the controller's LEDPWM pin gives, where a module has it wired to its backlight (WRDISBV).
  public func dim(to percent: Int) -> [Step] {
    [.command([0x51]), .data([UInt8(percent * 255 / 100)])]
  }

  public func darken() -> [Step] { [.drive(.backlight, false), .command([0x28])] }

  public func doze() -> [Step] {
    [.wait(milliseconds: 120), .command([0x10]), .wait(milliseconds: 5)]
  }

  public func open(_ window: Rect) -> [Step] {
    let x = window.x + (rotation == .threeQuarters ? Self.hiddenRows : 0)
    let y = window.y + (rotation == .half ? Self.hiddenRows : 0)
    return [
      .command([0x2a]), .data(Self.range(x, window.width)),  // CASET
      .command([0x2b]), .data(Self.range(y, window.height)),  // RASET
      .command([0x2c]),  // RAMWR
    ]
  }

  public func cells(of frame: Frame) -> [UInt8] { frame.pixels }

  public func encode(_ window: Rect, of cells: [UInt8]) -> [UInt8] {
    let count = window.width * window.height * 2
    return [UInt8](unsafeUninitializedCapacity: count) { bytes, used in
      var output = UnsafeMutableRawPointer(bytes.baseAddress!)
      cells.withUnsafeBufferPointer { cells in
        colours.withUnsafeBufferPointer { colours in
          for y in window.y..<window.bottom {
            let start = y * self.cells.width + window.x
            for cell in UnsafeBufferPointer(rebasing: cells[start..<start + window.width]) {
              output.storeBytes(of: colours[Int(cell)], as: UInt16.self)
              output += 2
            }
          }
        }
      }
      used = count
    }
  }

  /// The memory has 320 rows and the glass the first 240 of them; counted from the other end, these
  /// come after the hidden ones.
  private static let hiddenRows = 80

  /// MADCTL's MY, MX and MV for each rotation, red first.
  private var addressing: UInt8 {
    switch rotation {
    case .none: 0x00
    case .quarter: 0x60
    case .half: 0xc0
    case .threeQuarters: 0xa0
    }
  }

  private static func range(_ start: Int, _ count: Int) -> [UInt8] {
    let end = start + count - 1
    return [UInt8(start >> 8), UInt8(start & 255), UInt8(end >> 8), UInt8(end & 255)]
  }
}

extension PanelKind {
  public static let st7789 = PanelKind(
    "st7789", sizes: .listed([Size(240, 240)]), depth: .colour,
    wires: [.spi(usualSpeedHz: 32_000_000)], lines: [.dc, .reset, .backlight], neededLines: [.dc],
    model: { _ in ST7789Model() }, opening: .controller { ST7789($0, theme: $1) })
}
