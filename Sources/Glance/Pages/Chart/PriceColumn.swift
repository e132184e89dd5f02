import MarketData
import Pixels

/// The prices beside a chart, each on its row: the last one in a tag, the highest and the lowest one, and
/// round ones, which have a faint line. Below them an indicator's name and its values.
struct PriceColumn {
  struct Label {
    var text: String
    var rect: Rect
    var role: ColourRole
    /// The row on the frame that it tells the price of.
    var row: Int
  }

  private let page: PageLayout
  private let layout: ChartLayout
  private let scale: PriceScale
  private(set) var tag: Label?
  private(set) var extremes: [Label] = []
  private(set) var levels: [Label] = []
  private(set) var legend: [Label] = []

  var labels: [Label] { [tag].compactMap { $0 } + extremes + levels + legend }

  init(
    _ page: PageLayout, _ layout: ChartLayout, _ scale: PriceScale, last price: Double,
    _ role: ColourRole, _ visible: some Sequence<Candle?>
  ) {
    (self.page, self.layout, self.scale) = (page, layout, scale)
    addTag(price, role)
    // If there are few rows, they belong to the candles and the last price.
    guard layout.prices.height >= 3 * layout.lineHeight else { return }
    let known = visible.compactMap { $0 }
    if let high = known.map(\.high).max() { addExtreme(high, isHigh: true) }
    if let low = known.map(\.low).min() { addExtreme(low, isHigh: false) }
    levels = freeLevels(atMost: 4)
    guard levels.count < 2 else { return }
    // The other prices left too few of them.
    let finer = freeLevels(atMost: 8)
    if finer.count > levels.count { levels = finer }
  }

  /// Adds the tag of the last price. It moves in steps, so that it stands still while the price moves a
  /// little; a line leads to it from the price's row.
  private mutating func addTag(_ price: Double, _ role: ColourRole) {
    let row = row(price)
    let step = max(1, layout.lineHeight / 3)
    let top = max(0, row - layout.lineHeight / 2 - layout.prices.y) / step * step
    tag = Label(
      text: layout.mark + layout.form.text(price), rect: rect(at: layout.prices.y + top),
      role: role, row: row)
  }

  /// Adds the highest or the lowest price on its row, or beyond the tag if the tag is there.
  private mutating func addExtreme(_ price: Double, isHigh: Bool) {
    let row = row(price)
    let beside = rect(at: row - layout.lineHeight / 2)
    let beyond = (tag?.rect).map {
      rect(at: isHigh ? $0.y - layout.lineHeight - space : $0.bottom + space)
    }
    let text = layout.form.text(price)
    // Rounded, it may equal a number that is there already.
    let isNew = labels.allSatisfy { $0.text != text && $0.text != layout.mark + text }
    guard isNew, let rect = [beside, beyond ?? beside].first(where: isFree) else { return }
    extremes.append(Label(text: text, rect: rect, role: .text, row: row))
  }

  private func freeLevels(atMost count: Int) -> [Label] {
    let (step, prices) = scale.marks(apart: layout.lineHeight + space, atMost: count)
    return prices.compactMap { price in
      let row = row(price)
      let rect = rect(at: row - layout.lineHeight / 2)
      let text = layout.form.text(price, step: step)
      // A number in the middle of its line, or none.
      guard rect.y == row - layout.lineHeight / 2, isFree(rect),
        layout.letters.width(text) <= rect.width - layout.space
      else { return nil }
      return Label(text: text, rect: rect, role: .dim, row: row)
    }
  }

  /// What an indicator is called, and its newest values, each in the role of its line, as many as
  /// there is room for: a value before the name.
  mutating func addLegend(_ name: String, _ values: [String]) {
    let count = layout.legend.height / layout.lineHeight
    let lines = layout.namesIndicator ? [name] + values : values
    legend = lines.prefix(count).enumerated().map { index, text in
      var rect = layout.legend
      (rect.y, rect.height) = (rect.y + index * layout.lineHeight, layout.lineHeight)
      let isSecond = index > (layout.namesIndicator ? 1 : 0)
      return Label(text: text, rect: rect, role: isSecond ? .dim : .text, row: rect.y)
    }
  }

  /// Draws the lines of round prices: candles stand on them.
  func drawLines(on frame: inout Frame) {
    let chart = layout.chart
    for level in levels {
      if page.depth != .mono {
        let line = Rect(x: chart.x, y: level.row, width: chart.width, height: 1)
        frame.fill(line, with: ColourRole.faint.pixel(6))
        continue
      }
      for x in stride(from: chart.x, to: chart.right, by: 6) {
        let dot = Rect(x: x, y: level.row, width: 1, height: 1)
        frame.fill(dot, with: ColourRole.faint.pixel())
      }
    }
  }

  /// - Parameter end: the column beyond the newest candle, from where a line leads to the tag.
  func write(from end: Int, on frame: inout Frame) {
    if let tag {
      frame.fill(tag.rect, with: tag.role.pixel())
      frame.fill(
        Rect(x: end, y: tag.row, width: tag.rect.x - end, height: 1), with: tag.role.pixel())
      write(tag, isCut: true, on: &frame)
    }
    for label in extremes + levels + legend { write(label, on: &frame) }
  }

  private func write(_ label: Label, isCut: Bool = false, on frame: inout Frame) {
    let text = layout.letters.fitted(label.text, width: label.rect.width - layout.space)
    frame.write(
      text, x: label.rect.x + layout.space, baseline: label.rect.bottom - layout.tail,
      role: label.role, in: layout.letters, isCut: isCut)
  }

  private func row(_ price: Double) -> Int { layout.chart.y + scale.row(price) }

  /// Rows between two numbers, beside those that are their own.
  private var space: Int { page.surface.size.height < 64 ? 0 : 1 }

  /// A line that begins there, or as near as the column allows.
  private func rect(at y: Int) -> Rect {
    let column = layout.prices
    return Rect(
      x: column.x, y: max(column.y, min(column.bottom - layout.lineHeight, y)),
      width: column.width, height: layout.lineHeight)
  }

  private func isFree(_ rect: Rect) -> Bool {
    labels.allSatisfy { rect.y >= $0.rect.bottom + space || rect.bottom + space <= $0.rect.y }
  }
}
