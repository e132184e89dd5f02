import MarketData
import Pixels

/// The mark, the price, the way it came and how it goes; below them what else is known, the most
/// important first, as much as there is room for.
struct DetailPage {
  let sheet: Sheet

  init(_ sheet: Sheet) { self.sheet = sheet }

  func draw(_ scene: DetailScene, on frame: inout Frame) {
    sheet.drawHeader(sheet.name(of: scene.masthead), scene.masthead, on: &frame)
    var place = sheet.body
    if place.height < 4 * sheet.pitch {
      let gap = max(2, sheet.pitch - sheet.text.ascent)
      drawLine(scene, in: place.takeTop(sheet.text.ascent, gap: gap), on: &frame)
    } else {
      drawHead(scene, in: place.takeTop(headHeight, gap: sheet.gap / 2), on: &frame)
      if hasBand, scene.prices.count > 1 {
        let band = place.takeTop(sheet.body.height / 6, gap: sheet.gap)
        drawPrices(scene, in: band, on: &frame)
      }
    }
    drawFacts(scene, in: place, on: &frame)
  }

  /// Tall bodies give the line of prices a band of its own.
  private var hasBand: Bool { sheet.body.height >= 150 }

  private var headHeight: Int {
    hasBand ? min(sheet.body.height / 4, sheet.body.width * 3 / 10) : 2 * sheet.pitch
  }

  /// Price and change on one line, where there is room for little else.
  private func drawLine(_ scene: DetailScene, in row: Rect, on frame: inout Frame) {
    let width = drawChange(scene, .right, in: row, room: row.width / 2, on: &frame)
    var rest = row
    rest.width -= width - 1 + sheet.gap
    drawPrice(scene, in: rest, sheet.strong, on: &frame)
  }

  /// The mark, beside it the price over the change, and the line of prices where it has no band.
  private func drawHead(_ scene: DetailScene, in place: Rect, on frame: inout Frame) {
    let side = place.height - 1
    frame.blit(sheet.marks.picture(of: scene.base, side: side), x: place.x, y: place.y)
    var numbers = place
    numbers.x += side + sheet.gap
    numbers.width -= side + sheet.gap
    let usual = sheet.strong.width("888,888,888")
    let rest = numbers.width - usual - sheet.gap
    if !hasBand, scene.prices.count > 1, rest >= sheet.gap + side {
      numbers.width = usual
      drawPrices(
        scene, in: Rect(x: place.right - rest, y: place.y, width: rest, height: side), on: &frame)
    }
    var upper = numbers
    upper.height = max(sheet.strong.ascent, place.height * 9 / 20)
    let full = sheet.numerals.money(scene.money, in: sheet.strong, width: .max / 2)
    let isUsual = !hasBand && sheet.strong.width(full) <= upper.width + 1
    let letters = isUsual ? sheet.strong : sheet.largest(full, in: upper.size)
    drawPrice(scene, in: upper, letters, on: &frame)
    let height = sheet.text.ascent
    let lower = Rect(
      x: numbers.x, y: place.bottom - height - 1, width: numbers.width, height: height)
    drawChange(scene, .left, in: lower, room: lower.width, on: &frame)
  }

  private func drawPrices(_ scene: DetailScene, in place: Rect, on frame: inout Frame) {
    let line = Sparkline(place: place, depth: sheet.depth)
    line.draw(scene.prices, scene.masthead.isOld ? .dim : nil, on: &frame)
  }

  private func drawPrice(
    _ scene: DetailScene, in row: Rect, _ letters: Lettering, on frame: inout Frame
  ) {
    let text = sheet.numerals.money(scene.money, in: letters, width: row.width + 1)
    frame.write(
      text, x: row.x, baseline: row.y + letters.ascent, ink: scene.masthead.isOld ? .dim : .text,
      in: letters)
  }

  @discardableResult
  private func drawChange(
    _ scene: DetailScene, _ side: Sheet.Side, in row: Rect, room: Int, on frame: inout Frame
  ) -> Int {
    let text = sheet.numerals.change(scene.change) { sheet.text.width($0) <= room }
    let ink = Ink(change: scene.change, isOld: scene.masthead.isOld)
    return sheet.write(text, side, of: row, ink, on: &frame)
  }
}
