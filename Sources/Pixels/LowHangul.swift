/// A typesetter whose Hangul is as low as digits are, for where there is no room for a taller one.
public final class LowHangul: Typesetter {
  private let others: any Typesetter
  private let hangul = HangulGlyphs(digitHeight: HangulGlyphs.lineHeight)
  /// Fonts draw Hangul in thirteen rows of sixteen: digits so high have none that is taller.
  private static let usualHeight = 13

  /// All other letters are those of `others`, and so is the Hangul of digits that are as high as it.
  public init(_ others: any Typesetter) { self.others = others }

  public func glyphs(digitHeight: Int, weight: Weight, depth: Depth) -> any Glyphs {
    let others = others.glyphs(digitHeight: digitHeight, weight: weight, depth: depth)
    return digitHeight < Self.usualHeight
      ? LowHangulGlyphs(hangul: hangul, others: others) : others
  }
}

private final class LowHangulGlyphs: Glyphs {
  private let hangul: HangulGlyphs
  private let others: any Glyphs

  init(hangul: HangulGlyphs, others: any Glyphs) {
    (self.hangul, self.others) = (hangul, others)
  }

  var ascent: Int { others.ascent }
  var descent: Int { max(hangul.descent, others.descent) }

  func glyph(_ letter: Unicode.Scalar) -> Glyph? { hangul.glyph(letter) ?? others.glyph(letter) }
}
