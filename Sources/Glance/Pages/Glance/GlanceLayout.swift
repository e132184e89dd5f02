import Pixels
import State

/// Where the parts of the glance stand on a display of one size: nothing that is shown moves them.
/// A place without room is empty.
struct GlanceLayout {
  /// Above the price: the name, then what fits of the dots, the link and the clock.
  var header = Rect.none
  var price = Rect.none
  /// The change; beside it the baseline's name, where that has no place of its own.
  var change = Rect.none
  var baseline = Rect.none
  var chart = Rect.none
  var face = Rect.none
  /// The link in words, and the dots, where they are not in the header.
  var footer = Rect.none
  /// The clock, where it is not in the header.
  var clock = Rect.none

  /// Digit heights of the name, and of what may be read last.
  let nameHeight: Int
  let smallHeight: Int

  /// Lines stand in the middle of their places.
  let isCentred: Bool

  let inside: Rect
  let gap: Int

  /// The part of a circle that one of two markets has.
  enum Half {
    case upper, lower
  }

  /// - Parameters:
  ///   - words: how many rows a line of words needs at least: some letters are tall.
  ///   - half: all of it where that is nil, as of what is no circle.
  init(_ surface: Surface, words: Int, layout: Layout = .full, half: Half? = nil) {
    let size = surface.size
    let depth = surface.depth
    let short = surface.shortSide
    inside = surface.inside
    gap = max(1, short / 28)
    // Wide panels have more room for a line than for another.
    let rows = size.width * 2 >= size.height * 3 ? size.height * 6 / 5 : size.height
    smallHeight = max(7, min(size.width / 16, rows / 18))
    nameHeight = max(7, min(size.width / 14, rows / 15))
    isCentred = surface.outline == .circle
    if isCentred {
      let left = (size.width - short) / 2
      let top = (size.height - short) / 2
      let circle = Rect(x: left, y: top, width: short, height: short)
      let alone: Layout = layout == .twoUp ? .full : layout
      round(circle, words: words, layout: half == nil ? alone : .twoUp)
      if half == .lower { mirror(in: circle) }
      return
    }
    let lines = (header: max(nameHeight, words), footer: max(smallHeight * 5 / 4, words))
    if layout == .digits {
      enlargePrice(lines.header)
    } else if layout == .chart {
      enlargeChart(lines.header)
    } else if size.height * 5 >= size.width * 7 {
      stack(lines.header, lines.footer)
    } else if size.width * 5 >= size.height * 13 {
      spread(lines.header)
    } else if size.height < 120 || size.height < 200 && size.width * 2 >= size.height * 3 {
      pack(lines.header, depth)
    } else {
      compose(lines.header, lines.footer)
    }
  }

  /// Whether a notice can stand in place of the candles; else it takes that of the price.
  var chartHoldsWords: Bool {
    !isCentred && chart.width * 2 >= inside.width && chart.height >= 2 * smallHeight
  }

  /// Where a notice stands.
  var notice: Rect {
    if chartHoldsWords { return chart }
    var place = price.union(change)
    if isCentred { (place.x, place.width) = (change.x, change.width) }
    if !place.intersection(face).isEmpty { place.width = face.x - 2 - place.x }
    return place
  }

  /// Small or wide: one row each, then the candles with the face beside them.
  private mutating func pack(_ headerHeight: Int, _ depth: Depth) {
    var rest = inside
    header = rest.takeTop(headerHeight, gap: gap)
    let band = max(8, rest.height * 3 / 8)
    // Smooth commas reach further down.
    let tail = depth == .mono ? 0 : band / 7
    let room = max(0, rest.height - band - nameHeight)
    price = rest.takeTop(band - tail, gap: min(room, gap + 1) + tail)
    let isTiny = rest.height - nameHeight - gap < 12
    if isTiny { face = rest.takeRight(min(rest.height, rest.width / 4), gap: 2).squareAtBottom }
    change = rest.takeTop(max(nameHeight, (inside.height - 2) / 8), gap: gap)
    if !isTiny { face = rest.takeRight(min(rest.height, rest.width / 4), gap: 4).squareAtBottom }
    chart = rest
  }

  /// Large: the face beside the change, the candles across, the link at the bottom.
  private mutating func compose(_ headerHeight: Int, _ footerHeight: Int) {
    var rest = inside
    header = rest.takeTop(headerHeight, gap: gap * 3 / 2)
    footer = rest.takeBottom(footerHeight, gap: gap)
    price = rest.takeTop(inside.height / 6, gap: gap * 3 / 2)
    var block = rest.takeTop(inside.height * 2 / 9, gap: gap)
    face = block.takeRight(block.height, gap: gap)
    let changeHeight = max(nameHeight, inside.height / 11)
    _ = block.takeTop((block.height - changeHeight - gap - smallHeight) / 2, gap: 0)
    change = block.takeTop(changeHeight, gap: gap)
    baseline = block.takeTop(smallHeight, gap: 0)
    chart = rest
  }

  /// Portrait: everything under each other.
  private mutating func stack(_ headerHeight: Int, _ footerHeight: Int) {
    var rest = inside
    header = rest.takeTop(headerHeight, gap: gap + 1)
    footer = rest.takeBottom(footerHeight, gap: gap + 1)
    price = rest.takeTop(max(10, rest.width / 4), gap: gap + 1)
    change = rest.takeTop(max(nameHeight, rest.width / 10), gap: gap + 1)
    baseline = rest.takeTop(smallHeight, gap: 2 * gap)
    var block = rest.takeBottom(min(rest.width / 2, rest.height / 2), gap: 2 * gap)
    face = block.takeRight(block.height, gap: gap)
    clock = block.takeBottom(max(smallHeight, block.height / 3), gap: 0)
    chart = rest
  }

  /// Long strips: numbers at the left, the candles over the face at the right.
  private mutating func spread(_ headerHeight: Int) {
    var rest = inside
    var right = rest.takeRight(rest.width / 3, gap: gap + 3)
    header = rest.takeTop(headerHeight, gap: gap)
    change = rest.takeBottom(nameHeight, gap: gap)
    price = rest
    face = right.takeBottom(right.height * 9 / 16, gap: gap).squareAtBottom
    chart = right
  }
}

extension Rect {
  static let none = Rect(x: 0, y: 0, width: 0, height: 0)

  var size: Size { Size(width, height) }

  /// The largest square in the lower right corner.
  fileprivate var squareAtBottom: Rect {
    let side = min(width, height)
    return Rect(x: right - side, y: bottom - side, width: side, height: side)
  }

  /// Cuts rows off, as many as there are, and a gap beyond them.
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
