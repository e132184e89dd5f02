import MarketData
import Pixels

/// The mark, the price, the line of prices and the change; below them what else is known, the most
/// important first, as much as there is room for.
struct DetailPage {
  let layout: PageLayout

  init(_ layout: PageLayout) { self.layout = layout }

  func draw(_ scene: DetailScene, on frame: inout Frame) {
    layout.drawHeader(
      layout.title(DetailScene.title, of: scene.statusHeader), scene.statusHeader, on: &frame)
    guard scene.price != nil || !scene.statusHeader.isOld else {
      return layout.drawExplanation(layout.words[.noTrades], of: scene.statusHeader, on: &frame)
    }
    var rect = layout.body
    if rect.height < 4 * layout.pitch {
      let gap = max(2, layout.pitch - layout.text.ascent)
      drawLine(scene, in: rect.cutTop(layout.text.ascent, gap: gap), on: &frame)
    } else {
      drawHead(scene, in: rect.cutTop(headHeight, gap: layout.gap / 2), on: &frame)
      if hasBand, scene.prices.count > 1 {
        let band = rect.cutTop(layout.body.height / 6, gap: layout.gap)
        drawPrices(scene, in: band, on: &frame)
      }
    }
    drawFacts(scene, in: layout.widened(rect), on: &frame)
  }

  /// Tall bodies give the line of prices a band of its own.
  private var hasBand: Bool { layout.body.height >= 150 }

  private var headHeight: Int {
    let band = hasBand ? min(layout.body.height / 4, layout.body.width * 3 / 10) : 0
    // Commas hang between the price and the change.
    return max(band, layout.text.ascent * 5 / 2)
  }

  /// Price and change on one line, where there is room for little else.
  private func drawLine(_ scene: DetailScene, in row: Rect, on frame: inout Frame) {
    let width = drawChange(scene, .right, in: row, room: row.width / 2, on: &frame)
    var rest = row
    rest.width -= width - 1 + layout.gap
    drawPrice(scene, in: rest, layout.strong, on: &frame)
  }

  /// The mark, beside it the price over the change, and the line of prices where it has no band.
  private func drawHead(_ scene: DetailScene, in rect: Rect, on frame: inout Frame) {
    let side = rect.height - 1
    var numbers = rect
    numbers.x += side + layout.gap
    numbers.width -= side + layout.gap
    let least = layout.numbers.money(scene.money, in: layout.strong, width: numbers.width + 1)
    if scene.money != nil, least == NumberFormatter.unknown {
      // A mark does not turn a known price into a dash: it is left out instead.
      numbers = rect
    } else {
      frame.blit(layout.marks.picture(of: scene.base, side: side), x: rect.x, y: rect.y)
    }
    let usual = layout.strong.width("888,888,888")
    let rest = numbers.width - usual - layout.gap
    if !hasBand, scene.prices.count > 1,
      rest >= layout.gap + side + layout.small.width(layout.words[.week])
    {
      numbers.width = usual
      drawPrices(
        scene, in: Rect(x: rect.right - rest, y: rect.y, width: rest, height: side), on: &frame)
    }
    var upper = numbers
    upper.height = max(layout.strong.ascent, rect.height * 9 / 20)
    let full = layout.numbers.money(scene.money, in: layout.strong, width: .max / 2)
    let isUsual = !hasBand && layout.strong.width(full) <= upper.width + 1
    let letters = isUsual ? layout.strong : layout.largest(full, in: upper.size)
    drawPrice(scene, in: upper, letters, on: &frame)
    let height = layout.text.ascent
    let lower = Rect(
      x: numbers.x, y: rect.bottom - height - 1, width: numbers.width, height: height)
    drawChange(scene, .left, in: lower, room: lower.width, on: &frame)
  }

  /// Draws the line of prices, and at its left how long a time it shows.
  private func drawPrices(_ scene: DetailScene, in rect: Rect, on frame: inout Frame) {
    let span =
      scene.isWeek ? layout.words[.week] : layout.numbers.age(Int(CandleRing.span / 1_000))
    let width = layout.small.width(span)
    var row = rect
    row.height = (rect.height + max(layout.small.ascent, layout.words.lineHeight)) / 2
    layout.write(span, of: row, .dim, in: layout.small, on: &frame)
    var rect = rect
    rect.x += width + layout.gap
    rect.width -= width + layout.gap
    let line = Sparkline(rect: rect, depth: layout.depth)
    line.draw(scene.prices, scene.statusHeader.isOld ? .dim : nil, on: &frame)
  }

  private func drawPrice(
    _ scene: DetailScene, in row: Rect, _ letters: Lettering, on frame: inout Frame
  ) {
    let text = layout.numbers.money(scene.money, in: letters, width: row.width + 1)
    frame.write(
      text, x: row.x, baseline: row.y + letters.ascent,
      role: scene.statusHeader.isOld ? .dim : .text,
      in: letters)
  }

  @discardableResult
  private func drawChange(
    _ scene: DetailScene, _ side: PageLayout.Side, in row: Rect, room: Int, on frame: inout Frame
  ) -> Int {
    let text = layout.numbers.change(scene.change) { layout.text.width($0) <= room }
    let role = ColourRole(change: scene.change, isOld: scene.statusHeader.isOld)
    return layout.write(text, side, of: row, role, on: &frame)
  }
}
