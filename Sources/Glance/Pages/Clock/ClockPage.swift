import Pixels

/// Big digits of the time; above them the market and the day, below them its price and its change.
struct ClockPage {
  let layout: PageLayout

  init(_ layout: PageLayout) { self.layout = layout }

  func draw(_ scene: ClockScene, on frame: inout Frame) {
    let name = layout.name(of: scene.statusHeader)
    let date = layout.words.date(scene.day)
    let hasDate =
      layout.isRound
      || layout.title.width(name) + layout.small.width(date)
        <= layout.headerRoom(scene.statusHeader)
    var rect = layout.body
    // A tall panel has a row for the day where the header has no room.
    let isBelow = !hasDate && rect.height > rect.width
    layout.drawHeader(name, scene.statusHeader, note: isBelow ? "" : date, on: &frame)
    if isBelow {
      let row = rect.cutTop(max(layout.text.ascent, layout.words.lineHeight), gap: layout.gap)
      layout.write(date, of: row, .dim, on: &frame)
    }
    // On few rows the time needs all of them.
    guard rect.height >= 4 * layout.text.ascent else {
      return drawTime(scene.statusHeader.clock, in: rect, width: rect.width, on: &frame)
    }
    // The price in full, if need be in smaller letters.
    let change = layout.numbers.change(scene.change) { layout.text.width($0) <= rect.width / 2 }
    let needed = { (letters: Lettering) in
      letters.width(layout.numbers.money(scene.money, in: letters, width: .max)) + layout.gap
        + letters.width(change)
    }
    let letters = needed(layout.text) <= rect.width ? layout.text : layout.small
    // Letters of other scripts reach below digits, and into the gap above them.
    let tail = letters.ascent < layout.words.lineHeight ? layout.words.tail : 0
    let height = letters.ascent + tail
    // Commas hang below it.
    rect.height -= letters.extent(",").below
    var line = Rect(x: rect.x, y: rect.bottom - height, width: rect.width, height: height)
    if layout.isRound {
      line.width = min(line.width, needed(letters) + layout.gap)
      line.x += (rect.width - line.width) / 2
    }
    rect.height -= letters.ascent + layout.gap
    // A circle is wider there than its body is.
    let band = layout.inscribed(
      Rect(
        x: layout.rowsArea.x, y: rect.y + rect.height / 5, width: layout.rowsArea.width,
        height: rect.height * 3 / 5))
    drawTime(scene.statusHeader.clock, in: rect, width: band.width, on: &frame)
    let width = layout.write(
      change, .right, of: line, ColourRole(change: scene.change, isOld: scene.statusHeader.isOld),
      in: letters, on: &frame)
    // The last letters' own gaps may hang over the edge.
    let room = line.width + 1 - (width - 1) - layout.gap
    let price = layout.numbers.money(scene.money, in: letters, width: room)
    layout.write(price, of: line, scene.statusHeader.isOld ? .dim : .text, in: letters, on: &frame)
  }

  /// The hours above the minutes where that makes the digits half as large again.
  /// - Parameter width: columns that digits may take.
  private func drawTime(_ time: String, in rect: Rect, width: Int, on frame: inout Frame) {
    let beside = layout.largest("00:00", in: Size(width, rect.height))
    let space = 2 * layout.gap
    let above = layout.largest("00", in: Size(width, (rect.height - space) / 2))
    let isStacked = 2 * above.ascent >= 3 * beside.ascent
    let digits = isStacked ? above : beside
    let lines = isStacked ? time.split(separator: ":").map(String.init) : [time]
    let pitch = digits.ascent + space
    let height = (lines.count - 1) * pitch + digits.ascent
    let top = rect.bottom - (rect.height - height) / 2 - height
    for (index, line) in lines.enumerated() {
      // All digits are equally wide, so that the time does not move when it changes.
      let usual = isStacked ? "00" : "00:00"
      frame.write(
        line, x: rect.x + (rect.width - digits.width(usual)) / 2,
        baseline: top + digits.ascent + index * pitch, role: .text, in: digits)
    }
  }
}
