import Pixels

/// A panel's controller as its datasheet describes it: what to send to it, never when.
///
/// Its memory is a grid of cells, the smallest thing that can be written: a byte of eight rows on
/// a monochrome controller, a pixel on a coloured one. A window of cells is opened and filled row
/// by row.
protocol Panel {
  var cells: Size { get }
  /// The cost of a cell, and of opening a window, on the bus: bytes, or time counted in bytes.
  var cellBytes: Int { get }
  var windowBytes: Int { get }
  /// Whether a window can be no taller than one row.
  var opensRowByRow: Bool { get }

  /// The steps from any state to one where the memory can be written and nothing is lit.
  func setUp(_ lines: Set<PanelLine>) -> [Step]
  /// The steps that set up a lit panel again, in case it has lost its power for a moment. If it has
  /// not, nobody sees them: they reset nothing and darken nothing.
  func renewal() -> [Step]
  /// The steps from dark to lit, when the memory holds a whole frame.
  func displayOn() -> [Step]
  /// The steps from lit to dark, immediately.
  func displayOff() -> [Step]
  /// The steps from dark to asleep. `displayOn` wakes it.
  func enterSleep() -> [Step]
  /// The steps that set its brightness while lit, 1…100, as far as it can.
  func dim(to percent: Int) -> [Step]
  /// Opens a window of cells, ready for its data.
  func open(_ window: Rect) -> [Step]

  /// The same panel in other colours; nil if it has no colours.
  func wearing(_ theme: Theme) -> Self?
  /// The same panel with its colours dimmed; nil if only its light is dimmed.
  func colouring(at percent: Int) -> Self?

  /// Whether each cell is the pixel of the frame at the same place.
  var hasPixelsAsCells: Bool { get }
  /// The frame as cells, one byte each, row by row.
  func cells(of frame: Frame) -> [UInt8]
  /// The cells of a window as the bus wants them.
  func encode(_ window: Rect, of cells: [UInt8]) -> [UInt8]
}

extension Panel {
  var opensRowByRow: Bool { false }
  var hasPixelsAsCells: Bool { false }

  func wearing(_ theme: Theme) -> Self? { nil }
  func colouring(at percent: Int) -> Self? { nil }

  /// A cell of one byte is sent as it is.
  func encode(_ window: Rect, of cells: [UInt8]) -> [UInt8] {
    if window.height == 1 {
      let row = window.y * self.cells.width
      return Array(cells[row + window.x..<row + window.right])
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(window.width * window.height)
    for y in window.y..<window.bottom {
      let row = y * self.cells.width
      bytes += cells[row + window.x..<row + window.right]
    }
    return bytes
  }
}
