import Pixels

/// Solomon Systech SSD1351, a 128×128 OLED of 65,536 colours over 4-wire SPI (datasheet rev 1.5,
/// sections 9 and 10).
///
/// A cell is a pixel as the frame has it. The parameters of its commands are sent as data.
struct SSD1351: Panel {
  let cells: Size
  let cellBytes = 2
  // 7 bytes of commands, and the time of the dozen system calls that carry them.
  let windowBytes = 80
  private let wiring: PanelWiring
  private var rgb565: RGB565

  init(_ wiring: PanelWiring, theme: Theme) {
    self.wiring = wiring
    cells = wiring.surface.size
    rgb565 = RGB565(theme)
  }

  func wearing(_ theme: Theme) -> Self? {
    var other = self
    other.rgb565 = RGB565(theme)
    return other
  }

  func setUp(_ lines: Set<PanelLine>) -> [Step] {
    let off: [Step] = .commands([
      [0xfd, 0x12],  // unlocked
      [0xae],  // display off
    ])
    return [Step].reset(on: lines) + off + renewal()
  }

  func renewal() -> [Step] {
    .commands([
      [0xfd, 0xb1],  // the commands that modules are tuned by are unlocked, too
      [0xa0, mapping],
      [0xa1, 0],  // start line 0
      [0xa2, 0],  // no display offset
      [0xa6],  // show the memory
      [0xab, 0x01],  // internal VDD regulator
      [0xb1, 0x32],  // phases 1 and 2: 5 and 3 clocks
      [0xb3, 0xf1],  // clock: oscillator at its fastest, divide by 2
      [0xb4, 0xa0, 0xb5, 0x55],  // VSL external
      [0xb6, 0x01],  // second pre-charge: 1 clock
      [0xbe, 0x05],  // VCOMH at 0.82 Vcc
      [0xc7, 0x0f],  // all the current that the contrast asks for
      [0xca, 127],  // multiplex 128 rows
    ])
  }

  /// 65,536 colours, red first, commons split into odd and even; and how the picture is turned.
  private var mapping: UInt8 {
    let rowsAreReversed: UInt8 = 0x10
    let columnsAreReversed: UInt8 = 0x02
    let axesAreSwapped: UInt8 = 0x01
    // Modules are mounted so that a picture stands upright when rows run backwards.
    let turn =
      switch wiring.rotation {
      case .none: rowsAreReversed
      case .quarter: rowsAreReversed | columnsAreReversed | axesAreSwapped
      case .half: columnsAreReversed
      case .threeQuarters: axesAreSwapped
      }
    return 0x64 | turn
  }

  func displayOn() -> [Step] { [.command([0xaf])] }
  func displayOff() -> [Step] { [.command([0xae])] }
  /// A display that is off sleeps.
  func enterSleep() -> [Step] { [] }

  /// The contrast of the three colours, balanced to white.
  func dim(to percent: Int) -> [Step] {
    let levels: [UInt8] = [200, 128, 200].map { (full: Int) in UInt8(full * percent / 100) }
    return .commands([[0xc1] + levels])
  }

  func open(_ window: Rect) -> [Step] {
    let columns = [UInt8(window.x), UInt8(window.right - 1)]
    let rows = [UInt8(window.y), UInt8(window.bottom - 1)]
    let isTurned = wiring.rotation.swapsAxes
    return .commands([
      [0x15] + (isTurned ? rows : columns), [0x75] + (isTurned ? columns : rows), [0x5c],
    ])
  }

  var hasPixelsAsCells: Bool { true }
  func cells(of frame: Frame) -> [UInt8] { frame.pixels }

  func encode(_ window: Rect, of cells: [UInt8]) -> [UInt8] {
    rgb565.encode(window, of: cells, width: self.cells.width)
  }
}

extension [Step] {
  /// Commands of one byte, the rest of each sent as data.
  fileprivate static func commands(_ commands: [[UInt8]]) -> [Step] {
    commands.flatMap { bytes -> [Step] in
      let parameters = [UInt8](bytes.dropFirst())
      return [.command([bytes[0]])] + (parameters.isEmpty ? [] : [.data(parameters)])
    }
  }
}

extension PanelKind {
  public static let ssd1351 = PanelKind(
    "ssd1351", sizes: .listed([Size(128, 128)]), depth: .colour, lightSource: .pixels,
    wires: [.spi(usualSpeedHz: 16_000_000)], lines: [.dc, .reset], neededLines: [.dc],
    opening: .controller { SSD1351($0, theme: $1) })
}
