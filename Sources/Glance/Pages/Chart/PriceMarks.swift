import MarketData
import Pixels

/// The prices on a chart: round ones on faint lines, the highest and the lowest at their candles, and
/// the last one in a tag on its line.
struct PriceMarks {
  private let page: PageLayout
  private let scale: PriceScale
  private let layout: ChartLayout

  init(_ page: PageLayout, _ scale: PriceScale, _ layout: ChartLayout) {
    (self.page, self.scale, self.layout) = (page, scale, layout)
  }

  /// Draws the lines: candles stand on them.
  func drawLines(last price: Double, _ role: ColourRole, on frame: inout Frame) {
    for price in levels.prices { drawLine(row(price), every: 6, .faint, on: &frame) }
    drawLine(row(price), every: 2, role, on: &frame)
  }

  /// Writes the prices over the candles.
  func write(
    last price: Double, _ role: ColourRole, _ visible: ArraySlice<Candle?>, _ chart: CandleChart,
    in labels: inout PlotLabels, on frame: inout Frame
  ) {
    labels.write(
      layout.mark + layout.form.text(price), onRow: row(price), role, isTag: true, on: &frame)
    let offsets = visible.reversed().enumerated().compactMap { offset, candle in
      candle.map { (offset: offset, candle: $0) }
    }
    if let highest = offsets.max(by: { $0.candle.high < $1.candle.high }) {
      writeExtreme(
        highest.candle.high, x: chart.middle(highest.offset), isHigh: true, in: &labels, on: &frame)
    }
    if let lowest = offsets.min(by: { $0.candle.low < $1.candle.low }) {
      writeExtreme(
        lowest.candle.low, x: chart.middle(lowest.offset), isHigh: false, in: &labels, on: &frame)
    }
  }

  func writeLevels(in labels: inout PlotLabels, on frame: inout Frame) {
    let (step, prices) = levels
    for price in prices {
      // A text in the middle of its line, or none.
      let row = row(price)
      guard row - layout.chart.y >= labels.height / 2,
        layout.chart.bottom - row > (labels.height - 1) / 2
      else { continue }
      labels.write(layout.form.text(price, step: step), onRow: row, .dim, on: &frame)
    }
  }

  /// Above the highest candle or below the lowest one, else beside it.
  private func writeExtreme(
    _ price: Double, x: Int, isHigh: Bool, in labels: inout PlotLabels, on frame: inout Frame
  ) {
    let text = layout.form.text(price)
    let width = labels.width(text)
    let row = row(price)
    let beyond = isHigh ? row - labels.height : row + 1
    let beside = isHigh ? row : row - labels.height + 1
    let centred = max(layout.chart.x, min(layout.chart.right - width, x - width / 2))
    let places = [(centred, beyond), (x + 3, beside), (x - 2 - width, beside)].map {
      Rect(x: $0, y: $1, width: width, height: labels.height)
    }
    labels.write(text, among: places, .text, on: &frame)
  }

  private var levels: (step: RoundStep, prices: [Double]) {
    // Half as far apart where there is room: two have to be left beside the others.
    scale.marks(apart: page.small.ascent * 2 + 2)
  }

  private func row(_ price: Double) -> Int { layout.chart.y + scale.row(price) }

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
}
