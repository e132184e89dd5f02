/// A typesetter whose Hangul is as low as digits are, for where there is no room for a taller one.
public final class LowHangul: Typesetter {
  private let others: any Typesetter
  private var sizes: [Int: HangulGlyphs] = [:]

  /// All other letters are those of `others`.
  public init(_ others: any Typesetter) { self.others = others }

  public func glyphs(digitHeight: Int, weight: Weight, depth: Depth) -> any Glyphs {
    let hangul = sizes[digitHeight] ?? HangulGlyphs(digitHeight: digitHeight)
    sizes[digitHeight] = hangul
    return LowHangulGlyphs(
      hangul: hangul,
      others: others.glyphs(digitHeight: digitHeight, weight: weight, depth: depth))
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
