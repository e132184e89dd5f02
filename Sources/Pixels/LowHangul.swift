/// A typesetter whose Hangul is as low as digits are, for where there is no room for a taller one.
public final class LowHangul: Typesetter {
  private let others: any Typesetter
  private let digitHeight: Int

  /// `others` draws all other letters, and also Hangul beside digits that are higher than `digitHeight`:
  /// fonts draw Hangul in thirteen rows or more, which is no taller than such digits.
  public init(_ others: any Typesetter, upTo digitHeight: Int = 12) {
    (self.others, self.digitHeight) = (others, digitHeight)
  }

  public func lettering(_ face: LetterFace) -> Lettering {
    var face = face
    face.hangulIsLow = face.hangulIsLow || face.digitHeight <= digitHeight
    return others.lettering(face)
  }
}

/// The letters of another face, and low Hangul.
public final class LowHangulGlyphs: Glyphs {
  private let hangul = HangulGlyphs(digitHeight: HangulGlyphs.lineHeight)
  private let others: any Glyphs

  public init(others: any Glyphs) { self.others = others }

  public var ascent: Int { others.ascent }

  public func glyph(_ letter: Unicode.Scalar) -> Glyph? {
    hangul.glyph(letter) ?? others.glyph(letter)
  }

  public func measure(_ letter: Unicode.Scalar) -> Glyph? {
    hangul.glyph(letter) ?? others.measure(letter)
  }
}
