/// The smallest readable letters: 3×5, for prices on a matrix of lights.
public final class DotGlyphs: Glyphs {
  private static let letters: [Unicode.Scalar] = Array("0123456789.,+−–-%KMBTe".unicodeScalars)

  /// Side by side, three columns each.
  private static let art = """
    ### .#. ### ### #.# ### ### ### ### ### ... ... ... ... ... ... #.# #.# #.# ##. ### ...
    #.# ##. ..# ..# #.# #.. #.. ..# #.# #.# ... ... .#. ... ... ... ..# #.# ### #.# .#. .#.
    #.# .#. ### .## ### ### ### ..# ### ### ... ... ### ### ### ### .#. ##. ### ##. .#. ###
    #.# .#. #.. ..# ..# ..# #.# ..# #.# ..# ... ... .#. ... ... ... #.. #.# #.# #.# .#. #..
    ### ### ### ### ..# ### ### ..# ### ### #.. #.. ... ... ... ... #.# #.# #.# ##. .#. .##
    ... ... ... ... ... ... ... ... ... ... ... #.. ... ... ... ... ... ... ... ... ... ...
    """.split(separator: "\n").map { Array($0.utf8) }

  public let ascent = 5
  public let descent = 1

  public init() {}

  public func glyph(_ letter: Unicode.Scalar) -> Glyph? {
    if let digit = letter.loweredDigit {
      // Smaller ones cannot be told apart: two rows lower says it, too.
      var glyph = glyph(digit)
      glyph?.top -= 2
      return glyph
    }
    guard let index = Self.letters.firstIndex(of: letter) else { return nil }
    let width = letter == "." || letter == "," ? 1 : 3
    let rows = Self.art.map { $0[index * 4..<index * 4 + width] }
    return Glyph(
      left: 0, top: ascent, size: Size(width, rows.count), advance: width + 1,
      coverage: rows.flatMap { $0.map { $0 == UInt8(ascii: "#") ? 15 : 0 } })
  }
}

extension Unicode.Scalar {
  /// The digit that stands lower than others, ₀ to ₉; nil for other letters.
  var loweredDigit: Unicode.Scalar? {
    ("₀"..."₉").contains(self) ? Unicode.Scalar(value - 0x2080 + 0x30) : nil
  }
}
