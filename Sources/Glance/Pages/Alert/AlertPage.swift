import Pixels

/// What has happened, over all of the panel: the market, an arrow, the figure as large as it can be, and
/// the price now. In colour all of it is cut out of a coloured ground. Without colour it stands in a
/// frame: a panel that is all light would hurt the eyes at night, and wear out an OLED.
struct AlertPage {
  private let layout: PageLayout
  private let isCut: Bool
  /// Pixels of the frame's line.
  private let line: Int
  /// Rows between two texts.
  private let gap: Int

  init(_ layout: PageLayout) {
    self.layout = layout
    let short = layout.surface.shortSide
    isCut = layout.depth == .colour
    line = max(1, short / 40)
    gap = short < 64 ? 1 : max(2, short / 24)
  }

  func draw(_ scene: AlertScene, on frame: inout Frame) {
    drawGround(scene.role, on: &frame)
    var rest = layout.isRound ? layout.body : room
    // On few pixels the figure needs more of them.
    let isLow = layout.surface.shortSide < 64
    let least = isCut ? rest.height * 3 / 10 : isLow ? rest.height / 2 : rest.height * 2 / 5
    // Tall letters come in few sizes: slightly too large is better than half as large.
    let part = layout.words.lineHeight > 0 ? 7 : 10
    let rows = max(layout.strong.ascent, layout.words.lineHeight, layout.surface.size.height / part)
    func hasRoom(for texts: Int = 1) -> Bool { rest.height - texts * (rows + gap) >= least }

    let names = layout.names(of: scene.statusHeader)
    let nameWidth = layout.isRound ? layout.header.width : rest.width
    let name = names.first { layout.strong.width($0) <= nameWidth } ?? names[0]
    let words = headline(of: scene) { layout.strong.width($0) <= rest.width }
    var (above, below) = (words.before, words.after)
    if layout.isRound {
      write(name, in: layout.header, scene.role, on: &frame)
    } else if hasRoom() || rest.height >= rows + gap + layout.strong.ascent {
      // On few rows what has happened stands beside the name.
      let both = [name, above, below].filter { !$0.isEmpty }.joined(separator: " ")
      let isShort = layout.surface.shortSide < 120 && layout.strong.width(both) <= rest.width
      if isShort { (above, below) = ("", "") }
      write(isShort ? both : name, in: rest.cutTop(rows, gap: gap), scene.role, on: &frame)
    }
    for text in [above] where !text.isEmpty && hasRoom() {
      write(text, in: rest.cutTop(rows, gap: gap), scene.role, on: &frame)
    }
    let line = max(layout.text.ascent, layout.words.lineHeight)
    // Rows of tall letters hold some of the gap.
    let space = line > layout.text.ascent ? gap / 2 : gap
    let free = rest.height - least - (below.isEmpty ? 0 : rows + gap)
    let count = layout.isRound ? 0 : min(2, max(0, (free - gap + space) / (line + space)))
    let now = now(scene, rest.width, count: count)
    for (index, text) in now.enumerated().reversed() {
      let row = rest.cutBottom(line, gap: index == 0 ? gap : space)
      write(text, in: row, scene.role, layout.text, on: &frame)
    }
    if layout.isRound {
      let fired = layout.words.fired(scene.since)
      write(fired, in: layout.footer, scene.role, layout.text, on: &frame)
    }
    for text in [below] where !text.isEmpty && hasRoom() {
      write(text, in: rest.cutBottom(rows, gap: gap), scene.role, on: &frame)
    }
    drawFigure(of: scene, in: rest, on: &frame)
  }

  /// What is inside the frame, or away from the edge.
  private var room: Rect {
    let size = layout.surface.size
    let margin = isCut ? max(3, layout.surface.shortSide / 20) : line + max(1, line)
    return Rect(
      x: margin, y: margin, width: size.width - 2 * margin, height: size.height - 2 * margin)
  }

  private func drawGround(_ role: ColourRole, on frame: inout Frame) {
    let bounds = frame.bounds
    guard layout.isRound else {
      frame.fill(bounds, with: role.pixel())
      if !isCut {
        frame.fill(
          Rect(
            x: line, y: line, width: bounds.width - 2 * line, height: bounds.height - 2 * line),
          with: 0)
      }
      return
    }
    let centre = Point(Double(bounds.width) / 2, Double(bounds.height) / 2)
    let radius = Double(layout.surface.shortSide) / 2 - 0.5
    if isCut {
      frame.ellipse(
        centre: centre, radiusX: radius, radiusY: radius, role: role, depth: layout.depth)
    } else {
      let middle = radius - Double(line) / 2
      frame.ring(
        centre: centre, radius: middle, thickness: Double(line), role: role, depth: layout.depth)
    }
  }

  /// An arrow, and the figure as large as it can be: beside it where that is wide, else below it.
  private func drawFigure(of scene: AlertScene, in rect: Rect, on frame: inout Frame) {
    var rest = rect
    var arrow = Rect.none
    let isBeside = rect.width >= 2 * rect.height
    if scene.role != .warning, rect.height >= 9 {
      arrow = rect
      if isBeside {
        arrow.width = min(rect.height, rect.width / 8) | 1
        rest.x += arrow.width + gap + 1
        rest.width -= arrow.width + gap + 1
      } else {
        arrow = rest.cutTop(min(rect.height / 3, rect.width / 4), gap: gap)
      }
    }
    let figure = headline(of: scene) { _ in true }.figure
    let size = layout.surface.size
    // Short figures would light more of a panel than is good for it.
    let most = size.height * 9 / 16
    if !isCut, rest.height > most {
      rest = Rect(x: rest.x, y: rest.y + (rest.height - most) / 2, width: rest.width, height: most)
    }
    let digits = PriceLayout(
      figure, in: rest, isCentred: true,
      canStack: figure.contains(",") && size.height * 5 >= size.width * 7,
      hasTiers: true, depth: layout.depth
    ) { layout.letters($0, .condensedBold) }
    var shown = figure
    if !digits.isWhole {
      let (room, letters) = (rest.width + 1, digits.large)
      // The name of an exchange has no shorter form, and is cut.
      shown = letters.fitted(headline(of: scene) { letters.width($0) <= room }.figure, width: room)
    }
    let runs = digits.runs(of: shown)
    for run in runs {
      frame.write(
        run.text, x: run.x, baseline: run.baseline, role: scene.role, in: run.lettering,
        isCut: isCut)
    }
    guard !arrow.isEmpty, let first = runs.first else { return }
    let top = first.baseline - first.lettering.ascent
    if isBeside {
      arrow.y = top
      arrow.height = first.lettering.ascent
    } else {
      // In the middle of what is free above the digits.
      arrow.y += max(0, (top - gap - arrow.bottom) / 2)
    }
    drawArrow(in: arrow, scene.role, on: &frame)
  }

  /// In the middle of its place, twice as wide as high.
  private func drawArrow(in place: Rect, _ role: ColourRole, on frame: inout Frame) {
    let height = min(place.height, place.width / 2 + 1)
    let width = min(place.width, 2 * height) | 1
    let arrow = Rect(
      x: place.x + (place.width - width) / 2, y: place.y + (place.height - height) / 2,
      width: width, height: height)
    guard layout.depth != .mono else {
      return frame.arrow(in: arrow, isUp: role == .rise, with: role.pixel())
    }
    let (tip, foot) = role == .rise ? (arrow.y, arrow.bottom) : (arrow.bottom, arrow.y)
    frame.polygon(
      [
        Point(Double(arrow.x) + Double(arrow.width) / 2, Double(tip)),
        Point(Double(arrow.right), Double(foot)), Point(Double(arrow.x), Double(foot)),
      ], role: isCut ? .paper : role, depth: layout.depth)
  }

  /// In the middle of a row, as large as it has room for.
  private func write(
    _ text: String, in row: Rect, _ role: ColourRole, _ lettering: Lettering? = nil,
    on frame: inout Frame
  ) {
    var letters = lettering ?? layout.largest(text, in: row.size)
    // Letters of other scripts are taller than digits.
    func isHigh(_ letters: Lettering) -> Bool {
      let extent = letters.extent(text)
      return extent.above + extent.below > row.height
    }
    while lettering == nil, letters.ascent > layout.strong.ascent, isHigh(letters) {
      letters = layout.largest(text, in: Size(row.width, letters.ascent - 1))
    }
    if letters.ascent < layout.strong.ascent, lettering == nil { letters = layout.strong }
    let shown = letters.fitted(text, width: row.width + 1)
    let extent = letters.extent(shown)
    let rows = extent.above + (layout.words.tail > 0 ? extent.below : 0)
    frame.write(
      shown, x: row.x + (row.width + 1 - letters.width(shown)) / 2,
      baseline: row.y + (row.height - rows) / 2 + extent.above, role: role, in: letters,
      isCut: isCut)
  }

  /// The price now, and when it happened: on one line or on two if there is room, else the latter alone.
  private func now(_ scene: AlertScene, _ width: Int, count: Int) -> [String] {
    let fired = layout.words.fired(scene.since)
    guard count > 0 else { return [] }
    let price = layout.numbers.money(scene.price, in: layout.text, width: width)
    guard !scene.statusHeader.isOld, scene.price != nil, price != NumberFormatter.unknown else {
      return [fired]
    }
    let both = [price, fired].joined(separator: "  ")
    return layout.text.width(both) <= width ? [both] : count > 1 ? [price, fired] : [fired]
  }

  private func headline(of scene: AlertScene, fits: (String) -> Bool) -> AlertHeadline {
    AlertHeadline(
      scene.condition, figure: scene.figure, exchange: scene.statusHeader.exchange,
      decimals: scene.decimals, in: layout.numbers, fits: fits)
  }
}
