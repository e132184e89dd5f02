import Pixels

/// A panel's controller as its datasheet describes it: what to send to it, never when.
///
/// Its memory is a grid of cells, the smallest thing that can be written: a byte of eight rows on
/// a monochrome controller, a pixel on a coloured one. A window of cells is opened and filled row
/// by row.
protocol Panel {
  var cells: Size { get }
  /// What a cell and opening a window cost on the bus: bytes, or time counted in bytes.
  var cellBytes: Int { get }
  var windowBytes: Int { get }
  /// Whether a window can be no taller than one row.
  var opensRowByRow: Bool { get }

  /// From any state to one where the memory can be written and nothing is lit.
  func setUp(_ lines: Set<PanelLine>) -> [Step]
  /// To a panel that is lit: all that it was set up with and has no more where its power was away for a
  /// moment. Where it was not, nobody sees it: it resets nothing and darkens nothing.
  func renewal() -> [Step]
  /// From dark to lit, when the memory holds a whole frame.
  func displayOn() -> [Step]
  /// From lit to dark, immediately.
  func displayOff() -> [Step]
  /// From dark to asleep. `displayOn` wakes it.
  func enterSleep() -> [Step]
  /// How bright it is while lit, 1…100, as far as it can.
  func dim(to percent: Int) -> [Step]
  /// Opens a window of cells, ready for its data.
  func open(_ window: Rect) -> [Step]

  /// The same panel in other colours; nil where it has none.
  func wearing(_ theme: Theme) -> Self?
  /// The same panel with colours so bright; nil where nothing but its light is dimmed.
  func colouring(at percent: Int) -> Self?

  /// Whether a cell is a pixel, in the same place.
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
