import Pixels
import State

extension GlanceLayout {
  /// A watch face: the price across the middle, where the circle is widest.
  mutating func round(_ circle: Rect, words: Int, layout: Layout) {
    let diameter = circle.width
    /// Rows of a circle 240 across, here.
    func rows(_ count: Int) -> Int { (count * diameter + 120) / 240 }
    /// As wide as the circle is on all of these rows, less the rim.
    func band(_ top: Int, _ height: Int) -> Rect {
      let radius = Double(diameter) / 2
      let reach = max(radius - Double(top), Double(top + height) - radius)
      let clear = radius - Double(rows(10))
      let half = Int(max(0, clear * clear - reach * reach).squareRoot())
      return Rect(
        x: circle.x + diameter / 2 - half, y: circle.y + top, width: 2 * half, height: height)
    }
    func square(_ top: Int, _ side: Int) -> Rect {
      Rect(x: circle.x + (diameter - side) / 2, y: circle.y + top, width: side, height: side)
    }
    let line = max(nameHeight, words)
    let foot = max(smallHeight, words)
    footer = band(rows(223) - foot, foot)
    switch layout {
    case .digits:
      header = band(rows(80) - line, line)
      price = band(rows(94), rows(52))
      change = band(rows(160), nameHeight * 5 / 4)
      return
    case .chart:
      header = band(rows(28), line)
      price = band(header.bottom - circle.y + rows(9), nameHeight)
      change = band(footer.y - circle.y - rows(11) - nameHeight, nameHeight)
      let top = price.bottom - circle.y + rows(8)
      chart = band(top, change.y - circle.y - rows(8) - top)
      return
    case .twoUp:
      // The upper half: prices of both are where the circle is widest. Tall words leave less room.
      let gaps = words > nameHeight ? [1, 2, 4] : [rows(6), rows(8), rows(10)]
      footer = band(rows(16), foot)
      header = band(footer.bottom - circle.y + gaps[0], line)
      change = band(header.bottom - circle.y + gaps[1], nameHeight)
      let top = change.bottom - circle.y + gaps[2]
      price = band(top, rows(111) - top)
      return
    case .full: break
    }
    let middle = rows(99)
    face = square(rows(19), rows(48) / 2 * 2)
    header = band(middle - rows(8) - line, line)
    price = band(middle, rows(42))
    change = band(middle + rows(53), nameHeight)
    let top = change.bottom - circle.y + rows(8)
    chart = band(top, footer.y - circle.y - rows(4) - top)
  }

  /// Turns the places of the upper half upside down.
  mutating func mirror(in circle: Rect) {
    for place in [\Self.header, \.price, \.change, \.footer] {
      self[keyPath: place].y = 2 * circle.y + circle.height - self[keyPath: place].bottom
    }
  }
}
