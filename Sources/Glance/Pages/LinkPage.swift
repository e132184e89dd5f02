import MarketData
import Pixels

/// A row for each exchange, or a sentence for one that cannot be heard; those that are heard alike
/// share one where rows are few. Below them the board's address and signal; and where there is a
/// square left, the documentation for the camera of a phone.
struct LinkPage {
  let sheet: Sheet

  /// A label and a value, or a sentence without a value.
  private struct Entry {
    var label: String
    var value: String?
    var ink = Ink.text
    /// Whether the label may go where there is no room for both.
    var explainsItself = false
  }

  /// Rows, and the letters that they are written in.
  private struct Rows {
    var entries: [Entry]
    var letters: Lettering
    var places: [Rect]
  }

  init(_ sheet: Sheet) { self.sheet = sheet }

  func draw(_ scene: LinkScene, on frame: inout Frame) {
    sheet.drawHeader(sheet.words[Page.link], scene.masthead, on: &frame)
    var place = sheet.body
    let isWide = sheet.surface.size.width * 2 >= sheet.surface.size.height * 3
    if isWide, let code = LinkCode(scene.documentation, in: place.size, on: sheet.surface),
      place.width >= code.side + place.height
    {
      code.draw(x: place.right - code.side, y: place.y, on: &frame)
      place.width -= code.side + sheet.gap
      return draw(rows(scene, in: place), on: &frame)
    }
    let rows = rows(scene, in: place)
    place.height = (rows.entries.count - 1) * sheet.wordPitch(of: rows.letters)
    place.height += rowHeight(rows.letters)
    let rest = Rect(
      x: place.x, y: place.bottom + sheet.gap, width: place.width,
      height: sheet.body.bottom - place.bottom - sheet.gap)
    guard let code = LinkCode(scene.documentation, in: rest.size, on: sheet.surface) else {
      return draw(documented(rows, scene.documentation.text), on: &frame)
    }
    draw(self.rows(scene, in: place), on: &frame)
    drawCode(code, in: rest, rows.letters, on: &frame)
  }

  private func rowHeight(_ letters: Lettering) -> Int {
    max(letters.ascent, sheet.words.lineHeight)
  }

  /// With a row for the documentation where it has room as a whole.
  private func documented(_ rows: Rows, _ text: String) -> Rows {
    let entry = Entry(
      label: sheet.words[.documentation], value: text, ink: .dim, explainsItself: true)
    var rows = rows
    if rows.entries.count < rows.places.count, rows.letters.width(text) <= sheet.body.width {
      rows.entries.append(entry)
    }
    return rows
  }

  /// The code with its caption beside it, or alone in the middle.
  private func drawCode(
    _ code: LinkCode, in rest: Rect, _ letters: Lettering, on frame: inout Frame
  ) {
    let words = sheet.words[.documentation]
    let y = rest.bottom - code.side
    var caption = rest
    caption.x += code.side + sheet.gap
    caption.width -= code.side + sheet.gap
    let lines = letters.lines(words, width: caption.width, count: 2)
    guard lines.joined(separator: " ") == words, !sheet.isRound else {
      return code.draw(x: rest.x + (rest.width - code.side) / 2, y: y, on: &frame)
    }
    code.draw(x: rest.x, y: y, on: &frame)
    caption.height = (lines.count - 1) * sheet.wordPitch(of: letters) + rowHeight(letters)
    caption.y = y + (code.side - caption.height) / 2
    for (row, line) in zip(sheet.rows(in: caption, ofWords: true, letters: letters), lines) {
      sheet.write(line, of: row, .dim, in: letters, on: &frame)
    }
  }

  private func draw(_ rows: Rows, on frame: inout Frame) {
    let letters = rows.letters
    for (row, entry) in zip(rows.places, rows.entries) {
      guard let value = entry.value else {
        sheet.write(entry.label, of: row, entry.ink, in: letters, on: &frame)
        continue
      }
      var rest = row
      if !entry.explainsItself || width(of: entry, letters) <= row.width {
        let width = sheet.write(entry.label, of: row, .dim, in: letters, on: &frame)
        rest.x += width + sheet.gap
        rest.width -= width + sheet.gap
      }
      sheet.write(value, .right, of: rest, entry.ink, in: letters, on: &frame)
    }
  }

  private func width(of entry: Entry, _ letters: Lettering) -> Int {
    letters.width(entry.label) + (entry.value.map { sheet.gap + letters.width($0) } ?? 0)
  }

  /// As many as there are places for, exchanges first, in letters that have room for all of them.
  private func rows(_ scene: LinkScene, in place: Rect) -> Rows {
    let options = [sheet.text, sheet.small].map { letters in
      let places = sheet.rows(in: place, ofWords: true, letters: letters)
      let board = board(scene.network)
      var exchanges = scene.lines.flatMap { exchange($0, place.width, letters) }
      if exchanges.count + min(1, board.count) > places.count {
        exchanges = together(scene.lines, place.width, letters)
      }
      let entries = Array((exchanges + board).prefix(places.count))
      return Rows(entries: entries, letters: letters, places: places)
    }
    return options.first { rows in
      rows.entries.allSatisfy { width(of: $0, rows.letters) <= place.width }
    } ?? options[1]
  }

  private func exchange(
    _ line: LinkScene.Line, _ width: Int, _ letters: Lettering
  ) -> [Entry] {
    func sentence(_ trouble: Trouble, _ ink: Ink) -> [Entry] {
      let sentence = sheet.words.sentence(for: trouble, of: line.name, since: line.since)
      return letters.lines(sentence, width: width, count: 2).map { Entry(label: $0, ink: ink) }
    }
    guard line.isSilent else {
      return [Entry(label: line.name, value: state(line.link))]
        + (line.trouble.map { sentence($0, .dim) } ?? [])
    }
    if let trouble = line.trouble { return sentence(trouble, .warning) }
    let since = line.since.map { " \(sheet.words.since($0))" } ?? ""
    return [Entry(label: line.name, value: state(line.link) + since, ink: .warning)]
  }

  private func state(_ link: Link) -> String {
    switch link {
    case .streaming: sheet.words[.connected]
    case .polling: sheet.words[.polled]
    case .stale, .offline: sheet.words[.silent]
    }
  }

  /// Those that are silent one by one, and the others by how they are heard.
  private func together(
    _ lines: [LinkScene.Line], _ width: Int, _ letters: Lettering
  ) -> [Entry] {
    lines.filter(\.isSilent).flatMap { exchange($0, width, letters) }
      + [Link.streaming, .polling].compactMap { link in
        let names = lines.filter { $0.link == link }.map(\.name)
        return names.isEmpty
          ? nil : Entry(label: names.joined(separator: ", "), value: state(link))
      }
  }

  private func board(_ network: BoardNetwork?) -> [Entry] {
    guard let network else { return [] }
    var entries = network.addresses.prefix(2).enumerated().map { place, address in
      Entry(
        label: place == 0 ? sheet.words[.address] : "", value: address, explainsItself: true)
    }
    if entries.isEmpty { entries = [Entry(label: sheet.words[.noAddress], ink: .warning)] }
    if let signal = network.signal {
      let value = "−\(abs(signal)) dBm"
      entries.insert(
        Entry(label: sheet.words[.signal], value: value, explainsItself: true), at: 1)
    }
    return entries
  }
}
