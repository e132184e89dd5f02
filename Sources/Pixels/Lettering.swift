/// A row of letters of one face, with every digit in a cell as wide as the widest one and both
/// signs in cells of one width: a digit that changes never moves its neighbours. It keeps the letters
/// that it has drawn.
public final class Lettering: Glyphs {
  /// How many letters that are not of ASCII are kept at most: a text may come from anybody, with
  /// letters of all kinds.
  public static let lettersMax = 512

  private let glyphs: any Glyphs
  private let hasKept: (_ bytes: Int) -> Void
  private let digitWidth: Int
  private lazy var signWidth = Self.widest("+−", of: glyphs)
  /// Columns at both sides of a cell that every digit leaves empty.
  public let digitBearings: (left: Int, right: Int)
  /// Letters of ASCII that were drawn, and the place of each among them, from 1; 0 for others.
  private var drawn: [Glyph] = []
  private var places = [UInt8](repeating: 0, count: 128)
  /// The cell width of each letter of ASCII that was measured; less than 0 for others.
  private var cells = [Int16](repeating: -1, count: 128)
  /// Other letters that were drawn, and those that were measured only, without their coverage.
  private var others: [Unicode.Scalar: Glyph?] = [:]
  private var measured: [Unicode.Scalar: Glyph?] = [:]

  /// - Parameter hasKept: is told of each letter that is kept, and about how many bytes it takes.
  public init(_ glyphs: any Glyphs, hasKept: @escaping (_ bytes: Int) -> Void = { _ in }) {
    (self.glyphs, self.hasKept) = (glyphs, hasKept)
    let digits = "0123456789".unicodeScalars.compactMap { glyphs.measure($0) }
    let digitWidth = max(1, digits.map(\.advance).max() ?? 0)
    self.digitWidth = digitWidth
    digitBearings = digits.reduce((digitWidth, digitWidth)) { bearings, digit in
      let left = digit.left + (digitWidth - digit.advance) / 2
      return (min(bearings.0, left), min(bearings.1, digitWidth - left - digit.size.width))
    }
  }

  private static func widest(_ letters: String, of glyphs: any Glyphs) -> Int {
    letters.unicodeScalars.reduce(0) { max($0, glyphs.measure($1)?.advance ?? 0) }
  }

  public var ascent: Int { glyphs.ascent }

  /// Drops all letters: they are drawn again when they are needed.
  public func forget() {
    drawn = []
    for place in places.indices { places[place] = 0 }
    (others, measured) = ([:], [:])
  }

  /// Columns from the first letter's pen to the last letter's right edge.
  public func width(_ text: String) -> Int {
    let cells = cells
    var width = 0
    for letter in text.utf8 {
      guard letter < 128, case let cell = cells[Int(letter)], cell >= 0 else {
        return text.unicodeScalars.reduce(0) { $0 + self.cell($1, measure($1)) }
      }
      width += Int(cell)
    }
    return width
  }

  /// Columns from the letter's pen to the next letter's.
  public func width(_ letter: Unicode.Scalar) -> Int {
    if letter.isASCII, case let cell = cells[Int(letter.value)], cell >= 0 { return Int(cell) }
    return cell(letter, measure(letter))
  }

  /// The area that a letter covers with its pen at `x` on the row `baseline`; nil if the face lacks it.
  public func covered(by letter: Unicode.Scalar, x: Int, baseline: Int) -> Rect? {
    guard let glyph = measure(letter) else { return nil }
    return place(of: glyph, x: x, in: cell(letter, glyph), baseline: baseline)
  }

  fileprivate func place(of glyph: Glyph, x: Int, in cell: Int, baseline: Int) -> Rect {
    Rect(
      x: x + glyph.left + (cell - glyph.advance) / 2, y: baseline - glyph.top,
      width: glyph.size.width, height: glyph.size.height)
  }

  /// Whether the face has every letter of the text.
  public func canSpell(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { measure($0) != nil }
  }

  /// Rows above and below the baseline that the text covers.
  public func extent(_ text: String) -> (above: Int, below: Int) {
    text.unicodeScalars.reduce((ascent, 0)) { extent, letter in
      guard let glyph = measure(letter) else { return extent }
      return (max(extent.0, glyph.top), max(extent.1, glyph.size.height - glyph.top))
    }
  }

  /// The text, shortened with an ellipsis if it is wider than `width`; empty if no letter fits then.
  public func fitted(_ text: String, width: Int) -> String {
    if self.width(text) <= width { return text }
    var short = text
    while !short.isEmpty {
      short.removeLast()
      if self.width(short + "…") <= width { return short.isEmpty ? "" : short + "…" }
    }
    return ""
  }

  /// The text in lines of whole words no wider than `width`, at most `count` of them.
  public func lines(_ text: String, width: Int, count: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, self.width(last + " " + word) <= width || lines.count == count {
        lines[lines.count - 1] = last + " " + word
      } else if count > 0 {
        lines.append(String(word))
      }
    }
    return lines.map { fitted($0, width: width) }
  }

  public func glyph(_ letter: Unicode.Scalar) -> Glyph? {
    if letter.isASCII, case let place = Int(places[Int(letter.value)]), place > 0 {
      return drawn[place - 1]
    }
    if let known = others[letter] { return known }
    let glyph = glyphs.glyph(letter)
    makeRoom(for: glyph)
    measured[letter] = nil
    if let glyph, letter.isASCII {
      drawn.append(glyph)
      places[Int(letter.value)] = UInt8(drawn.count)
    } else {
      others[letter] = .some(glyph)
    }
    return glyph
  }

  public func measure(_ letter: Unicode.Scalar) -> Glyph? {
    let isDrawn = letter.isASCII ? places[Int(letter.value)] > 0 : others[letter] != nil
    let glyph = isDrawn ? self.glyph(letter) : measured[letter] ?? measureFirst(letter)
    if letter.isASCII, cells[Int(letter.value)] < 0 {
      cells[Int(letter.value)] = Int16(clamping: cell(letter, glyph))
    }
    return glyph
  }

  private func measureFirst(_ letter: Unicode.Scalar) -> Glyph? {
    var glyph = glyphs.measure(letter)
    glyph?.coverage = []
    makeRoom(for: glyph)
    measured[letter] = .some(glyph)
    return glyph
  }

  /// Called before a letter is kept, which takes its coverage and about 100 bytes in tables.
  private func makeRoom(for glyph: Glyph?) {
    hasKept(100 + (glyph?.coverage.count ?? 0))
    if others.count + measured.count >= Self.lettersMax { forget() }
  }

  /// How far the next letter stands from this one.
  func cell(_ letter: Unicode.Scalar, _ glyph: Glyph?) -> Int {
    switch letter {
    case "0"..."9": digitWidth
    case "+", "−": signWidth
    default: glyph?.advance ?? digitWidth
    }
  }
}

extension Frame {
  /// Writes `text` from the pen position `x` on the row `baseline`, which it stands on.
  /// With `isCut`, the letters are cut out of ground that is full of `role`.
  public mutating func write(
    _ text: String, x: Int, baseline: Int, role: ColourRole, in lettering: Lettering,
    isCut: Bool = false
  ) {
    var pen = x
    for letter in text.unicodeScalars {
      pen += write(letter, x: pen, baseline: baseline, role: role, in: lettering, isCut: isCut)
    }
  }

  /// The same of one letter.
  /// - Returns: columns to the next letter's pen.
  @discardableResult
  public mutating func write(
    _ letter: Unicode.Scalar, x: Int, baseline: Int, role: ColourRole, in lettering: Lettering,
    isCut: Bool = false
  ) -> Int {
    let glyph = lettering.glyph(letter)
    let cell = lettering.cell(letter, glyph)
    if let glyph {
      let rect = lettering.place(of: glyph, x: x, in: cell, baseline: baseline)
      if isCut {
        cut(glyph.coverage, in: rect, from: role)
      } else {
        blend(glyph.coverage, in: rect, role: role)
      }
    } else if !isCut {
      let height = lettering.ascent
      outline(Rect(x: x, y: baseline - height, width: cell - 1, height: height), with: role.pixel())
    }
    return cell
  }
}
