import Pixels

/// A line for the coin on the screen, then for each of its networks and each other coin: below "in" a
/// tick where it can be deposited, below "out" one where it can be withdrawn, and a cross where that is
/// suspended. Where lines are few they say so of the coin alone, in words.
struct WalletPage {
  let layout: PageLayout

  private static let directions = [Term.deposit, .withdrawal]

  init(_ layout: PageLayout) { self.layout = layout }

  func draw(_ scene: WalletScene, on frame: inout Frame) {
    let first = scene.rows.first
    let name = [WalletScene.title[layout.words.language], first?.name].compactMap { $0 }.joined(
      separator: " ")
    layout.drawHeader(name, scene.statusHeader, on: &frame)
    guard let first else {
      return layout.drawExplanation(layout.words[.noWallet], of: scene.statusHeader, on: &frame)
    }
    let isOld = scene.statusHeader.isOld
    let rows = layout.rows(ofWords: true, count: scene.rows.count + 1).map(layout.aligned)
    guard rows.count > Self.directions.count else {
      for (row, (term, can)) in zip(rows, zip(Self.directions, first.passage.directions)) {
        let word = layout.words[can == nil ? .unknown : can == true ? .possible : .suspended]
        layout.write(
          layout.words[term], word, in: row, isOld ? .dim : Self.role(can), on: &frame)
      }
      return
    }
    for (cell, term) in zip(cells(of: rows[0]), Self.directions) {
      layout.write(
        layout.words[term], .middle, of: cell, .dim, in: layout.factLetters, on: &frame)
    }
    // The coin on the screen stays while the others take turns.
    let others = scene.rows.dropFirst()
    let window = layout.window(of: others.count, room: rows.count - 2, step: scene.lineStep)
    let shown = [first] + others.dropFirst(window.lowerBound)
    for (index, (rect, row)) in zip(rows.dropFirst(), shown).enumerated() {
      draw(row, isFirst: index == 0, isOld: isOld, in: rect, on: &frame)
    }
  }

  /// The columns of both directions.
  private func cells(of row: Rect) -> [Rect] {
    let width = Self.directions.reduce(side) {
      max($0, layout.factLetters.width(layout.words[$1]))
    }
    return [row.right - 2 * width - layout.gap, row.right - width].map {
      Rect(x: $0, y: row.y, width: width, height: row.height)
    }
  }

  /// Rows and columns of a mark, and the thickness of its strokes.
  private var side: Int { max(5, layout.text.ascent * 2 / 3) | 1 }
  private var stroke: Int { max(1, side / 6) }

  private func draw(
    _ row: WalletScene.Row, isFirst: Bool, isOld: Bool, in rect: Rect, on frame: inout Frame
  ) {
    let cells = cells(of: rect)
    let baseline = layout.baseline(of: rect)
    var name = rect
    name.width = cells[0].x - rect.x
    let width = layout.write(
      row.name, of: name, isFirst && !isOld ? .text : .dim, in: isFirst ? layout.strong : nil,
      on: &frame)
    // Dots lead the eye to what is far away.
    let dots = name.x + width + layout.gap..<max(name.x + width + layout.gap, name.right)
    for x in dots where dots.count > 12 * stroke && x % (4 * stroke) == 0 {
      let dot = Rect(x: x, y: baseline - stroke, width: stroke, height: stroke)
      frame.fill(dot, with: ColourRole.dim.pixel())
    }
    for (cell, can) in zip(cells, row.passage.directions) {
      let square = Rect(
        x: cell.x + (cell.width - side) / 2, y: baseline - (layout.text.ascent + side) / 2,
        width: side, height: side)
      draw(can, isOld: isOld, in: square, on: &frame)
    }
  }

  private func draw(_ can: Bool?, isOld: Bool, in square: Rect, on frame: inout Frame) {
    let pixel = (isOld ? .dim : Self.role(can)).pixel()
    switch can {
    case true?:
      let foot = side / 3
      for x in 0..<side {
        let row = side - 1 - stroke - abs(x - foot)
        frame.fill(
          Rect(x: square.x + x, y: square.y + row, width: 1, height: stroke + 1), with: pixel)
      }
    case false?:
      for step in 0...(side - stroke) {
        for x in [step, side - stroke - step] {
          frame.fill(
            Rect(x: square.x + x, y: square.y + step, width: stroke, height: stroke), with: pixel)
        }
      }
    case nil:
      frame.fill(
        Rect(x: square.x + 1, y: square.y + side / 2, width: side - 2, height: stroke),
        with: pixel)
    }
  }

  static func role(_ can: Bool?) -> ColourRole {
    can == nil ? .dim : can == true ? .text : .warning
  }
}
