import MarketData
import Pixels

/// Ranges of prices under each other: label, lowest, bar, highest, all in columns.
struct RangeRuler {
  enum Form {
    case labelled
    /// The label and the bar, and below them the ends: each range has two rows.
    case inPairs
    /// The day's range alone, without its name.
    case unlabelled
  }

  let layout: PageLayout
  let decimals: Int
  private(set) var form = Form.labelled
  /// How many of the ranges there is room for, from the first.
  private(set) var count: Int
  /// Whether every end has four digits, or is in full.
  private(set) var isWhole = false
  private var label = 0
  private var low = 0
  private var high = 0
  private var isBrief = false

  private var letters: Lettering { layout.factLetters }

  /// Takes the first form in which every end has four digits, or is in full; if there is none, one with
  /// fewer digits.
  /// - Parameters:
  ///   - labels: the label of each range.
  ///   - rows: lines that there is room for.
  ///   - others: lines besides the ranges.
  init(
    _ ranges: [DetailScene.Range], _ labels: [String], decimals: Int, _ layout: PageLayout,
    width: Int, rows: Int, others: Int
  ) {
    (self.layout, self.decimals, count) = (layout, decimals, ranges.count)
    let day = Array(ranges.prefix(1))
    label = labels.reduce(0) { max($0, letters.width($1)) } + layout.gap
    let rest = width - label
    // The bar gets shorter before an end loses digits.
    if measure(ranges, rest * 4 / 5) || measure(ranges, rest * 9 / 10) { return }
    // One row stays free between lines; the first range comes before all of them.
    let pairs = min(ranges.count, max((rows - others - 1) / 2, rows >= 4 ? 1 : 0))
    if pairs > 0, measure(Array(ranges.prefix(pairs)), width) {
      (form, count) = (.inPairs, pairs)
      return
    }
    if !measure(day, width * 4 / 5) {
      _ = measure(ranges, rest * 4 / 5)
      if low * high > 0 { return }
      _ = measure(day, width * 4 / 5)
    }
    (form, count, label) = (.unlabelled, day.count, 0)
  }

  /// Measures the columns for the longest ends; 0 if one of them has no room at all.
  /// - Parameter width: columns for both ends and the space between them.
  /// - Returns: `isWhole`.
  private mutating func measure(_ ranges: [DetailScene.Range], _ width: Int) -> Bool {
    let room = (width - layout.gap) / 2
    let full = ranges.flatMap { [$0.low, $0.high] }.map {
      layout.numbers.price($0, decimals: decimals) { _ in true }
    }
    isBrief = !full.allSatisfy { letters.width($0) <= room }
    isWhole = true
    func column(_ prices: [Double], _ rounding: Decimal.Rounding) -> Int {
      let texts = prices.map { text($0, rounding, room) }
      let isKnown = !texts.contains(NumberFormatter.unknown)
      let isFull = !isBrief || texts == prices.map { text($0, rounding, .max) }
      isWhole = isWhole && isKnown && isFull
      return isKnown ? texts.reduce(0) { max($0, letters.width($1)) } : 0
    }
    (low, high) = (
      column(ranges.map(\.low), .towardZero), column(ranges.map(\.high), .awayFromZero)
    )
    return isWhole
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
    if form != .unlabelled {
      frame.write(name, x: row.x, baseline: baseline, role: .dim, in: letters)
    }
    var (left, right) = (row.x + label, row.right)
    if form != .inPairs {
      var rest = row
      (rest.x, rest.width) = (left, row.right - left)
      drawEnds(of: range, in: rest, on: &frame)
      left += low + (low > 0 ? layout.gap / 2 : 0)
      right -= high + (high > 0 ? layout.gap / 2 : 0)
    }
    let height = letters.ascent | 1
    let bar = Rect(
      x: left, y: baseline - (letters.ascent + height) / 2, width: right - left, height: height)
    RangeBar(rect: bar, depth: layout.depth).draw(
      low: range.low, high: range.high, price: price, role, on: &frame)
  }

  /// The lowest price at the left of a row, and the highest at its right.
  func drawEnds(of range: DetailScene.Range, in row: Rect, on frame: inout Frame) {
    let baseline = layout.baseline(of: row)
    func write(_ text: String, right: Int) {
      frame.write(
        text, x: right - letters.width(text), baseline: baseline, role: .text, in: letters)
    }
    if low > 0 { write(text(range.low, .towardZero, low), right: row.x + low) }
    if high > 0 { write(text(range.high, .awayFromZero, high), right: row.right + 1) }
  }
}
