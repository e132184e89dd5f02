import Pixels
import State

/// The total, large; what was gained in all and today; a line for each holding.
struct PortfolioPage {
  let layout: PageLayout

  init(_ layout: PageLayout) { self.layout = layout }

  func draw(_ scene: PortfolioScene, on frame: inout Frame) {
    layout.drawHeader(PortfolioScene.title[layout.words.language], scene.statusHeader, on: &frame)
    guard !scene.rows.isEmpty else {
      return layout.drawExplanation(layout.words[.noHoldings], on: &frame)
    }
    var rect = layout.body
    let large = max(layout.text.ascent, min(rect.height / 5, rect.width / 6))
    let top = rect.cutTop(large, gap: max(3, layout.gap))
    drawTotal(scene, in: top, on: &frame)
    let sums = [(layout.words[.profit], scene.profit), (layout.words[.today], scene.today)]
      .filter { $0.1 != nil }
    let rows = layout.listRows(in: layout.widened(rect), count: sums.count + scene.rows.count)
    // Without room for all, half of the lines are of holdings; a single line is today's.
    let hasRoom = rows.count == sums.count + scene.rows.count
    let shown = hasRoom ? sums[...] : sums.suffix(max(1, rows.count / 2))
    let rest = rows.dropFirst(shown.count)
    let window = layout.window(of: scene.rows.count, room: rest.count, step: scene.lineStep)
    let holdings = scene.rows[window]
    let listed = zip(rest, holdings).filter(\.1.isListed)
    layout.write(
      shown.map { label, sum in
        PageLayout.Entry(
          name: label, note: scene.ownCoverage(of: sum), money: sum?.money, change: sum?.share,
          isGain: true, isOld: scene.isAllOld)
      }
        + listed.map {
          PageLayout.Entry(
            name: $1.name, money: $1.value, change: $1.gain, isOld: $1.isOld)
        }, in: rows.prefix(shown.count) + listed.map(\.0), on: &frame)
    for (row, holding) in zip(rest, holdings) {
      guard let trouble = holding.trouble else { continue }
      let letters = layout.listLetters
      let words = layout.words[trouble]
      var name = row
      name.width -=
        layout.gap + layout.write(words, .right, of: row, .warning, in: letters, on: &frame)
      layout.write(holding.name, of: name, .dim, in: letters, on: &frame)
    }
  }

  /// Draws the total, and how many holdings are in it if some are not.
  private func drawTotal(_ scene: PortfolioScene, in rect: Rect, on frame: inout Frame) {
    let coverage = scene.coverage(of: scene.total) ?? ""
    let width = coverage.isEmpty ? 0 : layout.small.width(coverage) + layout.gap
    let room = Size(rect.width - width, rect.height)
    let full = layout.numbers.money(scene.total?.money, in: layout.strong, width: .max)
    let letters = layout.largest(full, in: room)
    let text = layout.numbers.money(scene.total?.money, in: letters, width: room.width)
    let baseline = rect.bottom - (rect.height - letters.ascent) / 2
    frame.write(
      text, x: rect.x, baseline: baseline, role: scene.isAllOld ? .dim : .text,
      in: letters)
    frame.write(
      coverage, x: rect.right + 1 - layout.small.width(coverage), baseline: baseline,
      role: .warning,
      in: layout.small)
  }
}
