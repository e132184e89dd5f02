import Pixels
import State

/// A message over all of the panel: in a bar of its colour its title, when it came and how many wait,
/// and below that its text in the largest letters in which all of it has room. A circle has a rim
/// instead of the bar, and its rows are as long as its chords.
struct NoticePage {
  private let layout: PageLayout
  /// Rows and columns that keep letters apart from an edge, and pixels of a circle's rim.
  private let space: Int
  private let rim: Int

  init(_ layout: PageLayout) {
    self.layout = layout
    space = max(1, layout.surface.shortSide / 32)
    rim = max(2, layout.surface.shortSide / 40)
  }

  func draw(_ scene: NoticeScene, on frame: inout Frame) {
    let text = known(scene.text)
    if layout.isRound {
      drawRim(of: scene, on: &frame)
      return draw(text, of: scene, in: layout.rowsArea, on: &frame)
    }
    let size = layout.surface.size
    var rest = Rect(size)
    // Where rows are few and it has no title, its colour is a frame.
    if scene.title.isEmpty, size.height < 48 {
      frame.outline(rest, with: scene.role.pixel())
    } else {
      rest.y = drawBar(of: scene, on: &frame)
      rest.height -= rest.y
    }
    let room = Rect(
      x: rest.x + space + 1, y: rest.y + space + 1, width: rest.width - 2 * (space + 1),
      height: rest.height - 2 * (space + 1))
    draw(text, of: scene, in: room, on: &frame)
  }

  /// Draws the title, and at the right the time and the count, cut out of the colour.
  /// - Returns: the first row below it.
  private func drawBar(of scene: NoticeScene, on frame: inout Frame) -> Int {
    let letters = layout.strong
    let title = title(of: scene)
    let extent = letters.extent(title)
    let bar = Rect(
      x: 0, y: 0, width: layout.surface.size.width,
      height: extent.above + extent.below + 2 * space)
    frame.fill(bar, with: scene.role.pixel())
    let margin = space + 1
    let baseline = space + extent.above
    var room = bar.width - 2 * margin
    // The time matters less than the title, and the title less than the count.
    let note = notes(of: scene).first { note in
      letters.width(title) + layout.gap + layout.small.width(note) <= room
    }
    if let note = note ?? notes(of: scene).last, !note.isEmpty {
      let width = layout.small.width(note)
      frame.write(
        note, x: bar.right - margin + 1 - width, baseline: baseline, role: scene.role,
        in: layout.small, isCut: true)
      room -= width + layout.gap
    }
    frame.write(
      letters.fitted(title, width: room + 1), x: margin, baseline: baseline, role: scene.role,
      in: letters, isCut: true)
    return bar.bottom
  }

  private func drawRim(of scene: NoticeScene, on frame: inout Frame) {
    let size = layout.surface.size
    let thickness = Double(rim)
    frame.ring(
      centre: Point(Double(size.width) / 2, Double(size.height) / 2),
      radius: Double(layout.surface.shortSide) / 2 - 0.5 - thickness / 2, thickness: thickness,
      role: scene.role, depth: layout.depth)
    write(title(of: scene), in: layout.header, scene.role, layout.strong, on: &frame)
    let notes = notes(of: scene)
    let note = notes.first { layout.small.width($0) <= layout.footer.width - 2 * rim } ?? ""
    write(note, in: layout.footer, .dim, layout.small, on: &frame)
  }

  /// In the middle of a segment of the circle, inside the rim however high its letters are.
  private func write(
    _ text: String, in segment: Rect, _ role: ColourRole, _ letters: Lettering,
    on frame: inout Frame
  ) {
    let extent = letters.extent(text)
    let baseline = layout.baseline(of: segment)
    let (top, bottom) = (
      min(segment.y, baseline - extent.above), max(segment.bottom, baseline + extent.below)
    )
    let row = inscribed(
      Rect(x: segment.x, y: top, width: segment.width, height: bottom - top))
    let shown = letters.fitted(text, width: row.width + 1)
    frame.write(
      shown, x: row.x + (row.width + 1 - letters.width(shown)) / 2, baseline: baseline, role: role,
      in: letters)
  }

  /// The part of a row that lies well inside the rim of a circle; elsewhere all of it.
  private func inscribed(_ row: Rect) -> Rect { layout.inscribed(row, margin: 2 * rim) }

  private func title(of scene: NoticeScene) -> String {
    let title = known(scene.title)
    return title.isEmpty ? NoticeScene.title[layout.words.language] : title
  }

  /// How many wait, and when it came, the longest first.
  private func notes(of scene: NoticeScene) -> [String] {
    let count = scene.waitingCount > 0 ? "+\(scene.waitingCount)" : ""
    let both = [count, scene.came].filter { !$0.isEmpty }.joined(separator: "  ")
    return [both, count]
  }

  /// The text without letters that cannot be drawn here, unless nothing would be left. Combining marks
  /// are left out, too: a mark would stand beside its letter, and not on it.
  private func known(_ text: String) -> String {
    let letters = text.unicodeScalars.filter { letter in
      layout.text.canSpell(String(letter))
        && ![.nonspacingMark, .enclosingMark].contains(letter.properties.generalCategory)
    }
    let known = String(String.UnicodeScalarView(letters)).split(separator: " ")
    return known.isEmpty ? text : known.joined(separator: " ")
  }
}

// The text.
extension NoticePage {
  /// Lines in their rows.
  private struct Setting {
    var letters: Lettering
    var lines: [String]
    /// As many as there is room for.
    var rows: [Rect]
    /// From the top of a row to the line that letters stand on.
    var ascent: Int
  }

  private func draw(
    _ text: String, of scene: NoticeScene, in area: Rect, on frame: inout Frame
  ) {
    guard let setting = setting(of: text, in: area) else { return }
    let window = layout.window(
      of: setting.lines.count, room: setting.rows.count, step: scene.lineStep)
    for (row, index) in zip(setting.rows, window) {
      var line = setting.lines[index]
      // Paper keeps its first lines, and says that there are more.
      if layout.surface.medium == .paper, index == window.last, index + 1 < setting.lines.count {
        line = setting.letters.fitted("\(line) \(setting.lines[index + 1])", width: row.width)
      }
      let width = setting.letters.width(line)
      frame.write(
        line, x: row.x + (row.width + 1 - width) / 2, baseline: row.y + setting.ascent, role: .text,
        in: setting.letters)
    }
  }

  /// In the largest letters that have room for all of it without a word that is broken; else in the
  /// smallest that are well read.
  private func setting(of text: String, in area: Rect) -> Setting? {
    var height = min(area.height, layout.surface.shortSide / 3)
    let least = layout.factLetters
    while height > least.ascent {
      let letters = layout.letters(height)
      if let setting = whole(text, letters, in: area) { return setting }
      height = min(height, letters.ascent) * 9 / 10
    }
    if let setting = whole(text, least, in: area) { return setting }
    let rows = rows(least, of: text, in: area, count: nil)
    guard !rows.rects.isEmpty else { return nil }
    let lines = least.wrapped(text, widths: rows.rects.map(\.width), isBreaking: true) ?? []
    return Setting(letters: least, lines: lines, rows: rows.rects, ascent: rows.ascent)
  }

  /// Nil where it has no room.
  private func whole(_ text: String, _ letters: Lettering, in area: Rect) -> Setting? {
    let most = rows(letters, of: text, in: area, count: nil).rects.count
    guard most > 0 else { return nil }
    // The fewer rows, the longer are a circle's chords.
    for count in layout.isRound ? Array(1...most) : [most] {
      let rows = rows(letters, of: text, in: area, count: count)
      let widths = rows.rects.map(\.width)
      guard let lines = letters.wrapped(text, widths: widths, isBreaking: false),
        lines.count <= count
      else { continue }
      let used = layout.isRound ? rows : self.rows(letters, of: text, in: area, count: lines.count)
      return Setting(letters: letters, lines: lines, rows: used.rects, ascent: used.ascent)
    }
    return nil
  }

  /// In the middle of the area.
  /// - Parameter count: nil for as many as there is room for.
  private func rows(
    _ letters: Lettering, of text: String, in area: Rect, count: Int?
  ) -> (rects: [Rect], ascent: Int) {
    let extent = letters.extent(text)
    let height = extent.above + extent.below
    let gap = max(1, letters.ascent / 5)
    let room = max(0, (area.height + gap) / (height + gap))
    let count = min(count ?? room, room)
    let top = area.y + (area.height - count * (height + gap) + gap) / 2
    let rects = (0..<count).map { index in
      inscribed(
        Rect(
          x: area.x, y: top + index * (height + gap), width: area.width, height: height))
    }
    return (rects, extent.above)
  }
}

extension Lettering {
  /// All of a text in lines of whole words.
  /// - Parameters:
  ///   - widths: of the first lines; later lines use them again from the first. At least one.
  ///   - isBreaking: whether a word that is wider than its line goes on in the next one.
  /// - Returns: nil where a word is too wide and may not be broken.
  fileprivate func wrapped(_ text: String, widths: [Int], isBreaking: Bool) -> [String]? {
    var lines: [String] = []
    // The last letter's own gap may hang over the edge.
    func room(_ line: Int) -> Int { widths[line % widths.count] + 1 }
    for word in text.split(separator: " ") {
      if let last = lines.last, width("\(last) \(word)") <= room(lines.count - 1) {
        lines[lines.count - 1] = "\(last) \(word)"
        continue
      }
      var rest = String(word)
      while width(rest) > room(lines.count) {
        guard isBreaking else { return nil }
        var part = ""
        for letter in rest {
          guard part.isEmpty || width(part + String(letter)) <= room(lines.count) else { break }
          part.append(letter)
        }
        lines.append(part)
        rest.removeFirst(part.count)
      }
      if !rest.isEmpty { lines.append(rest) }
    }
    return lines
  }
}
