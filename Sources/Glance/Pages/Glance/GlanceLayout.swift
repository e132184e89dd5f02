import Pixels
import State

/// Where the parts of the glance stand on a display of one size: what is shown does not move them.
/// A part without room is empty.
struct GlanceLayout {
  /// Above the price: the name, then what fits of the dots, the link and the clock.
  private(set) var header = Rect.none
  private(set) var price = Rect.none
  /// The change; beside it the baseline's name, or the second price, without a rectangle of its own.
  private(set) var change = Rect.none
  private(set) var baseline = Rect.none
  private(set) var chart = Rect.none
  private(set) var face = Rect.none
  /// The link in words, and the dots, where they are not in the header.
  private(set) var footer = Rect.none
  /// The clock, where it is not in the header.
  private(set) var clock = Rect.none

  /// Digit heights of the name, and of what may be read last.
  let nameHeight: Int
  let smallHeight: Int

  /// Lines stand in the middle of their rectangles.
  let isCentred: Bool

  /// Whether the change ends at the right edge, after the name's line.
  private(set) var changeIsAtEnd = false

  /// Whether there is room for groups of digits under each other.
  let pricesStack: Bool
  /// Whether digits of a price may be small.
  let pricesHaveTiers: Bool
  /// The least rows of a price's digits: a price has fewer digits rather than lower ones.
  private(set) var leastDigitHeight = 7

  let inside: Rect
  /// Rows and columns that are free between two parts, at least.
  let gap: Int
  /// Rows of the header that tails of letters may reach into.
  let headerTail: Int

  /// On fewer rows the name, the price, the change and the candles have no room under each other.
  private static let rowsForAll = 44
  /// Whether some of them share a row, or are missing.
  private var isLow: Bool { inside.height < Self.rowsForAll }

  /// The part of a circle that one of two markets has.
  enum Half {
    case upper, lower
  }

  /// - Parameters:
  ///   - words: how many rows a line of words needs at least: some letters are tall.
  ///   - tail: those of them below the baseline.
  ///   - spacing: pixels between two parts at least; nil for as many as the size asks for.
  ///   - half: the half of a circle to use; nil for a whole circle, and for a surface that is no circle.
  ///   - hasSecond: whether the price is shown in a second currency, too.
  init(
    _ surface: Surface, words: Int, tail: Int = 0, layout: Layout = .full, half: Half? = nil,
    spacing: Int? = nil, hasSecond: Bool = false
  ) {
    let size = surface.size
    let depth = surface.depth
    let short = surface.shortSide
    inside = Self.inside(surface)
    gap = max(spacing ?? Self.spacing(on: surface), short / 28)
    // Wide panels have room for longer lines, rather than for more lines.
    let rows = size.width * 2 >= size.height * 3 ? size.height * 6 / 5 : size.height
    // Beside tall words smaller digits would look like those of another text; and on tall panels there
    // are rows for letters of a font.
    let isTall = size.height * 5 >= size.width * 7
    let leastSmall = depth == .mono ? 0 : max(words * 2 / 3, isTall && short >= 120 ? 10 : 0)
    smallHeight = max(7, leastSmall, min(size.width / 16, rows / 18))
    nameHeight = max(7, min(size.width / 14, rows / 15))
    headerTail = max(1, depth == .mono ? 1 : (nameHeight + 4) / 8)
    pricesHaveTiers = layout != .chart
    isCentred = surface.outline == .circle
    pricesStack = !isCentred && pricesHaveTiers && isTall
    if isCentred {
      let left = (size.width - short) / 2
      let top = (size.height - short) / 2
      let circle = Rect(x: left, y: top, width: short, height: short)
      let alone: Layout = layout == .twoUp ? .full : layout
      round(circle, words: words, layout: half == nil ? alone : .twoUp)
      if half == .lower { mirror(in: circle) }
      return
    }
    let lines = (
      header: max(nameHeight + headerTail, words), footer: max(smallHeight * 5 / 4, words)
    )
    if layout == .digits {
      enlargePrice(lines.header, tail: words > nameHeight ? tail : 0)
    } else if layout == .chart {
      enlargeChart(lines.header)
    } else if isTall {
      stack(lines.header, lines.footer, hasSecond: hasSecond)
    } else if size.width * 5 >= size.height * 13 {
      spread(lines.header, isHalf: spacing != nil)
    } else if spacing != nil, size.height < Self.rowsForAll {
      halve(lines.header)
    } else if size.height < 120 || size.height < 200 && size.width * 2 >= size.height * 3 {
      pack(lines.header, size, depth)
    } else {
      compose(lines.header, lines.footer)
    }
  }

  /// The area inside the margin of all parts, which is narrower than that of pages of words, so that
  /// digits can be wider.
  private static func inside(_ surface: Surface) -> Rect {
    guard surface.depth != .mono else { return surface.inside }
    let margin = max(2, surface.shortSide / 60)
    // A low panel has no row to give away either.
    let rows = surface.shortSide < 100 ? margin : surface.inside.y
    return Rect(
      x: margin, y: rows, width: surface.size.width - 2 * margin,
      height: surface.size.height - 2 * rows)
  }

  /// How far parts are from each other at least: on low panels a pixel is dear.
  static func spacing(on surface: Surface) -> Int { surface.size.height < 64 ? 1 : 2 }

  /// Whether an explanation can take the place of the candles; else it takes that of the price.
  var chartHoldsWords: Bool {
    chart.width * 2 >= inside.width && chart.height * 2 >= 3 * smallHeight
  }

  /// Where an explanation stands.
  var explanation: Rect {
    if chartHoldsWords {
      // Commas of the line above hang into the gap between them; on a circle it is the clock that is near.
      let gap = isCentred ? 0 : 1
      return Rect(x: chart.x, y: chart.y + gap, width: chart.width, height: chart.height - gap)
    }
    // Where there are few rows the change is beside the name.
    var rect = change.y < price.y ? price : price.union(change)
    if isCentred { (rect.x, rect.width) = (change.x, change.width) }
    return besideFace(rect)
  }

  /// A larger room for an explanation, which also takes the place of the price; nil if there is none.
  var explanationInsteadOfPrice: Rect? {
    guard chartHoldsWords, !isCentred else { return nil }
    let rect = price.union(change).union(chart)
    return rect.intersection(footer).isEmpty ? besideFace(rect) : nil
  }

  /// What the face leaves of a rectangle.
  private func besideFace(_ rect: Rect) -> Rect {
    guard !rect.intersection(face).isEmpty else { return rect }
    var rest = rect
    if face.x == inside.x {
      rest.cutLeft(face.right + 2 - rect.x)
    } else {
      rest.width = face.x - 2 - rect.x
    }
    return rest
  }

  /// Small or wide: one row each, then the candles with the face beside them.
  private mutating func pack(
    _ headerHeight: Int, _ size: Size, _ depth: Depth
  ) {
    var rest = inside
    header = rest.cutTop(headerHeight, gap: gap)
    let isMono = depth == .mono
    let line = max(nameHeight, (inside.height - 2) / 8, isMono ? min(10, inside.height / 6) : 0)
    let room = rest.height - line - 2 * gap
    // Higher digits would be wider than the panel.
    let most = min(room * (isMono ? 58 : 78) / 100, size.width * 4 / 15)
    price = rest.cutTop(max(min(9, rest.height), most), gap: gap)
    if !isMono {
      face = Rect(x: rest.x, y: rest.y, width: inside.width / 6, height: rest.height).squareAtBottom
      face.x = rest.x
      rest.cutLeft(face.width + 4)
      change = rest.cutTop(line, gap: gap)
      chart = rest
      return
    }
    // Beside few rows of candles a face would be small.
    let isTiny = rest.height - nameHeight - gap < 18
    if isTiny { face = rest.cutRight(min(rest.height, rest.width / 4), gap: 2).squareAtBottom }
    change = rest.cutTop(line, gap: gap)
    // Commas of the line above hang into the gap.
    if !isTiny { face = rest.cutRight(min(rest.height - 1, rest.width / 4), gap: 4).squareAtBottom }
    chart = rest
  }

  /// One of two glances beside each other on few rows: a readable price, without candles or face.
  private mutating func halve(_ headerHeight: Int) {
    var rest = inside
    header = rest.cutTop(headerHeight, gap: gap)
    change = rest.cutBottom(nameHeight, gap: 2 * gap)
    price = rest
    leastDigitHeight = max(leastDigitHeight, rest.height - 2)
  }

  /// Large: the baseline's name and the link beside the face, the candles over the full width.
  private mutating func compose(_ headerHeight: Int, _ footerHeight: Int) {
    var rest = inside
    header = rest.cutTop(headerHeight, gap: gap)
    price = rest.cutTop(inside.height * 3 / 10, gap: 2)
    change = rest.cutTop(max(nameHeight, inside.height / 11), gap: gap)
    var block = rest.cutTop(inside.height * 2 / 9, gap: gap)
    face = block.cutRight(block.height, gap: gap)
    _ = block.cutTop((block.height - smallHeight - gap - footerHeight) / 2, gap: 0)
    // Below are commas, and the edge of a bar.
    baseline = block.cutTop(smallHeight, gap: gap + 1)
    footer = block.cutTop(footerHeight, gap: 0)
    chart = rest
  }

  /// Portrait: everything under each other.
  private mutating func stack(_ headerHeight: Int, _ footerHeight: Int, hasSecond: Bool) {
    var rest = inside
    header = rest.cutTop(headerHeight, gap: gap)
    // A second price is too long for what the change leaves of its line. Commas reach below it.
    let second = hasSecond ? smallHeight + gap + 1 : 0
    price = rest.cutTop(rest.width * 9 / 10 - second, gap: gap)
    change = rest.cutTop(max(nameHeight, rest.width / 9), gap: gap)
    if hasSecond { baseline = rest.cutTop(smallHeight, gap: gap + 1) }
    var block = rest.cutBottom(min(rest.width * 5 / 16, rest.height / 2), gap: gap)
    face = block.cutRight(block.height, gap: gap)
    // The bar of a lost link is higher than its letters.
    footer = block.cutBottom(footerHeight, gap: gap + 1)
    clock = block.cutBottom(smallHeight * 8 / 5, gap: 0)
    chart = rest
  }

  /// Long strips: numbers at the left; clock and face over the candles at the right.
  private mutating func spread(_ headerHeight: Int, isHalf: Bool) {
    var rest = inside
    if isHalf, isLow {
      // No row is left for candles.
      header = rest.cutTop(headerHeight, gap: gap)
      change = cutBesideName(header.width * 9 / 20)
      face = rest.cutRight(min(rest.height, rest.width / 6), gap: gap + 1).squareAtBottom
      price = rest
      return
    }
    var right = rest.cutRight(rest.width * 7 / 20, gap: gap + 1)
    header = rest.cutTop(headerHeight, gap: gap)
    change = rest.cutBottom(nameHeight, gap: gap)
    price = rest
    var top = right.cutTop(right.height / 2, gap: gap)
    face = top.cutRight(top.height, gap: gap + 1)
    clock = top.cutTop(smallHeight, gap: 0)
    chart = right
  }

  /// Cuts columns off at the name's right, for a line beside it.
  private mutating func cutBesideName(_ columns: Int) -> Rect {
    var cut = header.cutRight(columns, gap: max(2 * gap, nameHeight * 2 / 3))
    cut.height -= headerTail
    return cut
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
  mutating func cutTop(_ rows: Int, gap: Int) -> Rect {
    let cut = Rect(x: x, y: y, width: width, height: max(0, min(rows, height)))
    let used = min(cut.height + gap, height)
    y += used
    height -= used
    return cut
  }

  /// Cuts columns off.
  mutating func cutLeft(_ columns: Int) {
    let count = max(0, min(columns, width))
    (x, width) = (x + count, width - count)
  }

  mutating func cutBottom(_ rows: Int, gap: Int) -> Rect {
    let count = max(0, min(rows, height))
    let cut = Rect(x: x, y: bottom - count, width: width, height: count)
    height -= min(count + gap, height)
    return cut
  }

  mutating func cutRight(_ columns: Int, gap: Int) -> Rect {
    let count = max(0, min(columns, width))
    let cut = Rect(x: right - count, y: y, width: count, height: height)
    width -= min(count + gap, width)
    return cut
  }
}

// The layouts in which one part is larger than the others.
extension GlanceLayout {
  /// The price fills all that the name and the change leave.
  mutating func enlargePrice(_ headerHeight: Int, tail: Int) {
    var rest = inside
    header = rest.cutTop(headerHeight, gap: gap)
    if isLow {
      // The change has room beside the name.
      change = cutBesideName(header.width * 9 / 20)
    } else {
      // Tails of tall words beside the change must stay on the panel, too.
      _ = rest.cutBottom(max(0, tail - inside.y), gap: 0)
      change = rest.cutBottom(max(nameHeight, min(nameHeight * 5 / 4, inside.height / 5)), gap: gap)
    }
    price = rest
  }

  /// The candles fill all that the price leaves.
  mutating func enlargeChart(_ headerHeight: Int) {
    var rest = inside
    // A candle on the last row would look cut off.
    _ = rest.cutBottom(max(0, (isLow ? 1 : 3) - inside.y), gap: 0)
    header = rest.cutTop(headerHeight, gap: gap)
    let isTall = inside.height > inside.width
    changeIsAtEnd = inside.width >= 100 && !isTall
    if changeIsAtEnd {
      change = cutBesideName(header.width * (isLow ? 5 : 9) / 20)
      if isLow { price = cutBesideName(inside.width * 47 / 100) }
    }
    if price.isEmpty {
      // Commas and a flash reach below the digits.
      let digits = max(nameHeight, min(inside.height * 2 / 9, inside.width * 3 / 22))
      price = rest.cutTop(digits * 4 / 3, gap: gap + 1)
      if isTall {
        change = rest.cutTop(max(nameHeight, inside.height / 14) * 5 / 4 + 1, gap: 2 * gap)
      }
    }
    chart = rest
  }
}

extension GlanceLayout {
  /// A watch face: the price across the middle, where the circle is widest.
  mutating func round(_ circle: Rect, words: Int, layout: Layout) {
    let diameter = circle.width
    /// Converts rows of a circle that is 240 pixels across into rows of this circle.
    func rows(_ count: Int) -> Int { (count * diameter + 120) / 240 }
    /// As wide as the circle is on all of these rows, less the rim.
    func band(_ top: Int, _ height: Int) -> Rect {
      let radius = Double(diameter) / 2
      let reach = max(radius - Double(top), Double(top + height) - radius)
      let clear = radius - Double(max(7, rows(7)))
      let half = Int(max(0, clear * clear - reach * reach).squareRoot())
      return Rect(
        x: circle.x + diameter / 2 - half, y: circle.y + top, width: 2 * half, height: height)
    }
    func square(_ top: Int, _ side: Int) -> Rect {
      Rect(x: circle.x + (diameter - side) / 2, y: circle.y + top, width: side, height: side)
    }
    let line = max(nameHeight + headerTail, words)
    let foot = max(smallHeight, words)
    footer = band(rows(223) - foot, foot)
    switch layout {
    case .digits:
      header = band(rows(74) - line, line)
      price = band(rows(86), rows(70))
      change = band(rows(166), nameHeight * 5 / 4)
      return
    case .chart:
      header = band(rows(28), line)
      price = band(header.bottom - circle.y + rows(5), rows(29))
      change = band(footer.y - circle.y - rows(11) - nameHeight, nameHeight)
      let top = price.bottom - circle.y + rows(8)
      chart = band(top, change.y - circle.y - rows(8) - top)
      return
    case .twoUp:
      // The upper half: the price where the circle is widest, its name beside it, its change outside.
      let gap = max(2, rows(4))
      price = band(rows(71), rows(41))
      header = band(rows(71) - gap - line, line)
      let height = nameHeight * 5 / 4
      change = band(header.y - circle.y - gap - height, height)
      footer = .none
      return
    case .full: break
    }
    let middle = rows(83)
    face = square(rows(14), rows(40) / 2 * 2)
    header = band(middle - max(2, rows(5)) - line, line)
    price = band(middle, rows(62))
    change = band(price.bottom - circle.y + max(2, rows(4)), nameHeight)
    let top = change.bottom - circle.y + rows(6)
    chart = band(top, footer.y - circle.y - rows(4) - top)
  }

  /// Turns the parts of the upper half upside down.
  mutating func mirror(in circle: Rect) {
    for rect in [\Self.header, \.price, \.change, \.footer] {
      self[keyPath: rect].y = 2 * circle.y + circle.height - self[keyPath: rect].bottom
    }
  }
}
