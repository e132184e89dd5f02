import MarketData
import Pixels
import State

/// A row for each exchange, or a sentence for one that cannot be heard; those that are heard alike
/// share one where rows are few. Below them what else cannot be heard, the board's address and
/// signal; and where there is a square left, the documentation for the camera of a phone.
struct LinkPage {
  let layout: PageLayout

  /// A label and a value, or a sentence without a value.
  private struct Entry {
    var label: String
    var value: String?
    var role = ColourRole.text
    /// Whether the label may go where there is no room for both.
    var explainsItself = false
    /// Whether a part of the sentence was left out, for which there was no room.
    var isShortened = false
  }

  /// Rows, and the letters that they are written in.
  private struct Rows {
    var entries: [Entry]
    var letters: Lettering
    var rects: [Rect]
    /// Whether no word of an exchange or a source is missing.
    var isWhole: Bool
  }

  init(_ layout: PageLayout) { self.layout = layout }

  func draw(_ scene: LinkScene, on frame: inout Frame) {
    layout.drawHeader(LinkScene.title[layout.words.language], scene.statusHeader, on: &frame)
    guard !drawBesideCode(scene, on: &frame), !drawAboveCode(scene, on: &frame) else { return }
    draw(documented(rows(scene, in: layout.body), scene), on: &frame)
  }

  /// Draws the rows beside the code on a wide panel, and says whether it did. It does not if a word
  /// would be lost: what is wrong matters more than a page that can be read elsewhere.
  private func drawBesideCode(_ scene: LinkScene, on frame: inout Frame) -> Bool {
    var rect = layout.body
    guard layout.surface.size.width * 2 >= layout.surface.size.height * 3,
      let code = LinkCode(scene.code, in: rect.size, on: layout.surface),
      rect.width >= code.side + rect.height
    else { return false }
    rect.width -= code.side + layout.gap
    let rows = rows(scene, in: rect)
    guard rows.isWhole else { return false }
    code.draw(x: layout.body.right - code.side, y: rect.y, on: &frame)
    draw(rows, on: &frame)
    return true
  }

  /// Draws the rows above the code, and says whether there was a square left for it. The board has fewer
  /// rows if every reader reads the code then.
  private func drawAboveCode(_ scene: LinkScene, on frame: inout Frame) -> Bool {
    let area = layout.aligned(layout.rowsArea)
    let layouts = [3, 2, 1].compactMap { count -> (rows: Rows, rest: Rect, code: LinkCode)? in
      let rows = self.rows(scene, in: area, ofBoard: count)
      guard rows.isWhole else { return nil }
      var rect = area
      rect.height = (rows.entries.count - 1) * layout.wordPitch(of: rows.letters)
      rect.height += rowHeight(rows.letters)
      let rest = Rect(
        x: rect.x, y: rect.bottom + layout.gap, width: rect.width,
        height: area.bottom - rect.bottom - layout.gap)
      return LinkCode(scene.code, in: rest.size, on: layout.surface)
        .map { (rows, rest, $0) }
    }
    guard let chosen = layouts.first(where: \.code.isComfortable) ?? layouts.first else {
      return false
    }
    // Rows that the code leaves go between the lines.
    var rows = chosen.rows
    var rect = area
    rect.height -= chosen.code.side + layout.gap
    rows.rects = layout.rows(
      in: rect, ofWords: true, count: rows.entries.count, letters: rows.letters)
    draw(rows, on: &frame)
    drawCode(chosen.code, scene, in: chosen.rest, rows.letters, on: &frame)
    return true
  }

  private func rowHeight(_ letters: Lettering) -> Int {
    max(letters.ascent, layout.words.lineHeight)
  }

  /// The rows with one for the documentation, if that has room as a whole. A secret takes the last row
  /// if need be: somebody has just asked for it.
  private func documented(_ rows: Rows, _ scene: LinkScene) -> Rows {
    let text = scene.code.text
    let isSecret = scene.pairing != nil
    let entry = Entry(
      label: layout.words[scene.codeTerm], value: text, role: isSecret ? .text : .dim,
      explainsItself: true)
    var rows = rows
    if isSecret { rows.entries = Array(rows.entries.prefix(max(0, rows.rects.count - 1))) }
    if rows.entries.count < rows.rects.count, rows.letters.width(text) <= layout.body.width {
      rows.entries.append(entry)
    }
    return rows
  }

  /// The code with its caption beside it, or alone in the middle.
  private func drawCode(
    _ code: LinkCode, _ scene: LinkScene, in rest: Rect, _ letters: Lettering,
    on frame: inout Frame
  ) {
    let words = layout.words[scene.codeTerm]
    let y = rest.bottom - code.side
    var caption = rest
    caption.x += code.side + layout.gap
    caption.width -= code.side + layout.gap
    let lines = letters.lines(words, width: caption.width, count: 2)
    guard lines.joined(separator: " ") == words, !layout.isRound else {
      return code.draw(x: rest.x + (rest.width - code.side) / 2, y: y, on: &frame)
    }
    code.draw(x: rest.x, y: y, on: &frame)
    caption.height = (lines.count - 1) * layout.wordPitch(of: letters) + rowHeight(letters)
    caption.y = y + (code.side - caption.height) / 2
    for (row, line) in zip(layout.rows(in: caption, ofWords: true, letters: letters), lines) {
      layout.write(line, of: row, .dim, in: letters, on: &frame)
    }
  }

  private func draw(_ rows: Rows, on frame: inout Frame) {
    let letters = rows.letters
    for (row, entry) in zip(rows.rects, rows.entries) {
      guard let value = entry.value else {
        layout.write(entry.label, of: row, entry.role, in: letters, on: &frame)
        continue
      }
      var rest = row
      if !entry.explainsItself || width(of: entry, letters) <= row.width {
        let width = layout.write(entry.label, of: row, .dim, in: letters, on: &frame)
        rest.x += width + layout.gap
        rest.width -= width + layout.gap
      }
      layout.write(value, .right, of: rest, entry.role, in: letters, on: &frame)
    }
  }

  private func width(of entry: Entry, _ letters: Lettering) -> Int {
    letters.width(entry.label) + (entry.value.map { layout.gap + letters.width($0) } ?? 0)
  }

  /// As many as there are rows for, exchanges first, in letters that have room for all of them.
  /// - Parameter count: how many rows of the board itself are wanted.
  private func rows(_ scene: LinkScene, in rect: Rect, ofBoard count: Int = 3) -> Rows {
    let options = [layout.text, layout.small].map { letters in
      let rects = layout.rows(in: rect, ofWords: true, letters: letters)
      let board = board(scene.network).prefix(count)
      var exchanges = scene.lines.flatMap { exchange($0, rect.width, letters) }
      for room in [rect.width, .max] where exchanges.count + min(1, board.count) > rects.count {
        exchanges = together(scene.lines, rect.width, letters, room)
      }
      let services = scene.services.map { exchange($0, rect.width, letters) }
      let room = rects.count - min(1, board.count)
      var entries = exchanges
      for sentence in services where entries.count + sentence.count <= room { entries += sentence }
      let isWhole =
        entries.count == exchanges.count + services.joined().count && entries.count <= room
        && entries.allSatisfy {
          !$0.isShortened && !$0.label.hasSuffix("…")
            && width(of: $0, letters) <= rect.width + 1
        }
      return Rows(
        entries: Array((entries + board).prefix(rects.count)), letters: letters, rects: rects,
        isWhole: isWhole)
    }
    return options.first { rows in
      rows.entries.allSatisfy { width(of: $0, rows.letters) <= rect.width }
    } ?? options[1]
  }

  private func exchange(
    _ line: LinkScene.Line, _ width: Int, _ letters: Lettering
  ) -> [Entry] {
    func sentence(_ failureReason: FailureReason, _ role: ColourRole) -> [Entry] {
      let choices = layout.words.sentences(for: failureReason, of: line.name, since: line.since)
        .map { letters.lines($0, width: width, count: 2) }
      // A time that is cut says nothing.
      let isShortened = choices[0].last?.hasSuffix("…") ?? false
      return choices[isShortened ? 1 : 0].map {
        Entry(label: $0, role: role, isShortened: isShortened)
      }
    }
    guard line.isSilent else {
      return entries(line.name, state(line.link), .text, width, letters)
        + (line.failureReason.map { sentence($0, .dim) } ?? [])
    }
    if let failureReason = line.failureReason { return sentence(failureReason, .warning) }
    if line.isConnecting {
      return letters.lines(layout.words.connecting(line.name), width: width, count: 2).map {
        Entry(label: $0, role: .dim)
      }
    }
    let state = state(line.link)
    let value = line.since.map { layout.words.state(state, since: $0) } ?? state
    return entries(line.name, value, .warning, width, letters)
  }

  /// On one row, or the value below its label where there is no room for both.
  private func entries(
    _ label: String, _ value: String, _ role: ColourRole, _ width: Int, _ letters: Lettering
  ) -> [Entry] {
    let entry = Entry(label: label, value: value, role: role)
    // The last letter's own gap may hang over the edge.
    guard width < .max, self.width(of: entry, letters) > width + 1 else { return [entry] }
    return letters.lines(label, width: width, count: 2).map { Entry(label: $0, role: .dim) }
      + [Entry(label: "", value: value, role: role)]
  }

  private func state(_ link: Link) -> String {
    switch link {
    case .streaming: layout.words[.connected]
    case .polling: layout.words[.polled]
    case .stale, .offline: layout.words[.silent]
    }
  }

  /// A row for each silent exchange, and one for all others that are heard alike.
  /// - Parameter room: columns of a row for names and how they are heard; more take two rows.
  private func together(
    _ lines: [LinkScene.Line], _ width: Int, _ letters: Lettering, _ room: Int
  ) -> [Entry] {
    lines.filter(\.isSilent).flatMap { exchange($0, width, letters) }
      + [Link.streaming, .polling].flatMap { link -> [Entry] in
        let names = lines.filter { $0.link == link }.map(\.name).joined(separator: ", ")
        return names.isEmpty ? [] : entries(names, state(link), .text, room, letters)
      }
  }

  private func board(_ network: BoardNetwork?) -> [Entry] {
    guard let network else { return [] }
    var entries = network.addresses.prefix(2).enumerated().map { index, address in
      let kind = address.contains(":") ? "IPv6" : "IPv4"
      return Entry(
        label: index == 0 ? layout.words[.address] : kind, value: address, explainsItself: true)
    }
    if entries.isEmpty { entries = [Entry(label: layout.words[.noAddress], role: .warning)] }
    if let signal = network.signal {
      let value = "−\(abs(signal)) dBm"
      entries.insert(
        Entry(label: layout.words[.signal], value: value, explainsItself: true), at: 1)
    }
    return entries
  }
}
