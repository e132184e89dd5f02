import MarketData
import Pixels

/// What is no price, below the candles: the relative strength between its limits of 30 and 70, or
/// two averages' convergence around nought. Its name and its last value stand at the left, over what is oldest.
struct IndicatorPane {
  private let page: PageLayout
  private let chart: CandleChart
  private let layout: ChartLayout

  init(_ page: PageLayout, _ chart: CandleChart, _ layout: ChartLayout) {
    (self.page, self.chart, self.layout) = (page, chart, layout)
  }

  func draw(_ scene: ChartScene, _ lines: [ArraySlice<Double?>], on frame: inout Frame) {
    drawLines(scene.indicator, lines, on: &frame)
    writeLegend(scene, lines.map { $0.last ?? nil }, on: &frame)
  }

  private func drawLines(
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

  /// Its name, and each value in the role of its line. One bit draws the first line's distance from the
  /// second one alone, and the newest values are not to be hidden.
  func legend(_ scene: ChartScene, _ values: [Double?]) -> [(text: String, role: ColourRole)] {
    let name = scene.indicatorName ?? ""
    let shown = page.depth == .mono || layout.pane.width < 300 ? values.prefix(1) : values[...]
    let room = layout.pane.width * 3 / 4 - page.small.width(name)
    let decimals = scene.indicator == .rsi ? 0 : scene.decimals
    return [(name, .text)]
      + shown.enumerated().map { index, value in
        (" " + text(value, decimals, room / shown.count), index == 0 ? .text : .dim)
      }
  }

  private func writeLegend(_ scene: ChartScene, _ values: [Double?], on frame: inout Frame) {
    let letters = page.small
    let runs = legend(scene, values)
    let width = runs.reduce(0) { $0 + letters.width($1.text) }
    let rows = min(layout.pane.height, letters.ascent + 2)
    var x = layout.pane.x + 1
    frame.fill(Rect(x: x - 1, y: layout.pane.y, width: width + 2, height: rows), with: 0)
    for (text, role) in runs {
      frame.write(
        text, x: x, baseline: layout.pane.y + (rows + letters.ascent) / 2, role: role, in: letters)
      x += letters.width(text)
    }
  }

  private func text(_ value: Double?, _ decimals: Int, _ width: Int) -> String {
    guard let value else { return NumberFormatter.unknown }
    let sign = value < 0 ? "−" : ""
    return sign
      + page.numbers.price(abs(value), decimals: decimals) {
        page.small.width(" " + sign + $0) <= width
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
    let share = max(0, min(1, (value - range.lowerBound) / height))
    let rows = Double(layout.pane.height - 1)
    return layout.pane.bottom - 1 - (share.isFinite ? Int(share * rows + 0.5) : 0)
  }
}
