import MarketData
import Pixels

/// The prices beside a chart: round ones with faint lines, and the last one in a tag on its line.
struct PriceMarks {
  private let page: PageLayout
  private let scale: PriceScale
  private let layout: ChartLayout
  /// Rows that a price takes with the space around it, and those of them below its baseline.
  private let height: Int
  private let tail: Int

  init(_ page: PageLayout, _ scale: PriceScale, _ layout: ChartLayout) {
    (self.page, self.scale, self.layout) = (page, scale, layout)
    // A unit's name may be taller than digits, and digits have no tails.
    let extent = page.small.extent(layout.form.unit)
    tail = extent.below + 1
    height = extent.above + tail + 1
  }

  func draw(last price: Double, _ role: ColourRole, on frame: inout Frame) {
    let tag = box(price)
    let (step, prices) = scale.marks(apart: height + max(3, height / 2))
    for price in prices {
      let row = layout.chart.y + scale.row(price)
      drawLine(row, every: 6, .faint, on: &frame)
      let rect = box(price)
      let isFree = layout.column.isEmpty || rect.intersection(tag).isEmpty
      guard isFree, rect.y <= row - height / 2, rect.bottom > row + (height - 1) / 2 else {
        continue
      }
      write(layout.form.text(price, step: step), in: rect, .dim, on: &frame)
    }
    drawLine(layout.chart.y + scale.row(price), every: 2, role, on: &frame)
    guard !tag.isEmpty else { return }
    frame.fill(tag, with: role.pixel())
    write(layout.mark + layout.form.text(price), in: tag, role, isCut: true, on: &frame)
  }

  /// Where a price stands in the column, as near to its row as there is room.
  private func box(_ price: Double) -> Rect {
    let row = layout.chart.y + scale.row(price)
    let top = max(layout.column.y, min(layout.chart.bottom - height, row - height / 2))
    return Rect(x: layout.column.x, y: top, width: layout.column.width, height: height)
  }

  private func drawLine(_ row: Int, every columns: Int, _ role: ColourRole, on frame: inout Frame) {
    let chart = layout.chart
    guard page.depth == .mono || role != .faint else {
      return frame.fill(
        Rect(x: chart.x, y: row, width: chart.width, height: 1), with: role.pixel(6))
    }
    for x in stride(from: chart.x, to: chart.right, by: columns) {
      frame.fill(Rect(x: x, y: row, width: 1, height: 1), with: role.pixel())
    }
  }

  private func write(
    _ text: String, in rect: Rect, _ role: ColourRole, isCut: Bool = false, on frame: inout Frame
  ) {
    guard !rect.isEmpty else { return }
    frame.write(
      text, x: rect.right - page.small.width(text), baseline: rect.bottom - tail, role: role,
      in: page.small, isCut: isCut)
  }
}
