import Pixels

/// A panel's controller as its datasheet describes it: what to say to it, never when.
///
/// Its memory is a grid of cells, the smallest thing that can be written: a byte of eight rows on
/// a monochrome controller, a pixel on a coloured one. A window of cells is opened and filled row
/// by row.
public protocol Panel {
  var cells: Size { get }
  /// What a cell and opening a window cost on the bus, in bytes or the time of so many.
  var cellBytes: Int { get }
  var windowBytes: Int { get }

  /// From any state to one where the memory can be written and nothing is lit.
  func setUp(_ lines: Set<PanelLine>) -> [Step]
  /// From dark to lit, when the memory holds a whole frame.
  func light() -> [Step]
  /// From lit to dark, at once.
  func darken() -> [Step]
  /// From dark to asleep. `light` wakes it.
  func doze() -> [Step]
  /// How bright it is while lit, 1…100, as far as it can.
  func dim(to percent: Int) -> [Step]
  /// Opens a window of cells, ready for its data.
  func open(_ window: Rect) -> [Step]

  /// The frame as cells, one byte each, row by row.
  func cells(of frame: Frame) -> [UInt8]
  /// The cells of a window as the bus wants them.
  func encode(_ window: Rect, of cells: [UInt8]) -> [UInt8]
}
