import MarketData
import Pixels

/// The best levels of both sides: asks above, the spread, and bids below; on wide panels that have
/// the columns for it, side by side with the best on top. The best say the currency. Where rows are
/// few, the spread stands instead of the clock.
struct BookPage {
  let layout: PageLayout

  /// How the numbers of a row are written: in right-aligned cells that no digit moves.
  private struct Cells {
    var letters: Lettering
    /// The prices of both sides as text, the best with the currency.
    var bids: [String]
    var asks: [String]
    var price: Int
    /// 0 where sizes have no room.
    var size: Int
    /// The sizes of both sides as text.
    var bidSizes: [String] = []
    var askSizes: [String] = []
  }

  /// Where a row's bar grows from, and so how its cells lie.
  private enum RowForm {
    /// Both sides above each other: price and size, a bar from the right.
    case stacked
    /// Both sides beside each other: size and price, a bar from the right; and the other way round.
    case left, right
  }

  init(_ layout: PageLayout) { self.layout = layout }

  private var isMono: Bool { layout.depth == .mono }

  func draw(_ scene: BookScene, on frame: inout Frame) {
    guard !scene.isEmpty else {
      layout.drawHeader(
        layout.title(BookScene.title, of: scene.statusHeader), scene.statusHeader, on: &frame)
      return layout.drawExplanation(
        scene.explanation(in: layout.words), of: scene.statusHeader, on: &frame)
    }
    var half = layout.body
    half.width = (half.width - 2 * layout.gap) / 2
    let isWide = layout.surface.size.width * 2 >= layout.surface.size.height * 3
    // In one bit bars are below the numbers there.
    guard isWide, !isMono || layout.pitch - layout.text.ascent >= 4,
      case let cells = cells(for: scene, in: layout.text, width: half.width), cells.size > 0
    else { return drawStacked(scene, on: &frame) }
    drawSideBySide(scene, half, cells, on: &frame)
  }

  private func drawStacked(_ scene: BookScene, on frame: inout Frame) {
    let options = layout.columnLetters.lazy.map {
      self.cells(for: scene, in: $0, width: layout.rowsWidth)
    }
    let cells = options.first { $0.size > 0 } ?? options[0]
    let room = layout.rows(ofWords: false, letters: cells.letters).count
    let name = layout.name(of: scene.statusHeader)
    func left(_ title: String) -> Int {
      layout.headerRoom(scene.statusHeader) - (layout.isRound ? 0 : layout.title.width(title))
    }
    let page = BookScene.title[layout.words.language]
    let titles = layout.titles(page, of: scene.statusHeader) + [name]
    let title = titles.first { layout.small.width("0,000  0.0000%") <= left($0) }
    let fits = title != nil
    let hasRow = room > 2 && (room % 2 == 1 || room > 6 || !fits)
    let count = max(1, hasRow ? (room - 1) / 2 : room / 2)
    layout.drawHeader(
      hasRow ? layout.title(BookScene.title, of: scene.statusHeader) : title ?? "",
      scene.statusHeader,
      note: hasRow
        ? nil
        : spread(
          scene, width: title.map(left) ?? layout.headerRoom(scene.statusHeader),
          in: layout.small),
      on: &frame)
    let rows = layout.rows(
      ofWords: false, count: 2 * count + (hasRow ? 1 : 0), letters: cells.letters)
    let most = most(scene, count)
    if rows.count > count {
      for (index, row) in zip(scene.asks.indices, rows.prefix(count).reversed()) {
        draw(index, .fall, in: row, .stacked, cells, most, of: scene, on: &frame)
      }
    }
    for (index, row) in zip(scene.bids.indices, rows.suffix(count)) {
      draw(index, .rise, in: row, .stacked, cells, most, of: scene, on: &frame)
    }
    if hasRow { drawSpread(scene, in: layout.aligned(rows[count]), cells.letters, on: &frame) }
  }

  /// Draws the spread, with its label if there is room for that and it is no taller than the digits.
  private func drawSpread(
    _ scene: BookScene, in row: Rect, _ letters: Lettering, on frame: inout Frame
  ) {
    let label = layout.words[.spread]
    let text = spread(scene, width: row.width, in: letters)
    let isLabelled =
      layout.words.lineHeight <= row.height
      && letters.width(label) + layout.gap + letters.width(text) <= row.width
    if isLabelled { layout.write(label, of: row, .dim, in: letters, on: &frame) }
    layout.write(text, isLabelled ? .right : .middle, of: row, .dim, in: letters, on: &frame)
  }

  private func drawSideBySide(
    _ scene: BookScene, _ half: Rect, _ cells: Cells, on frame: inout Frame
  ) {
    layout.drawHeader(
      layout.title(BookScene.title, of: scene.statusHeader), scene.statusHeader, on: &frame)
    guard let top = layout.rows(ofWords: true, count: 1).first else { return }
    let text = spread(scene, width: top.width / 2, in: layout.text)
    layout.write(text, .middle, of: top, on: &frame)
    layout.write(layout.words[.bid], of: top, .dim, on: &frame)
    layout.write(layout.words[.ask], .right, of: top, .dim, on: &frame)
    var rect = half
    rect.y = top.bottom + layout.pitch - layout.text.ascent
    // A bar below the last row needs its room as well.
    rect.height = layout.body.bottom - rect.y - (isMono ? 3 : 0)
    let rows = layout.rows(in: rect, ofWords: false, count: BookScene.levelsMax)
    let most = most(scene, rows.count)
    for (index, row) in zip(scene.bids.indices, rows) {
      draw(index, .rise, in: row, .left, cells, most, of: scene, on: &frame)
    }
    for (index, row) in zip(scene.asks.indices, rows) {
      var row = row
      row.x = layout.body.right - row.width
      draw(index, .fall, in: row, .right, cells, most, of: scene, on: &frame)
    }
  }

  /// A level of one side, from the best on, bids rising and asks falling.
  private func draw(
    _ index: Int, _ role: ColourRole, in row: Rect, _ form: RowForm, _ cells: Cells,
    _ most: Double, of scene: BookScene, on frame: inout Frame
  ) {
    let level = (role == .rise ? scene.bids : scene.asks)[index]
    let price = (role == .rise ? cells.bids : cells.asks)[index]
    let isOld = scene.isOld
    // Bars are compared, so they end below each other on a circle, too.
    let bar = bar(level.size / most, in: layout.aligned(row), form, cells)
    let shownRole = isOld ? .dim : role
    // One bit has no dim role, so an old book has no bars.
    let hasBar = !isMono || !isOld
    // Asks are hollow where a colour cannot tell them.
    if hasBar, isMono, form == .stacked, role == .fall {
      frame.outline(bar, with: shownRole.pixel())
    } else if hasBar {
      frame.fill(bar, with: shownRole.pixel(isMono ? 15 : 4))
    }
    func write(_ text: String, _ role: ColourRole, atLeft: Bool, width: Int, on frame: inout Frame)
    {
      let row = form == .stacked ? layout.aligned(row) : row
      var cell = row
      cell.width = width
      if !atLeft { cell.x = row.right - width }
      layout.write(text, .right, of: cell, role, in: cells.letters, on: &frame)
    }
    write(price, shownRole, atLeft: form != .left, width: cells.price, on: &frame)
    guard cells.size > 0 else { return }
    let size = (role == .rise ? cells.bidSizes : cells.askSizes)[index]
    write(size, isOld ? .dim : .text, atLeft: form == .left, width: cells.size, on: &frame)
  }

  /// Behind the numbers where there are shades; in one bit below them, or between them.
  private func bar(_ share: Double, in row: Rect, _ form: RowForm, _ cells: Cells) -> Rect {
    let pitch = PageLayout.pitch(of: cells.letters)
    let between = pitch - row.height
    var bar = row
    if !isMono {
      bar.y -= between / 2
      bar.height = pitch - 1
    } else if form == .stacked {
      bar.x += cells.price + layout.gap
      bar.width -= cells.price + layout.gap + (cells.size > 0 ? cells.size + layout.gap : 0)
      bar.height = row.height * 5 / 7 | 1
      bar.y += (row.height - bar.height) / 2
    } else {
      bar.y = row.bottom + 1
      bar.height = between / 2
    }
    let length = min(bar.width, max(1, Int(share * Double(bar.width) + 0.5)))
    if form == .left || form == .stacked && !isMono { bar.x = bar.right - length }
    bar.width = length
    return bar
  }

  private func cells(for scene: BookScene, in letters: Lettering, width: Int) -> Cells {
    let mark = scene.mark.text(in: letters)
    let markWidth = letters.width(mark)
    var price = 0
    func texts(_ levels: [OrderBook.Level]) -> [String] {
      levels.enumerated().map { index, level in
        let text = layout.numbers.price(level.price, decimals: scene.decimals) {
          markWidth + letters.width($0) <= width
        }
        price = max(price, markWidth + letters.width(text))
        return index == 0 && !mark.isEmpty ? mark + text : text
      }
    }
    let (bids, asks) = (texts(scene.bids), texts(scene.asks))
    let size = max(letters.width("0.0000"), letters.width("00,000"))
    // In one bit bars may have a room of their own.
    let bar = isMono && width == layout.rowsWidth ? 2 * letters.ascent : 0
    guard width - price - layout.gap - bar >= size else {
      return Cells(letters: letters, bids: bids, asks: asks, price: price, size: 0)
    }
    let sizes = layout.numbers.sizes((scene.bids + scene.asks).map(\.size)) {
      letters.width($0) <= size
    }
    return Cells(
      letters: letters, bids: bids, asks: asks, price: price, size: size,
      bidSizes: Array(sizes.prefix(scene.bids.count)),
      askSizes: Array(sizes.dropFirst(scene.bids.count)))
  }

  private func most(_ scene: BookScene, _ count: Int) -> Double {
    (scene.bids.prefix(count) + scene.asks.prefix(count)).map(\.size).max() ?? 1
  }

  /// The spread, and which part of the price it is where that fits, too.
  private func spread(_ scene: BookScene, width: Int, in letters: Lettering) -> String {
    let spread = layout.numbers.price(scene.spread, decimals: scene.decimals) {
      letters.width($0) <= width
    }
    guard scene.spread != nil else { return spread }
    let rest = width - letters.width(spread + "  ")
    let share = layout.numbers.share(scene.spreadShare) { letters.width($0) <= rest }
    return share.isEmpty ? spread : "\(spread)  \(share)"
  }
}
