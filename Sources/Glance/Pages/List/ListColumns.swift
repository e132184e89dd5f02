import Pixels

/// Where the parts of a list's rows stand, counted from their left: what is shown does not move them.
struct ListColumns {
  let letters: Lettering
  /// Columns of the mark of the row that is pointed at.
  let pointer: Int
  let name: Range<Int>
  /// The line of prices, and the two numbers; those without room are empty.
  let line: Range<Int>
  let price: Range<Int>
  let change: Range<Int>
  /// Whether the change stands below the name, and not beside it.
  let changeIsBelow: Bool

  struct Name {
    var text: String
    var hasStar: Bool
  }

  /// What the parts take in some letters.
  private struct Widths {
    let letters: Lettering
    let gap: Int
    let left: Int
    /// Five letters or more, and a star.
    let name: Int
    let line: Int
    let price: Int
    let leastPrice: Int
    let change: Int
    let leastChange: Int

    init(_ letters: Lettering, _ names: [Name], mark: String, unit: String) {
      self.letters = letters
      gap = max(3, letters.ascent * 2 / 3)
      left = Self.pointer(letters) + max(1, letters.ascent / 5)
      let star = Star(beside: letters).side + 2
      name = names.reduce(letters.width("88888") + star) {
        max($0, letters.width($1.text) + ($1.hasStar ? star : 0))
      }
      line = 3 * letters.ascent
      price = letters.width("888,888,888")
      leastPrice =
        letters.width(mark)
        + max(letters.width("0.0₅888"), letters.width("8,888" + unit))
      (change, leastChange) = (letters.width("+88.88%"), letters.width("+88.8%"))
    }

    static func pointer(_ letters: Lettering) -> Int { max(3, letters.ascent * 2 / 5) }

    var usual: Int { left + name + gap + line + gap + price + gap + change }
    var least: Int { left + name + gap + leastPrice + gap + leastChange }
  }

  /// - Parameters:
  ///   - mark: what stands before prices.
  ///   - names: names that are to have room as a whole, if both numbers have room.
  ///   - term: where there is room for one number only, it is the one that sorts.
  init(
    _ layout: PageLayout, width: Int, mark: String = "", names: [Name] = [],
    sortedBy term: Term?
  ) {
    let unit = layout.words.units[0].name
    func measure(_ letters: Lettering, _ names: [Name] = []) -> Widths {
      Widths(letters, names, mark: mark, unit: unit)
    }
    guard !layout.isStacked else {
      // Name and change on one line, and below them the line of prices and the price.
      let faces = [layout.text, layout.letters(9), layout.small]
      func fits(_ widths: Widths) -> Bool {
        widths.left + widths.name + widths.gap + widths.leastChange <= width
      }
      let named = faces.map { measure($0, names) }
      let widths = named.first(where: fits) ?? named[0]
      letters = widths.letters
      pointer = Widths.pointer(letters)
      let left = widths.left
      // Where not even a usual name has room beside the change, it has a line of its own.
      changeIsBelow = !fits(widths) && !faces.contains { fits(measure($0)) }
      let isPrice = !changeIsBelow || term == .price
      let changeWidth = changeIsBelow ? widths.change : widths.leastChange
      change = changeIsBelow && isPrice ? width..<width : max(left, width - changeWidth)..<width
      name = left..<max(left, changeIsBelow ? width : change.lowerBound - widths.gap)
      price = isPrice ? max(left, width - widths.price)..<width : width..<width
      let below = isPrice ? price : change
      let right = max(left, below.lowerBound - widths.gap)
      line = left..<(right - left >= 2 * letters.ascent ? right : left)
      return
    }
    changeIsBelow = false
    let smaller = (max(7, layout.small.ascent - 3)..<max(8, layout.small.ascent)).reversed().map {
      layout.letters($0)
    }
    let faces = [layout.text, layout.small] + smaller
    let sizes = faces.map { measure($0) }
    let named = names.isEmpty ? [] : faces.map { measure($0, names) }
    let widths =
      named.first { $0.least <= width } ?? sizes.first { $0.usual <= width }
      ?? sizes.first { $0.least <= width }
      ?? measure(layout.small)
    letters = widths.letters
    pointer = Widths.pointer(letters)
    let (left, gap) = (widths.left, widths.gap)
    let isWide = widths.usual <= width
    // A name of four letters comes before the last digits of a price.
    let shortName = letters.width("8888")
    let name = widths.least <= width ? widths.name : shortName
    var changeWidth = isWide ? widths.change : widths.leastChange
    var priceWidth = min(widths.price, width - left - name - changeWidth - 2 * gap)
    if priceWidth < widths.leastPrice {
      let isPrice = term == .price
      let wished = isPrice ? letters.width("888,888") : widths.change
      let only = max(0, min(wished, width - left - shortName - gap))
      (priceWidth, changeWidth) = isPrice ? (only, 0) : (0, only)
    }
    change = width - changeWidth..<width
    let priceRight = changeWidth == 0 ? width : change.lowerBound - gap
    price = priceRight - priceWidth..<priceRight
    let numbersLeft = priceWidth == 0 ? change.lowerBound : price.lowerBound
    let nameRight = max(left, numbersLeft - gap)
    // What a usual name leaves goes to the line of prices.
    let lineWidth = min(
      nameRight - left - widths.name - layout.words.lineHeight / 2 - gap, width / 4)
    line = nameRight - (isWide && lineWidth >= widths.line ? lineWidth : 0)..<nameRight
    self.name = left..<max(left, line.isEmpty ? nameRight : line.lowerBound - gap)
  }
}
