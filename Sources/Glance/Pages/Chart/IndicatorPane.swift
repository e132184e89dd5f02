import MarketData
import Pixels

/// An indicator that is no price, below the candles: the relative strength between its limits of 30 and
/// 70, or the convergence of two averages around nought.
struct IndicatorPane {
  private let page: PageLayout
  private let chart: CandleChart
  private let layout: ChartLayout

  init(_ page: PageLayout, _ chart: CandleChart, _ layout: ChartLayout) {
    (self.page, self.chart, self.layout) = (page, chart, layout)
  }

  func draw(
    _ indicator: Indicator, _ lines: [ArraySlice<Double?>], on frame: inout Frame
  ) {
    let known = lines.joined().compactMap { $0 }
    guard let low = known.min(), let high = known.max() else { return }
    if indicator == .rsi {
      let range = min(low, 25)...max(high, 75)
      for limit in [30.0, 70] { drawLimit(limit, in: range, on: &frame) }
      draw(lines, in: range, on: &frame)
    } else {
      let distances = zip(lines[0], lines[1]).map { line, signal in
        line.flatMap { line in signal.map { line - $0 } }
      }
      // One bit cannot tell two lines from each other: how far apart they are is what counts.
      let drawn = page.depth == .mono ? [] : lines
      let reach = (drawn.joined() + distances).reduce(0) { max($0, abs($1 ?? 0)) }
      let range = -reach...reach
      drawLimit(0, in: range, on: &frame)
      chart.drawBars(distances[...], on: &frame) { row($0, in: range) }
      draw(drawn, in: range, on: &frame)
    }
  }

  private func draw(
    _ lines: [ArraySlice<Double?>], in range: ClosedRange<Double>, on frame: inout Frame
  ) {
    for (index, line) in lines.enumerated().reversed() {
      chart.drawLine(line, index == 0 ? .text : .dim, on: &frame) { row($0, in: range) }
    }
  }

  /// The newest values, each as long as there is room for. One bit draws the first line's distance from
  /// the second one alone.
  func values(_ scene: ChartScene, _ newest: [Double?]) -> [String] {
    let decimals = scene.indicator == .rsi ? 0 : scene.decimals
    let width = layout.legend.width - layout.space
    return newest.prefix(page.depth == .mono ? 1 : newest.count).map { value in
      guard let value else { return NumberFormatter.unknown }
      // As a price, zero would be written as not known.
      if value == 0 { return "0" }
      let sign = value < 0 ? "−" : ""
      return sign
        + page.numbers.price(abs(value), decimals: decimals) {
          layout.letters.width(sign + $0) <= width
        }
    }
  }

  private func drawLimit(
    _ limit: Double, in range: ClosedRange<Double>, on frame: inout Frame
  ) {
    let row = row(limit, in: range)
    for x in stride(from: layout.pane.x, to: layout.pane.right, by: 3) {
      frame.fill(Rect(x: x, y: row, width: 1, height: 1), with: ColourRole.faint.pixel())
    }
  }

  private func row(_ value: Double, in range: ClosedRange<Double>) -> Int {
    let height = range.upperBound - range.lowerBound
    // Where nothing moves, all is in the middle.
    let share = height == 0 ? 0.5 : max(0, min(1, (value - range.lowerBound) / height))
    let rows = Double(layout.pane.height - 1)
    return layout.pane.bottom - 1 - (share.isFinite ? Int(share * rows + 0.5) : 0)
  }
}
