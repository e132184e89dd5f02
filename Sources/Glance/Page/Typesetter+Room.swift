import Pixels

extension Typesetter {
  /// The largest bold letters in which the text fits the room; the smallest where none does.
  func largest(_ text: String, in room: Size, _ depth: Depth) -> Lettering {
    .largest(text, in: room, depth) {
      Lettering(glyphs(digitHeight: $0, weight: .bold, depth: depth))
    }
  }
}

extension PageLayout {
  /// The same in letters that are kept.
  func largest(_ text: String, in room: Size) -> Lettering {
    .largest(text, in: room, depth) { letters($0, .bold) }
  }
}

extension Lettering {
  fileprivate static func largest(
    _ text: String, in room: Size, _ depth: Depth, _ letters: (_ height: Int) -> Lettering
  ) -> Lettering {
    var height = room.height
    while true {
      let lettering = letters(height)
      let width = lettering.width(text)
      if width <= room.width || lettering.ascent <= 7 { return lettering }
      // Letters shrink in proportion: no need to try every height. One bit has two faces.
      let slack = depth == .mono ? lettering.ascent / 8 : 0
      let estimate = (lettering.ascent + slack) * room.width / width
      height = max(7, min(lettering.ascent - 1, estimate + 1))
    }
  }
}
