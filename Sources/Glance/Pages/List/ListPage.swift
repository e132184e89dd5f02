import MarketData
import Pixels
import State

/// The page of the list that has the row that is pointed at. Each row has a name, a line of prices if
/// there is room, the price and the change, in columns that nothing moves.
struct ListPage {
  let layout: PageLayout

  init(_ layout: PageLayout) { self.layout = layout }

  func draw(_ scene: ListScene, on frame: inout Frame) {
    layout.drawHeader(title(of: scene), scene.statusHeader, on: &frame)
    guard scene.count > 0 else {
      return layout.drawExplanation(
        scene.explanation(in: layout.words), of: scene.statusHeader, isTrouble: scene.outage != nil,
        on: &frame)
    }
    let lines = layout.listRows(in: layout.rowsArea, count: .max)
    let hasThumb = scene.count > lines.count
    let side = !hasThumb || layout.isRound ? 0 : thumb + 2 + layout.tintMargin(of: lines.first)
    let width = layout.rowsWidth - side
    let page = scene.page(of: lines.count)
    var rows = Array(scene.rows[page])
    // One bit has no dim role. If the header says that the list is old, no row has to say it.
    let marksOld = layout.depth == .mono && !scene.statusHeader.isOld
    for index in rows.indices where marksOld && rows[index].isOld {
      rows[index].price?.mark.isRough = true
    }
    let widest = rows.first { $0.price?.mark.isRough ?? false } ?? rows.first
    let (twins, usualQuote) = (scene.twins, scene.usualQuote)
    let columns = ListColumns(
      layout, width: width, mark: widest?.price?.mark.text(in: layout.text) ?? "",
      // Most rows of a circle have more room than the narrowest.
      names: layout.isRound
        ? []
        : scene.rows.filter { layout.isStacked || twins.contains($0.label) }.map {
          ListColumns.Name(text: $0.code(besides: usualQuote), hasStar: $0.isFavourite)
        },
      sortedBy: scene.order.key?.term)
    var prices = prices(of: rows, columns)
    func rooms() -> [Int] {
      zip(zip(rows, prices), lines).map { row, line in
        room(for: row.0, beside: row.1, columns) + line.width - side - width
      }
    }
    let names = names(of: rows, usualQuote, columns.letters, rooms())
    // A name without its quote would belong to another price, so the price gives way as far as it can.
    // With one digit it would be a third off.
    for (index, room) in rooms().enumerated() where !layout.isStacked {
      let excess = columns.letters.width(names[index]) - room - 1
      guard excess > 0, !columns.price.isEmpty else { continue }
      let width = columns.letters.width(prices[index])
      let shorter = (max(0, width - excess)..<width).lazy.map {
        layout.numbers.money(
          rows[index].price, isBrief: true, in: columns.letters, width: $0)
      }
      // A known price never becomes a dash, which would say that it is not known.
      let price = shorter.first { rows[index].price == nil || $0.significantDigits > 1 }
      if let price { prices[index] = price }
    }
    let rooms = rooms()
    for (index, line) in lines.prefix(rows.count).enumerated() {
      let row = Rect(x: line.x, y: line.y, width: line.width - side, height: line.height)
      let isShown = scene.first + page.lowerBound + index == scene.shown && scene.count > 1
      layout.tint(
        row, rows[index].change, isOld: rows[index].isOld, margin: hasThumb ? thumb + 4 : 2,
        on: &frame)
      draw(
        rows[index], names[index], rooms[index], prices[index], columns, in: row,
        isShown: isShown, spare: row.width - width, on: &frame)
    }
    if hasThumb { drawThumb(scene, lines.count, on: &frame) }
  }

  /// The prices in full if all of them have room for that, else all with four digits.
  private func prices(of rows: [ListScene.Row], _ columns: ListColumns) -> [String] {
    guard !columns.price.isEmpty else { return rows.map { _ in "" } }
    let letters = columns.letters
    func text(_ row: ListScene.Row, isBrief: Bool, width: Int) -> String {
      // Zeros are counted, not shown.
      let isTiny = row.price.map { abs($0.amount) < 0.000_1 } ?? false
      return layout.numbers.money(
        row.price, isBrief: isBrief || isTiny, in: letters, width: width)
    }
    // The last letter's own gap may hang over the edge.
    let width = columns.price.count + 1
    let isBrief = !rows.allSatisfy {
      letters.width(text($0, isBrief: false, width: .max / 2)) <= width
    }
    return rows.map { text($0, isBrief: isBrief, width: width) }
  }

  /// Columns that a name may take: up to the price on its line.
  private func room(
    for row: ListScene.Row, beside price: String, _ columns: ListColumns
  ) -> Int {
    let letters = columns.letters
    var right = columns.name.upperBound
    if !layout.isStacked, columns.line.isEmpty, !columns.price.isEmpty {
      right = max(right, columns.price.upperBound - letters.width(price) - letters.ascent * 2 / 3)
    }
    let star = row.isFavourite ? Star(beside: letters).side + 2 : 0
    return right - columns.name.lowerBound - star
  }

  /// What the rows are called, all in one way: by their names, or by their codes. With names, and if
  /// full codes have no room, a quote is said only if it is not that of most rows.
  private func names(
    of rows: [ListScene.Row], _ usualQuote: Substring, _ letters: Lettering, _ rooms: [Int]
  ) -> [String] {
    let named = rows.map { $0.label + $0.quote(besides: usualQuote) }
    let hasNames = rows.contains { !$0.name.isEmpty } && letters.canSpell(named.joined())
    let short = zip(rows, named).map { $0.exchangeName ?? $1 }
    let choices = (hasNames ? [named, short] : []) + [rows.map { $0.exchangeName ?? $0.code }]
    return choices.first { names in
      // The last letter's own gap may hang over the edge.
      zip(names, rooms).allSatisfy { letters.width($0) <= $1 + 1 }
    } ?? rows.map { $0.exchangeName ?? $0.code(besides: usualQuote) }
  }

  /// What the list is sorted by, or its name.
  private func title(of scene: ListScene) -> String {
    scene.order.key.map { "\(layout.words[$0.term]) \(scene.order.isUp ? "▲" : "▼")" }
      ?? ListScene.title[layout.words.language]
  }

  private var thumb: Int { max(1, layout.body.width / 100) }

  /// Draws a thumb that shows which part of the list is seen.
  private func drawThumb(_ scene: ListScene, _ lines: Int, on frame: inout Frame) {
    let rect = layout.rowsArea
    let first = scene.first + scene.page(of: lines).lowerBound
    let height = max(3, rect.height * lines / scene.count)
    let y = rect.y + (rect.height - height) * first / max(1, scene.count - lines)
    for y in y..<min(rect.bottom, y + height) {
      // Along the rim of a circle.
      let row = layout.inscribed(
        Rect(x: rect.x, y: y, width: rect.width, height: 1), margin: 2)
      frame.fill(
        Rect(x: row.right - thumb, y: y, width: thumb, height: 1), with: ColourRole.dim.pixel())
    }
  }

  private func draw(
    _ row: ListScene.Row, _ name: String, _ room: Int, _ price: String, _ columns: ListColumns,
    in rect: Rect, isShown: Bool, spare: Int, on frame: inout Frame
  ) {
    var upper = rect
    if layout.isStacked { upper.height -= layout.wordPitch }
    let baseline = layout.baseline(of: upper)
    let letters = columns.letters
    if isShown {
      drawPointer(
        x: rect.x, middle: baseline - (letters.ascent + 1) / 2, columns.pointer, on: &frame)
    }
    func cell(_ column: Range<Int>, of rect: Rect) -> Rect {
      Rect(
        x: rect.x + spare + column.lowerBound, y: rect.y, width: column.count, height: rect.height)
    }
    var named = cell(columns.name, of: upper)
    named.x -= spare
    named.width = room
    let width = layout.write(name, of: named, in: letters, on: &frame)
    if row.isFavourite {
      let star = Star(beside: letters)
      star.draw(
        x: named.x + width + 2, y: baseline - (letters.ascent + star.side) / 2, .warning,
        layout.depth, on: &frame)
    }
    let role: ColourRole = row.isOld ? .dim : .text
    layout.write(price, .right, of: cell(columns.price, of: rect), role, in: letters, on: &frame)
    if !columns.change.isEmpty {
      let change = layout.numbers.change(row.change) {
        letters.width($0) <= columns.change.count + 1
      }
      let role = ColourRole(change: row.change, isOld: row.isOld)
      layout.write(
        change, .right, of: cell(columns.change, of: columns.changeIsBelow ? rect : upper), role,
        in: letters, on: &frame)
    }
    var line = cell(columns.line, of: rect)
    (line.y, line.height) = (layout.baseline(of: rect) - letters.ascent, letters.ascent)
    // The colour of the row is for the day's change; the line covers only some minutes.
    Sparkline(rect: line, depth: layout.depth).draw(row.prices, .dim, on: &frame)
  }

  /// A triangle that points to the right.
  private func drawPointer(x: Int, middle: Int, _ width: Int, on frame: inout Frame) {
    for row in 1 - width..<width {
      frame.fill(
        Rect(x: x, y: middle + row, width: width - abs(row), height: 1),
        with: ColourRole.text.pixel())
    }
  }
}

extension ListScene.Row {
  /// `BTC` of `BTC/KRW`, if most rows have that quote.
  fileprivate func code(besides usualQuote: Substring) -> String {
    base + quote(besides: usualQuote)
  }

  /// `/KRW`, unless most rows have that quote and it need not be said.
  fileprivate func quote(besides usualQuote: Substring) -> Substring {
    quote == usualQuote && !saysQuote ? "" : quote
  }
}
