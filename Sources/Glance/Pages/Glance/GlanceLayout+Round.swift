import Pixels

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
      header = band(rows(20), line)
      price = band(header.bottom - circle.y + rows(9), nameHeight)
      change = band(footer.y - circle.y - rows(11) - nameHeight, nameHeight)
      let top = price.bottom - circle.y + rows(8)
      chart = band(top, change.y - circle.y - rows(8) - top)
      return
    case .full, .twoUp: break
    }
    let middle = rows(99)
    face = square(rows(19), rows(48) / 2 * 2)
    header = band(middle - rows(8) - line, line)
    price = band(middle, rows(42))
    change = band(middle + rows(53), nameHeight)
    let top = change.bottom - circle.y + rows(8)
    chart = band(top, footer.y - circle.y - rows(4) - top)
  }
}
