import Pixels

/// A monochrome controller whose cells are page bytes.
protocol PagePanel: Panel {
  var pages: PageBytes { get }
}

extension PagePanel {
  var cells: Size { pages.cells }
  var cellBytes: Int { 1 }

  func cells(of frame: Frame) -> [UInt8] { pages.cells(of: frame) }
}
