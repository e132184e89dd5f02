import Pixels

/// The letters of a font at one size; missing letters come from other fonts, then from the built-in
/// one.
final class FontGlyphs: Glyphs {
  let ascent: Int
  let descent: Int
  private let primary: SizedFont?
  private let builtIn: BuiltInGlyphs
  private let openHangul: () -> SizedFont?
  private let missing: () -> [SizedFont]
  private lazy var hangul = openHangul()
  private lazy var fallbacks = missing()
  private var cache = GlyphCache()

  /// Fonts of `hangul` and `missing` are not opened before a letter asks for them.
  init(
    primary: SizedFont?, builtIn: BuiltInGlyphs, hangul: @escaping () -> SizedFont?,
    missing: @escaping () -> [SizedFont]
  ) {
    self.primary = primary
    self.builtIn = builtIn
    openHangul = hangul
    self.missing = missing
    ascent = primary?.ascent ?? builtIn.ascent
    descent = primary?.descent ?? builtIn.descent
  }

  func glyph(_ letter: Unicode.Scalar) -> Glyph? {
    cache.glyph(letter) { find(letter) }
  }

  private func find(_ letter: Unicode.Scalar) -> Glyph? {
    if letter.isHangul, let glyph = hangul?.glyph(letter) { return glyph }
    guard let primary else {
      // The built-in font has Hangul for sizes where no larger font is used.
      return (letter.isHangul ? fallback(letter) : nil) ?? builtIn.glyph(letter) ?? fallback(letter)
    }
    let own = primary.glyph(letter) ?? Self.substitutes[letter].flatMap { primary.glyph($0) }
    // Other fonts have them too large for the digits beside them.
    let counting = ("₀"..."₉").contains(letter) ? builtIn.glyph(letter) : nil
    guard var glyph = own ?? counting ?? fallback(letter) ?? builtIn.glyph(letter) else {
      return nil
    }
    if Self.separators.contains(letter) {
      // Fonts with cells of one width leave holes around these: they stand close instead.
      let gap = max(1, ascent / 10)
      let width = glyph.size.width + 2 * gap
      if width < glyph.advance {
        glyph.left = gap
        glyph.advance = width
      }
    }
    return glyph
  }

  private func fallback(_ letter: Unicode.Scalar) -> Glyph? {
    fallbacks.lazy.compactMap { $0.glyph(letter) }.first
  }

  /// The letter that a font may have instead.
  private static let substitutes: [Unicode.Scalar: Unicode.Scalar] = ["−": "-", "–": "-"]

  private static let separators: Set<Unicode.Scalar> = [",", ".", ":"]
}
