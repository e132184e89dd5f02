/// A typesetter whose Hangul is as low as digits are, for where there is no room for a taller one.
public final class LowHangul: Typesetter {
  private let others: any Typesetter
  private let digitHeight: Int
  private let hangul = HangulGlyphs(digitHeight: HangulGlyphs.lineHeight)

  /// All other letters are those of `others`, and so is Hangul beside digits that are higher than
  /// `digitHeight`; fonts draw it in thirteen rows or more, which is no taller than those.
  public init(_ others: any Typesetter, upTo digitHeight: Int = 12) {
    (self.others, self.digitHeight) = (others, digitHeight)
  }

  public func glyphs(digitHeight: Int, weight: Weight, depth: Depth) -> any Glyphs {
    let others = others.glyphs(digitHeight: digitHeight, weight: weight, depth: depth)
    return digitHeight <= self.digitHeight
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

  func measure(_ letter: Unicode.Scalar) -> Glyph? {
    hangul.glyph(letter) ?? others.measure(letter)
  }
}
