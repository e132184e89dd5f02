/// The font that is always available: 5×7, enlarged by a whole number, and Hangul with it.
public final class BuiltInGlyphs: Glyphs {
  /// The height of its digits before it is enlarged.
  public static let digitHeight = 7

  private let scale: Int
  private let hangul: HangulGlyphs

  /// Each pixel of a letter is `scale` pixels wide and high; a letter ends with one empty column.
  public init(scale: Int = 1) {
    precondition(scale >= 1, "a letter has pixels")
    self.scale = scale
    hangul = HangulGlyphs(digitHeight: Self.digitHeight * scale)
  }

  public var ascent: Int { Self.digitHeight * scale }

  public func glyph(_ letter: Unicode.Scalar) -> Glyph? {
    if let digit = letter.loweredDigit { return DotGlyphs().glyph(digit)?.lowered(scale: scale) }
    guard let index = BuiltInPicture.letters.firstIndex(of: letter) else {
      return hangul.glyph(letter)
    }
    return Self.draw(Self.bits[index], scale: scale)
  }

  /// Each letter's columns from the left, the lowest bit on top.
  private static let bits: [[UInt8]] = {
    let columns = BuiltInPicture.columns
    var bits = [[UInt8]](
      repeating: Array(repeating: 0, count: columns), count: BuiltInPicture.letters.count)
    let lines = BuiltInPicture.art.utf8.split(separator: UInt8(ascii: "\n"))
    for (number, line) in lines.enumerated() {
      let set = number / BuiltInPicture.rows * BuiltInPicture.perLine
      for (x, dot) in line.enumerated() where dot == UInt8(ascii: "#") {
        bits[set + x / (columns + 1)][x % (columns + 1)] |=
          1 << UInt8(number % BuiltInPicture.rows)
      }
    }
    return bits
  }()

  /// Letters stand as close as their shapes allow; the empty one is a space of three columns.
  private static func draw(_ columns: [UInt8], scale: Int) -> Glyph {
    guard let first = columns.firstIndex(where: { $0 != 0 }),
      let last = columns.lastIndex(where: { $0 != 0 })
    else {
      return Glyph(left: 0, top: 0, size: Size(0, 0), advance: 3 * scale, coverage: [])
    }
    let size = Size((last - first + 1) * scale, BuiltInPicture.rows * scale)
    var coverage = [UInt8](repeating: 0, count: size.width * size.height)
    for y in 0..<size.height {
      for x in 0..<size.width where columns[first + x / scale] >> UInt8(y / scale) & 1 == 1 {
        coverage[y * size.width + x] = 15
      }
    }
    return Glyph(
      left: 0, top: digitHeight * scale, size: size, advance: size.width + scale,
      coverage: coverage)
  }
}

extension Glyph {
  /// A digit of five rows that counts zeros, as in `0.0₅155`: its last row is below the baseline.
  fileprivate func lowered(scale: Int) -> Glyph {
    let rows = 5
    let large = Size(size.width * scale, rows * scale)
    let coverage = (0..<large.height).flatMap { y in
      let row = y / scale * size.width
      return (0..<large.width).map { x in self.coverage[row + x / scale] }
    }
    return Glyph(
      left: 0, top: (rows - 1) * scale, size: large, advance: advance * scale, coverage: coverage)
  }
}

/// A typesetter for where there are no fonts: the built-in face in whole sizes.
public final class BuiltInTypesetter: Typesetter {
  private var letterings: [LetterFace: Lettering] = [:]

  public init() {}

  public func lettering(_ face: LetterFace) -> Lettering {
    if let known = letterings[face] { return known }
    var glyphs: any Glyphs = BuiltInGlyphs(
      scale: max(1, face.digitHeight / BuiltInGlyphs.digitHeight))
    if face.weight == .condensedBold {
      glyphs = DigitGlyphs(digitHeight: face.digitHeight, others: glyphs) ?? glyphs
    }
    let lettering = Lettering(face.hangulIsLow ? LowHangulGlyphs(others: glyphs) : glyphs)
    letterings[face] = lettering
    return lettering
  }
}
