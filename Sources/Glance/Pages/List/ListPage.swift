import MarketData
import Pixels
import State

/// Markets under each other, a page of them with the one that is pointed at: name, the way its price
/// came where there is room, price and change in columns that nothing moves.
struct ListPage {
  let layout: PageLayout

  init(_ layout: PageLayout) { self.layout = layout }

  func draw(_ scene: ListScene, on frame: inout Frame) {
    layout.drawHeader(title(of: scene), scene.statusHeader, on: &frame)
    guard scene.count > 0 else {
      return layout.drawNotice(layout.words[.noRanking], on: &frame)
    }
    var rect = layout.body
    let lines = layout.rows(in: rect, ofWords: true)
    if scene.count > lines.count {
      drawThumb(scene, lines.count, on: &frame)
      rect.width -= thumb + 2
    }
    let twins = scene.twins
    let columns = ListColumns(
      layout, width: rect.width, names: scene.rows.filter { twins.contains($0.label) }.map(\.code),
      sortedBy: scene.order.key?.term)
    let page = scene.page(of: lines.count)
    // With what they are paid in, where all of them have room for it.
    let room = columns.name.count + 1 - Star(beside: columns.letters).side - 2
    let hasCodes = scene.rows[page].allSatisfy { columns.letters.width($0.code) <= room }
    for (index, line) in zip(page, lines) {
      let row = Rect(x: rect.x, y: line.y, width: rect.width, height: line.height)
      let isShown = scene.first + index == scene.shown && scene.count > 1
      var content = scene.rows[index]
      if twins.contains(content.label), columns.letters.width(content.code) <= room {
        content.name = ""
      } else if !hasCodes {
        content.code = content.base
      }
      draw(content, columns, in: row, isShown: isShown, on: &frame)
    }
  }

  /// What the list is sorted by, or its name.
  private func title(of scene: ListScene) -> String {
    scene.order.key.map { "\(layout.words[$0.term]) \(scene.order.isUp ? "▲" : "▼")" }
      ?? ListScene.title[layout.words.language]
  }

  private var thumb: Int { max(1, layout.body.width / 100) }

  /// Which part of the list is seen.
  private func drawThumb(_ scene: ListScene, _ lines: Int, on frame: inout Frame) {
    let rect = layout.body
    let first = scene.first + scene.page(of: lines).lowerBound
    let height = max(3, rect.height * lines / scene.count)
    let y = rect.y + (rect.height - height) * first / max(1, scene.count - lines)
    frame.fill(
      Rect(x: rect.right - thumb, y: y, width: thumb, height: height), with: ColourRole.dim.pixel()
    )
  }

  private func draw(
    _ row: ListScene.Row, _ columns: ListColumns, in rect: Rect, isShown: Bool,
    on frame: inout Frame
  ) {
    let baseline = layout.baseline(of: rect)
    let letters = columns.letters
    if isShown {
      drawPointer(
        x: rect.x, middle: baseline - (letters.ascent + 1) / 2, columns.pointer, on: &frame)
    }
    func cell(_ column: Range<Int>) -> Rect {
      Rect(x: rect.x + column.lowerBound, y: rect.y, width: column.count, height: rect.height)
    }
    drawName(row, letters, in: cell(columns.name), on: &frame)
    if !columns.price.isEmpty {
      let price = layout.numbers.money(row.price, in: letters, width: columns.price.count + 1)
      let role: ColourRole = row.isOld ? .dim : .text
      layout.write(price, .right, of: cell(columns.price), role, in: letters, on: &frame)
    }
    if !columns.change.isEmpty {
      let change = layout.numbers.change(row.change) {
        letters.width($0) <= columns.change.count + 1
      }
      let role = ColourRole(change: row.change, isOld: row.isOld)
      layout.write(change, .right, of: cell(columns.change), role, in: letters, on: &frame)
    }
    var line = cell(columns.line)
    (line.y, line.height) = (baseline - letters.ascent, letters.ascent)
    Sparkline(rect: line, depth: layout.depth).draw(row.prices, row.isOld ? .dim : nil, on: &frame)
  }

  /// A triangle that points to the right.
  private func drawPointer(x: Int, middle: Int, _ width: Int, on frame: inout Frame) {
    for row in 1 - width..<width {
      frame.fill(
        Rect(x: x, y: middle + row, width: width - abs(row), height: 1),
        with: ColourRole.text.pixel())
    }
  }

  /// The name where it fits, else the code; a favourite's star behind it.
  private func drawName(
    _ row: ListScene.Row, _ letters: Lettering, in rect: Rect, on frame: inout Frame
  ) {
    let star = Star(beside: letters)
    var cell = rect
    if row.isFavourite { cell.width -= star.side + 2 }
    let canSpell = layout.words.language == layout.language
    let isNamed = canSpell && !row.name.isEmpty && letters.width(row.name) <= cell.width + 1
    let width = layout.write(isNamed ? row.name : row.code, of: cell, in: letters, on: &frame)
    if row.isFavourite {
      star.draw(
        x: cell.x + width + 2, y: layout.baseline(of: cell) - (letters.ascent + star.side) / 2,
        .warning, layout.depth, on: &frame)
    }
  }
}
