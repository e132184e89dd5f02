import Pixels

/// The letters of a font at one size; missing letters come from other fonts, then from the built-in
/// one.
final class FontGlyphs: Glyphs {
  let ascent: Int
  private let primary: SizedFont?
  private let builtIn: BuiltInGlyphs
  private let openHangul: () -> SizedFont?
  private let missing: () -> [SizedFont]
  private lazy var hangul = openHangul()
  private lazy var fallbacks = missing()

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
  }

  func glyph(_ letter: Unicode.Scalar) -> Glyph? { find(letter, isDrawn: true) }

  func measure(_ letter: Unicode.Scalar) -> Glyph? {
    // Dots are drawn as fast as they are measured.
    guard let primary, primary.smooth else { return glyph(letter) }
    return find(letter, isDrawn: false)
  }

  private func find(_ letter: Unicode.Scalar, isDrawn: Bool) -> Glyph? {
    func look(in font: SizedFont, for letter: Unicode.Scalar) -> Glyph? {
      isDrawn ? font.glyph(letter) : font.measure(letter)
    }
    func fallback() -> Glyph? {
      fallbacks.lazy.compactMap { look(in: $0, for: letter) }.first
    }
    if letter.isHangul, let glyph = hangul.flatMap({ look(in: $0, for: letter) }) { return glyph }
    guard let primary else {
      // The built-in font has Hangul for sizes where no larger font is used.
      return (letter.isHangul ? fallback() : nil) ?? builtIn.glyph(letter) ?? fallback()
    }
    let own =
      look(in: primary, for: letter)
      ?? Self.substitutes[letter].flatMap { look(in: primary, for: $0) }
    // In other fonts these digits are too large for the digits beside them.
    let counting = ("₀"..."₉").contains(letter) ? builtIn.glyph(letter) : nil
    guard var glyph = own ?? counting ?? fallback() ?? builtIn.glyph(letter) else {
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

  /// The letter that is drawn instead if the font lacks this one.
  private static let substitutes: [Unicode.Scalar: Unicode.Scalar] = ["−": "-", "–": "-"]

  private static let separators: Set<Unicode.Scalar> = [",", ".", ":"]
}
