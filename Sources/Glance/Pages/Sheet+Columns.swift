import Pixels

// How a page lists things that have a price.
extension Sheet {
  /// Letters of a list: smaller ones where three columns of the usual ones have no room.
  var listLetters: Lettering {
    text.width("WWWW" + "$888.8K" + "+88.88%") + 2 * gap <= body.width ? text : small
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

  /// What it is at the left, how it went at the right, and before that what it is worth.
  /// - Parameter isGain: the money is what was gained or lost.
  func write(
    _ name: String, _ money: Money?, _ change: Double?, isGain: Bool = false, isOld: Bool = false,
    in row: Rect, on frame: inout Frame
  ) {
    let letters = listLetters
    let gap = letters.ascent * 2 / 3
    let changeWidth = letters.width(letters === text ? "+88.88%" : "+88.8%")
    let shown = numerals.change(change) { letters.width($0) <= changeWidth }
    write(shown, .right, of: row, Ink(change: change, isOld: isOld), in: letters, on: &frame)
    var rest = row
    rest.width -= changeWidth + gap
    // The name is whole where the money can be shorter, and shorter where it cannot.
    let values = [2, 4].map { part in
      let least = min(letters.width(name), rest.width * 4 / 5 / part)
      return numerals.money(
        money, isGain: isGain, in: letters, width: rest.width - least - gap)
    }
    let isWhole = { (text: String) in text != Numerals.unknown && !text.contains("e") }
    let value = values.first(where: isWhole) ?? values[0]
    rest.width -=
      write(value, .right, of: rest, isOld ? .dim : .text, in: letters, on: &frame) + gap
    write(name, of: rest, .dim, in: letters, on: &frame)
  }
}
