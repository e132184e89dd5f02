import Pixels

/// Where the parts of the glance stand on a display of one size. A place without room is empty.
struct GlanceLayout {
  /// What is above the price: the name, then what fits of the dots, the link and the clock.
  var header = Rect.none
  var price = Rect.none
  var change = Rect.none
  var baseline = Rect.none
  var chart = Rect.none
  var face = Rect.none
  /// The link and the dots, where they are not in the header.
  var footer = Rect.none
  /// Where the clock is, if not in the header.
  var clock = Rect.none

  /// Digit heights of the name, of the change, and of all the rest.
  var nameHeight = 7
  var changeHeight = 7
  var smallHeight = 7

  /// - Parameters:
  ///   - words: rows that a line of words needs at least, for languages with tall letters.
  ///   - priceHeight: the digit height that the price takes of the rows offered to it.
  init(_ size: Size, depth: Depth, words: Int, priceHeight: (Size) -> Int) {
    let short = min(size.width, size.height)
    let margin = depth == .mono ? 0 : max(1, short / 24)
    let gap = max(1, short / 28)
    let inside = Rect(
      x: margin, y: margin, width: size.width - 2 * margin, height: size.height - 2 * margin)
    smallHeight = max(7, min(size.width / 16, size.height / 18))
    nameHeight = max(7, min(size.width / 14, size.height / 15))
    changeHeight = nameHeight
    if size.height * 5 >= size.width * 7 {
      stack(inside, gap: gap, words: words, priceHeight)
    } else if size.width * 5 >= size.height * 13 {
      spread(inside, gap: gap, words: words, priceHeight)
    } else if size.height < 120 {
      pack(inside, gap: gap, words: words, priceHeight)
    } else {
      compose(inside, gap: gap, words: words, priceHeight)
    }
  }

  /// Small panels: one row each, then the candles with the face beside them.
  private mutating func pack(
    _ inside: Rect, gap: Int, words: Int, _ priceHeight: (Size) -> Int
  ) {
    var rest = inside
    header = rest.takeTop(max(nameHeight, words), gap: gap)
    price = rest.takeTop(priceHeight(Size(rest.width, inside.height / 3)), gap: gap + 1)
    let roomForFace = rest.height - changeHeight - gap >= 14
    if !roomForFace {
      face = rest.takeRight(min(rest.height, rest.width / 4), gap: 2).squareAtBottom
    }
    change = rest.takeTop(changeHeight, gap: gap)
    baseline = change
    if roomForFace {
      face = rest.takeRight(min(rest.height, rest.width / 4), gap: 4).squareAtBottom
    }
    chart = rest
  }

  /// Large panels: the face beside the change, the candles across, the link at the bottom.
  private mutating func compose(
    _ inside: Rect, gap: Int, words: Int, _ priceHeight: (Size) -> Int
  ) {
    var rest = inside
    header = rest.takeTop(max(nameHeight, words), gap: 2 * gap)
    footer = rest.takeBottom(max(smallHeight, words), gap: gap)
    price = rest.takeTop(priceHeight(Size(rest.width, inside.height / 5)), gap: gap)
    var block = rest.takeTop(inside.height / 4, gap: gap)
    face = block.takeRight(block.height, gap: gap)
    changeHeight = max(changeHeight, inside.height / 10)
    let lines = changeHeight + gap + smallHeight
    _ = block.takeTop((block.height - lines) / 2, gap: 0)
    change = block.takeTop(changeHeight, gap: gap)
    baseline = block.takeTop(smallHeight, gap: 0)
    chart = rest
  }

  /// Portrait: everything under each other.
  private mutating func stack(
    _ inside: Rect, gap: Int, words: Int, _ priceHeight: (Size) -> Int
  ) {
    var rest = inside
    header = rest.takeTop(max(nameHeight, words), gap: 2 * gap)
    footer = rest.takeBottom(max(smallHeight, words), gap: gap + 1)
    price = rest.takeTop(priceHeight(Size(rest.width, inside.height / 5)), gap: 2 * gap)
    change = rest.takeTop(changeHeight, gap: gap + 1)
    baseline = rest.takeTop(smallHeight, gap: 2 * gap)
    var block = rest.takeBottom(min(rest.width / 2, rest.height / 2), gap: 2 * gap)
    face = block.takeRight(block.height, gap: gap)
    clock = Rect(
      x: block.x, y: block.bottom - smallHeight, width: block.width, height: smallHeight)
    chart = rest
  }

  /// Long strips: numbers at the left, the candles over the face at the right.
  private mutating func spread(
    _ inside: Rect, gap: Int, words: Int, _ priceHeight: (Size) -> Int
  ) {
    var rest = inside
    var right = rest.takeRight(rest.width * 3 / 8, gap: 2 * gap + 2)
    header = rest.takeTop(max(nameHeight, words), gap: gap)
    change = rest.takeBottom(changeHeight, gap: gap)
    baseline = change
    let height = min(rest.height, priceHeight(rest.size))
    price = Rect(
      x: rest.x, y: rest.y + (rest.height - height) / 2, width: rest.width, height: height)
    face = right.takeRight(min(right.height * 3 / 4, right.width / 2), gap: 3).squareAtBottom
    chart = right
  }
}

extension Rect {
  static let none = Rect(x: 0, y: 0, width: 0, height: 0)

  var size: Size { Size(width, height) }

  /// The largest square in the lower right corner.
  var squareAtBottom: Rect {
    let side = min(width, height)
    return Rect(x: right - side, y: bottom - side, width: side, height: side)
  }

  /// Cuts rows off, and a gap beyond them; as many as there are.
  mutating func takeTop(_ rows: Int, gap: Int) -> Rect {
    let taken = Rect(x: x, y: y, width: width, height: max(0, min(rows, height)))
    let used = min(taken.height + gap, height)
    y += used
    height -= used
    return taken
  }

  mutating func takeBottom(_ rows: Int, gap: Int) -> Rect {
    let count = max(0, min(rows, height))
    let taken = Rect(x: x, y: bottom - count, width: width, height: count)
    height -= min(count + gap, height)
    return taken
  }

  mutating func takeRight(_ columns: Int, gap: Int) -> Rect {
    let count = max(0, min(columns, width))
    let taken = Rect(x: right - count, y: y, width: count, height: height)
    width -= min(count + gap, width)
    return taken
  }
}
