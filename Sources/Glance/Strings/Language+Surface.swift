import Pixels
import State

extension Language {
  /// The words for a surface, and the letters that they and the names of markets are written in; the
  /// words are English where letters of this language are missing.
  /// - Parameter digitHeight: of the numbers beside them; nil where they have lines of their own.
  func words(
    on surface: Surface, from typesetter: any Typesetter, digitHeight: Int? = nil
  ) -> (words: Strings, typesetter: any Typesetter) {
    var own = words
    // Fonts draw Hangul in fourteen rows at least: on a low panel, and beside the smallest digits,
    // these rows are better spent on more lines. A glance on a low panel needs its rows for the price;
    // and in one bit tall Hangul has thin strokes beside bold digits.
    let lines =
      surface.outline == .circle ? 10 : digitHeight != nil ? 4 : surface.depth == .mono ? 9 : 6
    let isLow =
      surface.size.height / lines < Strings.korean.lineHeight
      || digitHeight.map { $0 <= HangulGlyphs.lineHeight } ?? false
    if isLow {
      own.lineHeight = min(own.lineHeight, HangulGlyphs.lineHeight)
      own.tail = min(own.tail, HangulGlyphs.tail)
    }
    let letters: any Typesetter =
      isLow
      ? LowHangul(typesetter)
      : digitHeight == nil ? typesetter : LowHangul(typesetter, upTo: HangulGlyphs.lineHeight)
    // No letters of other scripts are as low as the built-in ones.
    let smallest = (isLow ? BuiltInTypesetter() : typesetter).lettering(
      digitHeight: BuiltInGlyphs.digitHeight, weight: .regular, depth: surface.depth)
    let canSpell = smallest.canSpell(own.polling + own.stale + own.offline)
    return (canSpell ? own : .english, letters)
  }
}
