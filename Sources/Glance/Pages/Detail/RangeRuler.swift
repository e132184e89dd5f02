import MarketData
import Pixels

/// Ranges of prices under each other: label, lowest, bar, highest, all in columns.
struct RangeRuler {
  let layout: PageLayout
  let decimals: Int
  /// False where there is room for the day's range alone, and that needs no name.
  private(set) var hasLabels = true
  private var label = 0
  private var low = 0
  private var high = 0
  private var isBrief = false

  private var letters: Lettering { layout.factLetters }

  /// - Parameter labels: of each range.
  init(
    _ ranges: [DetailScene.Range], _ labels: [String], decimals: Int, _ layout: PageLayout,
    width: Int
  ) {
    (self.layout, self.decimals) = (layout, decimals)
    label = labels.reduce(0) { max($0, letters.width($1)) } + layout.gap
    measure(ranges, width - label)
    guard low * high == 0 else { return }
    (hasLabels, label) = (false, 0)
    measure(Array(ranges.prefix(1)), width)
  }

  /// Columns for the longest of them that leave the bar a fifth; with four digits where all of them
  /// have no room in full, and none where they have no room at all.
  private mutating func measure(_ ranges: [DetailScene.Range], _ width: Int) {
    let room = (width * 4 / 5 - layout.gap) / 2
    let full = ranges.flatMap { [$0.low, $0.high] }.map {
      layout.numbers.price($0, decimals: decimals) { _ in true }
    }
    isBrief = !full.allSatisfy { letters.width($0) <= room }
    func column(_ prices: [Double], _ rounding: Decimal.Rounding) -> Int {
      let texts = prices.map { text($0, rounding, room) }
      return texts.contains(NumberFormatter.unknown)
        ? 0 : texts.reduce(0) { max($0, letters.width($1)) }
    }
    (low, high) = (
      column(ranges.map(\.low), .towardZero), column(ranges.map(\.high), .awayFromZero)
    )
  }

  private func text(_ price: Double, _ rounding: Decimal.Rounding, _ room: Int) -> String {
    let fits = { (text: String) in letters.width(text) <= room }
    return isBrief
      ? layout.numbers.brief(price, decimals: decimals, rounding: rounding, fits: fits)
      : layout.numbers.price(price, decimals: decimals, fits: fits)
  }

  func draw(
    _ range: DetailScene.Range, _ name: String, price: Double?, _ role: ColourRole, in row: Rect,
    on frame: inout Frame
  ) {
    let baseline = layout.baseline(of: row)
    func write(_ text: String, _ role: ColourRole, right: Int) {
      frame.write(text, x: right - letters.width(text), baseline: baseline, role: role, in: letters)
    }
    if hasLabels { frame.write(name, x: row.x, baseline: baseline, role: .dim, in: letters) }
    let left = row.x + label + low
    if low > 0 { write(text(range.low, .towardZero, low), .text, right: left) }
    if high > 0 {
      write(text(range.high, .awayFromZero, high), .text, right: row.right + 1)
    }
    let gaps = (low > 0 ? layout.gap / 2 : 0, high > 0 ? layout.gap / 2 : 0)
    let height = letters.ascent | 1
    let bar = Rect(
      x: left + gaps.0, y: baseline - (letters.ascent + height) / 2,
      width: row.right - high - gaps.1 - left - gaps.0, height: height)
    RangeBar(rect: bar, depth: layout.depth).draw(
      low: range.low, high: range.high, price: price, role, on: &frame)
  }
}
