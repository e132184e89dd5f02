import Pixels

/// A row for each trade: a full triangle upwards where the taker bought, a hollow one downwards
/// where it sold; the time, as far as it fits, or the day; the price, the newest with its currency;
/// and where it fits the size.
struct TradesPage {
  let layout: PageLayout

  /// How the columns of a row are shared out; 0 for what has no room.
  private struct Cells {
    var letters: Lettering
    /// The prices as text, the newest with its currency.
    var prices: [String]
    var mark: Int
    var time: Int
    var hasSeconds: Bool
    var price: Int
    var size: Int

    var hasBoth: Bool { time > 0 && size > 0 }

    func width(gap: Int) -> Int {
      [time, price, size].reduce(mark) { $1 > 0 ? $0 + gap + $1 : $0 }
    }
  }

  init(_ layout: PageLayout) { self.layout = layout }

  func draw(_ scene: TradesScene, on frame: inout Frame) {
    layout.drawHeader(
      layout.title(TradesScene.title, of: scene.statusHeader), scene.statusHeader, on: &frame)
    guard !scene.trades.isEmpty else {
      return layout.drawExplanation(
        scene.explanation(in: layout.words), of: scene.statusHeader, on: &frame)
    }
    let cells = cells(for: scene)
    let rows = layout.rows(in: layout.body, ofWords: false, letters: cells.letters)
    let sizes = layout.numbers.sizes(scene.trades.prefix(rows.count).map(\.volume)) {
      cells.letters.width($0) <= cells.size
    }
    for ((index, size), row) in zip(sizes.enumerated(), rows) {
      draw(index, size, in: row, cells, of: scene, on: &frame)
    }
  }

  private func draw(
    _ index: Int, _ size: String, in row: Rect, _ cells: Cells, of scene: TradesScene,
    on frame: inout Frame
  ) {
    let trade = scene.trades[index]
    let role = scene.role(of: trade)
    // One bit has no dim role, so old trades have no marks.
    if !scene.isOld || layout.depth != .mono {
      drawMark(trade.isBuy, role, in: row, cells.mark, on: &frame)
    }
    if cells.time > 0 {
      var time = row
      time.x += cells.mark + layout.gap
      time.width = cells.time
      let text = scene.time(of: trade, hasSeconds: cells.hasSeconds)
      layout.write(text, of: time, .dim, in: cells.letters, on: &frame)
    }
    var price = row
    if cells.size > 0 {
      price.width -= cells.size + layout.gap
      let role = scene.isOld ? ColourRole.dim : .text
      layout.write(size, .right, of: row, role, in: cells.letters, on: &frame)
    }
    if cells.time == 0 {
      // Without times prices stand beside their marks.
      price.x += cells.mark + layout.gap
      price.width = min(price.width, cells.price)
    }
    layout.write(cells.prices[index], .right, of: price, role, in: cells.letters, on: &frame)
  }

  private func drawMark(
    _ isBuy: Bool?, _ role: ColourRole, in row: Rect, _ width: Int, on frame: inout Frame
  ) {
    let edge = max(1, width / 8)
    var mark = Rect(x: row.x, y: row.y, width: width, height: width * 5 / 7)
    mark.y += (row.height - mark.height) / 2
    guard let isBuy else {
      mark.y += (mark.height - edge) / 2
      mark.height = edge
      return frame.fill(mark, with: role.pixel())
    }
    frame.arrow(in: mark, isUp: isBuy, with: role.pixel())
    guard !isBuy else { return }
    let hollow = Rect(
      x: mark.x + 2 * edge, y: mark.y + edge, width: width - 4 * edge,
      height: mark.height - 3 * edge)
    frame.arrow(in: hollow, isUp: false, with: 0)
  }

  /// The columns that say the most and fit: everything in smaller letters comes before the price alone
  /// in larger ones, and sizes come before times.
  private func cells(for scene: TradesScene) -> Cells {
    let usual = options(for: scene, in: layout.text)
    let all = layout.columnLetters.flatMap { options(for: scene, in: $0).filter(fits) }
    return all.first(where: \.hasBoth) ?? all.first { $0.size > 0 } ?? all.first ?? usual.last!
  }

  /// The last letter's own gap may hang over the edge.
  private func fits(_ cells: Cells) -> Bool {
    cells.width(gap: layout.gap) <= layout.body.width + 1
  }

  /// All choices of columns, those that say most first.
  private func options(for scene: TradesScene, in letters: Lettering) -> [Cells] {
    let mark = scene.mark.text(in: letters)
    let triangle = letters.ascent | 1
    let markWidth = letters.width(mark)
    let room = layout.body.width - triangle - layout.gap - markWidth
    var price = 0
    var prices = scene.trades.map { trade in
      let text = layout.numbers.price(trade.price, decimals: scene.decimals) {
        letters.width($0) <= room
      }
      price = max(price, markWidth + letters.width(text))
      return text
    }
    prices[0] = mark + prices[0]
    // A day may be wider than a time without seconds, where there is one among the rows.
    let count = layout.rows(in: layout.body, ofWords: false, letters: letters).count
    let hasDay = scene.trades.prefix(count).contains(where: scene.isDayOld)
    let day = hasDay ? letters.width("00-00") : 0
    return ["00,000", "<0.000", "0.000", ""].flatMap { size in
      ["00:00:00", "00:00", ""].map { time in
        Cells(
          letters: letters, prices: prices, mark: triangle,
          time: time.isEmpty ? 0 : max(day, letters.width(time)),
          hasSeconds: time.utf8.count > 5, price: price, size: letters.width(size))
      }
    }
  }
}
