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
  private var isStacked: Bool { !hasThreeColumns && body.height * 2 >= body.width * 3 }

  /// The lines of a list, spread over a rectangle.
  func listRows(in rect: Rect, count: Int) -> [Rect] {
    guard isStacked else { return rows(in: rect, ofWords: true, count: count) }
    let height = wordPitch + max(text.ascent, words.lineHeight)
    let shown = max(0, min(count, (rect.height + gap) / (height + gap)))
    let step = min(height + 2 * gap, shown > 1 ? (rect.height - height) / (shown - 1) : height)
    return (0..<shown).map {
      Rect(x: rect.x, y: rect.y + $0 * step, width: rect.width, height: height)
    }
  }

  /// Which of `count` lines are shown where there is room for some: the next ones with each turn,
  /// but always the first ones on paper, which is not drawn anew for that.
  func window(of count: Int, room: Int, turn: Int) -> Range<Int> {
    guard room > 0, count > room, surface.medium != .paper else {
      return 0..<min(count, max(0, room))
    }
    let first = turn % ((count + room - 1) / room) * room
    return first..<min(count, first + room)
  }

  /// What it is at the left, how it went at the right, and before that, or below, what it is worth.
  /// - Parameter isGain: the money is what was gained or lost.
  func write(
    _ name: String, _ money: Money?, _ change: Double?, isGain: Bool = false, isOld: Bool = false,
    in row: Rect, on frame: inout Frame
  ) {
    let letters = listLetters
    let gap = letters.ascent * 2 / 3
    let changeWidth = letters.width(letters === text ? "+88.88%" : "+88.8%")
    let shown = numbers.change(change) { letters.width($0) <= changeWidth }
    var rest = row
    if isStacked { rest.height -= wordPitch }
    write(
      shown, .right, of: rest, ColourRole(change: change, isOld: isOld), in: letters, on: &frame)
    rest.width -= changeWidth + gap
    if isStacked {
      let value = numbers.money(money, isGain: isGain, in: letters, width: row.width)
      write(value, .right, of: row, isOld ? .dim : .text, in: letters, on: &frame)
      write(name, of: rest, .dim, in: letters, on: &frame)
      return
    }
    // The name is whole where the money can be shorter, and shorter where it cannot.
    let values = [2, 4].map { part in
      let least = min(letters.width(name), rest.width * 4 / 5 / part)
      return numbers.money(
        money, isGain: isGain, in: letters, width: rest.width - least - gap)
    }
    let isWhole = { (text: String) in text != NumberFormatter.unknown && !text.contains("e") }
    let value = values.first(where: isWhole) ?? values[0]
    rest.width -=
      write(value, .right, of: rest, isOld ? .dim : .text, in: letters, on: &frame) + gap
    write(name, of: rest, .dim, in: letters, on: &frame)
  }
}
