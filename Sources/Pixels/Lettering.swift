/// A row of letters of one face, with every digit in a cell as wide as the widest one and both
/// signs in cells of one width: a digit that changes never moves its neighbours.
public final class Lettering {
  private let glyphs: any Glyphs
  private let digitWidth: Int
  private lazy var signWidth = Self.widest("+−", of: glyphs)
  /// Columns at both sides of a cell that every digit leaves empty.
  public let digitBearings: (left: Int, right: Int)
  /// Letters of ASCII that were drawn, and how wide those stand that were measured; less than 0 for
  /// others.
  private var ascii: [Glyph?] = Array(repeating: nil, count: 128)
  private var cells = [Int](repeating: -1, count: 128)

  public init(_ glyphs: any Glyphs) {
    self.glyphs = glyphs
    let digitWidth = max(1, Self.widest("0123456789", of: glyphs))
    self.digitWidth = digitWidth
    let digits = "0123456789".unicodeScalars.compactMap { glyphs.measure($0) }
    digitBearings = digits.reduce((digitWidth, digitWidth)) { bearings, digit in
      let left = digit.left + (digitWidth - digit.advance) / 2
      return (min(bearings.0, left), min(bearings.1, digitWidth - left - digit.size.width))
    }
  }

  private static func widest(_ letters: String, of glyphs: any Glyphs) -> Int {
    letters.unicodeScalars.reduce(0) { max($0, glyphs.measure($1)?.advance ?? 0) }
  }

  public var ascent: Int { glyphs.ascent }

  /// Columns from the first letter's pen to the last letter's right edge.
  public func width(_ text: String) -> Int {
    let cells = cells
    var width = 0
    for letter in text.utf8 {
      guard letter < 128, case let cell = cells[Int(letter)], cell >= 0 else {
        return text.unicodeScalars.reduce(0) { $0 + self.cell($1, measure($1)) }
      }
      width += cell
    }
    return width
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

  /// The text, shortened with an ellipsis where it is wider than `width`; empty where even that is.
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

  func glyph(_ letter: Unicode.Scalar) -> Glyph? {
    guard letter.value < 128 else { return glyphs.glyph(letter) }
    let index = Int(letter.value)
    if let known = ascii[index] { return known }
    let glyph = glyphs.glyph(letter)
    ascii[index] = glyph
    return glyph
  }

  private func measure(_ letter: Unicode.Scalar) -> Glyph? {
    guard letter.value < 128 else { return glyphs.measure(letter) }
    let index = Int(letter.value)
    let glyph = ascii[index] ?? glyphs.measure(letter)
    cells[index] = cell(letter, glyph)
    return glyph
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
      let glyph = lettering.glyph(letter)
      let cell = lettering.cell(letter, glyph)
      if let glyph {
        let rect = Rect(
          x: pen + glyph.left + (cell - glyph.advance) / 2, y: baseline - glyph.top,
          width: glyph.size.width, height: glyph.size.height)
        if isCut {
          cut(glyph.coverage, in: rect, from: role)
        } else {
          blend(glyph.coverage, in: rect, role: role)
        }
      } else if !isCut {
        let height = lettering.ascent
        outline(
          Rect(x: pen, y: baseline - height, width: cell - 1, height: height), with: role.pixel())
      }
      pen += cell
    }
  }
}
