/// Letters of a face that were drawn, or measured. A text may come from anybody, with letters of all
/// kinds: so many are kept at most.
public struct GlyphCache {
  public static let lettersMax = 512

  /// Nil for what the face does not have.
  private(set) var letters: [Unicode.Scalar: Glyph?]

  /// - Parameter letters: those that are known.
  public init(_ letters: [Unicode.Scalar: Glyph?] = [:]) { self.letters = letters }

  /// - Parameter draw: called where the letter is not known.
  public mutating func glyph(_ letter: Unicode.Scalar, _ draw: () -> Glyph?) -> Glyph? {
    if let known = letters[letter] { return known }
    let glyph = draw()
    if letters.count == Self.lettersMax { letters = [:] }
    letters[letter] = .some(glyph)
    return glyph
  }
}
