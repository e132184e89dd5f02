import Pixels

extension Typesetter {
  /// The largest bold letters in which the text fits the room; the smallest where none does.
  func largest(_ text: String, in room: Size, _ depth: Depth) -> Lettering {
    var height = room.height
    while true {
      let lettering = lettering(digitHeight: height, weight: .bold, depth: depth)
      let width = lettering.width(text)
      if width <= room.width || lettering.ascent <= 7 { return lettering }
      // Letters shrink in proportion: no need to try every height. One bit has two faces.
      let slack = depth == .mono ? lettering.ascent / 8 : 0
      let estimate = (lettering.ascent + slack) * room.width / width
      height = max(7, min(lettering.ascent - 1, estimate + 1))
    }
  }
}
