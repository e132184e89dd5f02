import Pixels

// The layouts in which one part takes the room of the others.
extension GlanceLayout {
  /// The price across the middle, the change below it.
  mutating func enlargePrice(_ headerHeight: Int) {
    var rest = inside
    header = rest.takeTop(headerHeight, gap: gap)
    let low = max(nameHeight, min(nameHeight * 5 / 4, inside.height / 5))
    let block = min(rest.height, rest.width / 4 + 2 * gap + low)
    _ = rest.takeTop((rest.height - block) / 2, gap: 0)
    rest.height = block
    change = rest.takeBottom(low, gap: 2 * gap)
    price = rest
  }

  /// The candles over all that a line of numbers leaves them.
  mutating func enlargeChart(_ headerHeight: Int) {
    var rest = inside
    var line = rest.takeTop(headerHeight, gap: gap)
    let rows = max(nameHeight, inside.height / 14)
    if inside.height < 44, inside.width >= 100 {
      // The name has room beside them.
      price = line.takeRight(line.width * 11 / 20, gap: 2 * gap)
      header = line
    } else {
      header = line
      line = rest.takeTop(rows, gap: 2 * gap)
      if inside.height > inside.width {
        price = line
        change = rest.takeTop(rows, gap: 2 * gap)
      } else {
        if inside.width >= 100 { change = line.takeRight(line.width * 9 / 20, gap: 2 * gap) }
        price = line
      }
    }
    chart = rest
  }
}
