import Pixels
import State

// How a page lists things that have a price.
extension PageLayout {
  /// Letters of a list: smaller ones where three columns of the usual ones have no room.
  var listLetters: Lettering { hasThreeColumns || isStacked ? text : small }

  private var hasThreeColumns: Bool {
    text.width("WWWW" + "$888.8K" + "+88.88%") + 2 * gap <= body.width
  }

  /// What something is worth stands below its name: narrow and tall.
  var isStacked: Bool { !hasThreeColumns && body.height * 2 >= body.width * 3 }

  /// The lines of a list, spread over a rectangle.
  func listRows(in rect: Rect, count: Int) -> [Rect] {
    guard isStacked else {
      // Letters that are smaller than usual stand in the middle of their row.
      return rows(in: rect, ofWords: true, count: count).map { row in
        let height = min(row.height, max(listLetters.ascent, words.lineHeight))
        let top = row.y + (row.height - height) / 2
        return Rect(x: row.x, y: top, width: row.width, height: height)
      }
    }
    let height = wordPitch + max(text.ascent, words.lineHeight)
    let shown = max(0, min(count, (rect.height + gap) / (height + gap)))
    let step = min(height + 2 * gap, shown > 1 ? (rect.height - height) / (shown - 1) : height)
    return (0..<shown).map {
      inscribed(Rect(x: rect.x, y: rect.y + $0 * step, width: rect.width, height: height))
    }
  }

  /// Which of `count` lines are shown where there is room for some: the next ones with each step,
  /// but always the first ones on paper, which is not drawn anew for that.
  func window(of count: Int, room: Int, step: Int) -> Range<Int> {
    guard room > 0, count > room, surface.medium != .paper else {
      return 0..<min(count, max(0, room))
    }
    let first = step % ((count + room - 1) / room) * room
    return first..<min(count, first + room)
  }

  /// A line of a list: the name at the left, the change at the right, and what it is worth before the
  /// change or below the name.
  struct Entry {
    var name: String
    /// Stands after the name, whole or not at all: how many things the line counts.
    var note: String?
    var money: Money?
    var change: Double?
    /// Whether the money is a gain or a loss, and not what something is worth.
    var isGain = false
    var isOld = false

    var label: String { [name, note].compactMap { $0 }.joined(separator: " ") }
  }

  /// Writes lines of a list. What they are worth is written in full if all of them have room for that,
  /// else with four digits. If one of them has no room for that, none is written: a dash would say
  /// that it is not known, and look like a sign before the change.
  func write(_ entries: [Entry], in rows: some Sequence<Rect>, on frame: inout Frame) {
    let rows = Array(rows.prefix(entries.count))
    let measured = zip(entries, rows).map { entry, row in
      var entry = entry
      if !hasRoomForNote(of: entry, in: row) { entry.note = nil }
      return entry
    }
    // A note shortens its own line alone.
    let isBrief = !zip(entries, rows).allSatisfy { entry, row in
      var entry = entry
      entry.note = nil
      return hasRoomInFull(for: entry, in: row)
    }
    let values = zip(measured, rows).map { entry, row in
      money(
        of: entry, isBrief: isBrief || !hasRoomInFull(for: entry, in: row),
        width: moneyWidth(of: entry, in: row))
    }
    let hasValues = zip(entries, values).allSatisfy { entry, value in
      entry.money == nil || !["", NumberFormatter.unknown].contains(value)
    }
    for ((entry, value), row) in zip(zip(entries, values), rows) {
      write(entry, hasValues ? value : "", in: row, on: &frame)
    }
  }

  private func money(of entry: Entry, isBrief: Bool, width: Int) -> String {
    numbers.money(
      entry.money, isGain: entry.isGain, isBrief: isBrief, in: listLetters, width: width)
  }

  private var listChangeWidth: Int {
    listLetters.width(listLetters === text ? "+88.88%" : "+88.8%")
  }

  private var listGap: Int { listLetters.ascent * 2 / 3 }

  /// Columns beside a name. The name is whole if it is not very long, or if it has a note.
  private func moneyWidth(of entry: Entry, in row: Rect) -> Int {
    guard !isStacked else { return row.width }
    let rest = row.width - listChangeWidth - listGap
    let label = listLetters.width(entry.label)
    return rest - listGap - (entry.note == nil ? min(label, rest * 2 / 5) : label)
  }

  private func hasRoomInFull(for entry: Entry, in row: Rect) -> Bool {
    let full = money(of: entry, isBrief: false, width: .max / 2)
    return listLetters.width(full) <= moneyWidth(of: entry, in: row)
  }

  /// Whether two digits of what it is worth are left beside the note, or the whole of it. A note that
  /// some things are not counted says more than further digits do.
  private func hasRoomForNote(of entry: Entry, in row: Rect) -> Bool {
    guard entry.note != nil else { return false }
    let whole = money(of: entry, isBrief: true, width: .max / 2)
    let shown = money(of: entry, isBrief: true, width: moneyWidth(of: entry, in: row))
    return shown == whole || shown.significantDigits > 1
  }

  private func write(_ entry: Entry, _ value: String, in row: Rect, on frame: inout Frame) {
    let letters = listLetters
    tint(row, entry.change, isOld: entry.isOld, on: &frame)
    let shown = numbers.change(entry.change) { letters.width($0) <= listChangeWidth }
    var rest = row
    if isStacked { rest.height -= wordPitch }
    write(
      shown, .right, of: rest, ColourRole(change: entry.change, isOld: entry.isOld), in: letters,
      on: &frame)
    rest.width -= listChangeWidth + listGap
    let role: ColourRole = entry.isOld ? .dim : .text
    let width = write(value, .right, of: isStacked ? row : rest, role, in: letters, on: &frame)
    if !isStacked, width > 0 { rest.width -= width + listGap }
    if width == 0 { rest.width = row.width - letters.width(shown) - listGap }
    write(entry.name, of: rest, .dim, in: letters, on: &frame)
    // The last letter's own gap may hang over the edge.
    guard let note = entry.note, letters.width(entry.label) <= rest.width + 1 else { return }
    rest.cutLeft(letters.width(entry.name + " "))
    write(note, of: rest, .warning, in: letters, on: &frame)
  }

  /// Pixels around a line of a list that its colour covers as well.
  func tintMargin(of row: Rect?) -> Int {
    guard let row, depth == .colour else { return 0 }
    return max(1, (isStacked ? gap : wordPitch - row.height) / 2)
  }

  /// Lays the colour of a change under a line of a list, where there are shades of it.
  /// - Parameter margin: columns that stay free at the rim of a circle.
  func tint(
    _ row: Rect, _ change: Double?, isOld: Bool, margin: Int = 2, on frame: inout Frame
  ) {
    guard depth == .colour, !isOld, let change, change != 0 else { return }
    let space = tintMargin(of: row)
    // On a circle it reaches to the rim.
    let (left, right) = isRound ? (0, surface.size.width) : (row.x - space, row.right + space)
    let area = inscribed(
      Rect(x: left, y: row.y - space, width: right - left, height: row.height + 2 * space - 1),
      margin: margin)
    frame.fill(area.intersection(frame.bounds), with: ColourRole(change: change).pixel(3))
  }
}
