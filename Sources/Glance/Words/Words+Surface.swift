import Pixels

extension Language {
  /// The words for a surface: English where the letters of this language are missing or too tall.
  /// - Parameter letters: the smallest letters that there are.
  func words(on surface: Surface, in letters: Lettering) -> Words {
    let own = words
    // Hangul needs sixteen rows: on a low panel they are better spent on a price.
    let lines = surface.outline == .circle ? 10 : 4
    let canSpell = letters.canSpell(own.polling + own.stale + own.offline)
    return canSpell && own.lineHeight <= surface.size.height / lines ? own : .english
  }
}
