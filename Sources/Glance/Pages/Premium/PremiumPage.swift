import Pixels
import State

/// The premium by both rates, each with its day's range; below, the prices and rates that they are made
/// of, by turns if there is no room for all. Without a rate, a text above the prices says so.
struct PremiumPage {
  let layout: PageLayout

  init(_ layout: PageLayout) { self.layout = layout }

  /// Rows of the range, and of a line of small words.
  private var trackHeight: Int { max(3, layout.text.ascent / 2) }
  private var lineHeight: Int { max(layout.small.ascent, layout.words.lineHeight) }
  private var space: Int { max(2, layout.gap / 2) }
  /// Rows of the range with its ends beside it.
  private var endsHeight: Int { max(trackHeight, layout.small.ascent) }

  func draw(_ scene: PremiumScene, on frame: inout Frame) {
    let words = layout.words
    let title = [PremiumScene.title[words.language], scene.base].compactMap { $0 }.joined(
      separator: " ")
    layout.drawHeader(
      layout.title(among: [title, PremiumScene.title[words.language]], scene.statusHeader),
      scene.statusHeader, on: &frame)
    guard scene.base != nil else { return layout.drawExplanation(words[.noPremium], on: &frame) }
    // Two dashes would stand there for ever, without a reason.
    guard !scene.lacksRate else {
      let areas = areas(for: scene.prices.count)
      layout.drawExplanation(words[.noRate], in: areas.explanation, on: &frame)
      return drawQuotations(scene, on: areas.lines, quotationLetters, &frame)
    }
    let parts = [(words[.officialRate], scene.official), (words[.coinRate], scene.byCoin)]
    var rest = layout.body
    let isStacked = rest.height * 4 >= rest.width * 3
    // A narrow panel has its words above the numbers.
    let isTall = isStacked && rest.height * 2 < rest.width * 3
    let width = isStacked ? rest.width : (rest.width - 2 * layout.gap) / 2
    let around =
      isTall ? space + endsHeight : lineHeight + trackHeight + layout.small.ascent + 3 * space
    if isStacked { _ = rest.cutTop(space, gap: 0) }
    let room =
      isStacked
      ? Size(isTall ? width * 3 / 5 : width, rest.height / 6)
      : Size(width, rest.height - around)
    guard room.height >= layout.text.ascent, rest.width >= 8 * layout.text.ascent,
      isStacked || parts.allSatisfy({ layout.small.width($0.0) <= width })
    else { return drawLines(parts, scene, on: &frame) }
    let digits = layout.largest("+8.88%", in: room)
    // Both are called in full, or both by their first word.
    let labelWidth = isTall ? width - digits.width("+8.88%") - layout.gap : width
    let isFull = parts.allSatisfy { layout.small.width($0.0) <= labelWidth }
    let between = isStacked && !isTall ? 2 * layout.gap : 2 * space
    var below = rest
    for _ in 0..<(isStacked ? 2 : 1) { _ = below.cutTop(digits.ascent + around, gap: between) }
    let letters = quotationLetters
    // Commas hang below the last line.
    below.height -= max(1, letters.ascent / 7)
    var rows = layout.rows(
      in: below, ofWords: true, count: scene.quotations.count, letters: letters)
    let pairs = layout.rows(
      in: below, ofWords: true, count: 2 * scene.quotations.count, letters: layout.text)
    let isPaired = isStacked && !isTall && pairs.count == 2 * scene.quotations.count
    if isPaired { rows = pairs }
    for (index, (label, part)) in parts.enumerated() {
      var rect = rest
      rect.height = digits.ascent + around
      if isStacked {
        _ = rest.cutTop(rect.height, gap: between)
      } else {
        rect.x = index == 0 ? rest.x : rest.right - width
        rect.width = width
      }
      let rate = isStacked || !rows.isEmpty ? nil : part?.rate
      let name = isFull ? label : String(label.prefix { $0 != " " })
      draw(name, part, rate, digits, isTall: isTall, in: rect, on: &frame)
    }
    if isPaired { return drawPairs(scene, on: rows, &frame) }
    drawQuotations(scene, on: rows, letters, &frame)
  }

  /// Draws each source, and on the row below what it says.
  private func drawPairs(_ scene: PremiumScene, on rows: [Rect], _ frame: inout Frame) {
    for (index, quotation) in scene.quotations.enumerated() {
      layout.write(quotation.source, of: rows[2 * index], .dim, on: &frame)
      let row = rows[2 * index + 1]
      layout.write(
        money(quotation, in: layout.text, width: row.width), .right, of: row,
        quotation.isStale ? .dim : .text, on: &frame)
    }
  }

  /// Draws the premiums beside each other, each name above its number, or a line for each.
  private func drawLines(
    _ parts: [(String, PremiumScene.Part?)], _ scene: PremiumScene, on frame: inout Frame
  ) {
    var half = layout.body
    half.width = (half.width - layout.gap) / 2
    let digits = layout.largest(
      "+88.88%", in: Size(half.width, half.height - lineHeight - 1))
    let isNarrow = parts.contains { layout.text.width($0.0) > half.width + 1 }
    guard isNarrow || digits.ascent <= layout.text.ascent else {
      for (index, (label, part)) in parts.enumerated() {
        if index > 0 { half.x = layout.body.right - half.width }
        layout.write(
          label, of: Rect(x: half.x, y: half.y, width: half.width, height: lineHeight), .dim,
          on: &frame)
        let mark = mark(of: part, in: digits)
        let shown =
          mark + layout.numbers.change(part?.fraction) { digits.width(mark + $0) <= half.width + 1 }
        frame.write(shown, x: half.x, baseline: half.bottom, role: role(part), in: digits)
      }
      return
    }
    let rows = layout.rows(ofWords: true)
    for (row, (label, part)) in zip(rows, parts) {
      layout.write(label, text(part?.fraction), in: row, role(part), on: &frame)
    }
    drawQuotations(scene, on: Array(rows.dropFirst(parts.count)), layout.text, &frame)
  }

  /// What stands before the number of a premium that is old.
  private func mark(of part: PremiumScene.Part?, in digits: Lettering) -> String {
    part?.isStale ?? false ? CurrencyMark(isRough: true).text(in: digits) : ""
  }

  /// Draws one premium: its name, beside it the rate if that is wanted and has room, the number, and a
  /// line from the day's lowest to its highest with a mark where it stands.
  private func draw(
    _ label: String, _ part: PremiumScene.Part?, _ rate: PremiumScene.Line?, _ digits: Lettering,
    isTall: Bool, in rect: Rect, on frame: inout Frame
  ) {
    var rest = rect
    let isStale = part?.isStale ?? false
    let ends = rest.cutBottom(isTall ? endsHeight : layout.small.ascent, gap: space)
    var track = ends
    if isTall {
      let end = layout.small.width("+88.88%") + space
      track = Rect(
        x: ends.x + end, y: ends.y + (ends.height - trackHeight) / 2, width: ends.width - 2 * end,
        height: trackHeight)
    } else {
      track = rest.cutBottom(trackHeight, gap: space)
    }
    let mark = mark(of: part, in: digits)
    let shown =
      mark + layout.numbers.change(part?.fraction) { digits.width(mark + $0) <= rest.width }
    let width = digits.width(shown)
    frame.write(
      shown, x: isTall ? rest.right + 1 - width : rest.x, baseline: rest.bottom, role: role(part),
      in: digits)
    let name = layout.small.fitted(
      label, width: isTall ? rest.width - width - layout.gap : rest.width)
    let baseline =
      isTall
      ? rest.bottom
      : rest.y + lineHeight - min(layout.words.tail, lineHeight - layout.small.ascent)
    frame.write(
      name, x: rest.x, baseline: baseline, role: isStale ? .warning : .dim, in: layout.small)
    guard let part else { return }
    let room = rect.width - layout.small.width(name) - layout.gap
    let value = rate.map { money($0, in: layout.small, width: room) } ?? ""
    frame.write(
      value, x: rect.right + 1 - layout.small.width(value), baseline: baseline, role: .dim,
      in: layout.small)
    let end = (ends.width - layout.gap) / 2
    let (low, high) = (text(part.low, width: end), text(part.high, width: end))
    frame.write(low, x: ends.x, baseline: ends.bottom, role: .dim, in: layout.small)
    frame.write(
      high, x: ends.right + 1 - layout.small.width(high), baseline: ends.bottom, role: .dim,
      in: layout.small)
    drawRange(part, in: track, on: &frame)
  }

  private func drawRange(_ part: PremiumScene.Part, in rect: Rect, on frame: inout Frame) {
    let thickness = max(1, rect.height / 4)
    let line = Rect(
      x: rect.x, y: rect.y + (rect.height - thickness) / 2, width: rect.width,
      height: thickness)
    frame.fill(line, with: (layout.depth == .mono ? ColourRole.text : .faint).pixel())
    let span = part.high - part.low
    let share = span > 0 ? (part.fraction - part.low) / span : 0.5
    let mark = thickness * 2 + 1
    let x = rect.x + Int(max(0, min(1, share)) * Double(rect.width - mark) + 0.5)
    frame.fill(
      Rect(x: x, y: rect.y, width: mark, height: rect.height), with: role(part).pixel())
  }

  /// The area of an explanation, and the lines below it: as many as leave the explanation one line.
  func areas(for count: Int) -> (explanation: Rect, lines: [Rect]) {
    let letters = quotationLetters
    let pitch = layout.wordPitch(of: letters)
    let between = pitch - max(letters.ascent, layout.words.lineHeight)
    let least = max(layout.text.ascent, layout.words.lineHeight)
    let shown = max(0, min(count, (layout.body.height - least) / pitch))
    var explanation = layout.body
    guard shown > 0 else { return (explanation, []) }
    let below = explanation.cutBottom(shown * pitch - between, gap: between)
    return (explanation, layout.rows(in: below, ofWords: true, count: shown, letters: letters))
  }

  private var quotationLetters: Lettering {
    layout.small.ascent < 10 && layout.body.width >= 16 * layout.text.ascent
      ? layout.text : layout.small
  }

  /// Draws each price or rate: its source, its age, and its amount.
  private func drawQuotations(
    _ scene: PremiumScene, on rows: [Rect], _ letters: Lettering, _ frame: inout Frame
  ) {
    let quotations = scene.quotations
    let window = layout.window(of: quotations.count, room: rows.count, step: scene.lineStep)
    for (row, quotation) in zip(rows, quotations[window]) {
      var rest = row
      let least = min(letters.width(quotation.source), row.width / 2)
      let value = money(quotation, in: letters, width: row.width - least - letters.ascent)
      let role: ColourRole = quotation.isStale ? .dim : .text
      let width = layout.write(value, .right, of: row, role, in: letters, on: &frame)
      if width > 0 { rest.width -= width + letters.ascent }
      let age = layout.surface.medium == .paper ? nil : quotation.age.map(layout.numbers.age)
      let source = quotation.source
      let labels = [
        [source, age].compactMap { $0 }.joined(separator: " "), source,
        source.split(separator: " ").dropLast().joined(separator: " "),
      ]
      let label = labels.first { letters.width($0) <= rest.width } ?? source
      layout.write(label, of: rest, .dim, in: letters, on: &frame)
    }
  }

  /// Empty if there is no room: `–` would say that it is not known.
  private func money(
    _ line: PremiumScene.Line, in letters: Lettering, width: Int
  ) -> String {
    var money = line.money
    money.mark.isRough = line.isStale
    let text = layout.numbers.money(money, in: letters, width: width)
    return text == NumberFormatter.unknown ? "" : text
  }

  private func role(_ part: PremiumScene.Part?) -> ColourRole {
    ColourRole(change: part?.fraction, isOld: part?.isStale ?? true)
  }

  private func text(_ fraction: Double?, width: Int = .max) -> String {
    layout.numbers.change(fraction) { layout.small.width($0) <= width }
  }
}
