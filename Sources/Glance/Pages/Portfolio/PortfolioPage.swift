import Pixels
import State

/// The total, large; what was gained in all and today; a line for each holding.
struct PortfolioPage {
  let sheet: Sheet

  init(_ sheet: Sheet) { self.sheet = sheet }

  func draw(_ scene: PortfolioScene, on frame: inout Frame) {
    sheet.drawHeader(PortfolioScene.title[sheet.words.language], scene.masthead, on: &frame)
    guard !scene.rows.isEmpty else {
      return sheet.drawNotice(sheet.words[.noHoldings], on: &frame)
    }
    var place = sheet.body
    let large = max(sheet.text.ascent, min(place.height / 5, place.width / 6))
    let top = place.takeTop(large, gap: max(3, sheet.gap))
    drawTotal(scene, in: top, on: &frame)
    let sums = [(sheet.words[.profit], scene.profit), (sheet.words[.today], scene.today)]
      .filter { $0.1 != nil }
    let rows = sheet.listRows(in: place, count: sums.count + scene.rows.count)
    // Without room for all, half of the lines are of holdings; a single line is today's.
    let hasRoom = rows.count == sums.count + scene.rows.count
    let shown = hasRoom ? sums[...] : sums.suffix(max(1, rows.count / 2))
    for (row, (label, sum)) in zip(rows, shown) {
      sheet.write(label, sum?.money, sum?.share, isGain: true, in: row, on: &frame)
    }
    let rest = rows.dropFirst(shown.count)
    let window = sheet.window(of: scene.rows.count, room: rest.count, turn: scene.turn)
    for (row, holding) in zip(rest, scene.rows[window]) {
      if holding.isListed {
        sheet.write(
          holding.name, holding.value, holding.gain, isOld: holding.isOld, in: row, on: &frame)
      } else {
        let letters = sheet.listLetters
        let words = sheet.words[.notListed]
        var name = row
        name.width -=
          sheet.gap + sheet.write(words, .right, of: row, .warning, in: letters, on: &frame)
        sheet.write(holding.name, of: name, .dim, in: letters, on: &frame)
      }
    }
  }

  /// How many holdings are in it is said where some are not.
  private func drawTotal(_ scene: PortfolioScene, in place: Rect, on frame: inout Frame) {
    let count = scene.total?.count ?? 0
    let share = count < scene.rows.count ? "\(count)/\(scene.rows.count)" : ""
    let width = share.isEmpty ? 0 : sheet.small.width(share) + sheet.gap
    let room = Size(place.width - width, place.height)
    let full = sheet.numerals.money(scene.total?.money, in: sheet.strong, width: .max)
    let letters = sheet.largest(full, in: room)
    let text = sheet.numerals.money(scene.total?.money, in: letters, width: room.width)
    let baseline = place.bottom - (place.height - letters.ascent) / 2
    frame.write(text, x: place.x, baseline: baseline, ink: .text, in: letters)
    frame.write(
      share, x: place.right + 1 - sheet.small.width(share), baseline: baseline, ink: .warning,
      in: sheet.small)
  }
}
