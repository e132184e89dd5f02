/// The smallest readable letters, for matrices of lights: digits of 3×5 dots, or of 4×7. Capitals
/// stand for small letters.
public final class DotGlyphs: Glyphs {
  public enum DigitHeight: Int, CaseIterable, Sendable {
    case five = 5
    case seven = 7
  }

  private static let five = DotArt(
    "0123456789.,:+−%KMBT▲▼ACDEFGHIJLNOPQRSUVWXYZ$₮#/<~?!×✓●○↑↓",
    """
    ### .#. ### ### #.# ### ### ### ### ### . . . ... ... #.# #.# #...# ##. ### ... ...
    #.# ##. ..# ..# #.# #.. #.. ..# #.# #.# . . # .#. ... ..# #.# ##.## #.# .#. ... ...
    #.# .#. ### .## ### ### ### ..# ### ### . . . ### ### .#. ##. #.#.# ##. .#. .#. ###
    #.# .#. #.. ..# ..# ..# #.# ..# #.# ..# . . # .#. ... #.. #.# #...# #.# .#. ### .#.
    ### ### ### ### ..# ### ### ..# ### ### # # . ... ... #.# #.# #...# ##. .#. ... ...
    ... ... ... ... ... ... ... ... ... ... . # . ... ... ... ... ..... ... ... ... ...

    .#. .## ##. ### ### .## #.# ### ..# #.. #..# .#. ##. .#. ##. .## #.# #.# #...# #.# #.# ###
    #.# #.. #.# #.. #.. #.. #.# .#. ..# #.. ##.# #.# #.# #.# #.# #.. #.# #.# #...# #.# #.# ..#
    ### #.. #.# ##. ##. #.# ### .#. ..# #.. #.## #.# ##. #.# ##. .#. #.# #.# #.#.# .#. .#. .#.
    #.# #.. #.# #.. #.. #.# #.# .#. #.# #.. #..# #.# #.. #.# #.# ..# #.# #.# ##.## #.# .#. #..
    #.# .## ##. ### #.. .## #.# ### .#. ### #..# .#. #.. .## #.# ##. ### .#. #...# #.# .#. ###
    ... ... ... ... ... ... ... ... ... ... .... ... ... ... ... ... ... ... ..... ... ... ...

    .#### ##### #.# ..# ..# .... ##. # #...# ..... .###. .###. ..#.. ..#..
    #.#.. ..#.. ### ..# .#. .#.# ..# # .#.#. ....# ##### #...# .###. ..#..
    .###. .###. #.# .#. #.. #.#. .#. # ..#.. #..#. ##### #...# ##### #####
    ..#.# ..#.. ### #.. .#. .... ... . .#.#. .##.. ##### #...# ..#.. .###.
    ####. ..#.. #.# #.. ..# .... .#. # #...# ..... .###. .###. ..#.. ..#..
    ..... ..... ... ... ... .... ... . ..... ..... ..... ..... ..... .....
    """)

  private static let seven = DotArt(
    "0123456789.,:+−%KMBT▲▼$₮#×✓●○↑↓~",
    """
    .##. ..#. .##. .##. #..# #### .##. #### .##. .##. . . . ... ... #.# #..# #...# ###. ### ... ...
    #..# .##. #..# #..# #..# #... #... ...# #..# #..# . . . ... ... ..# #..# ##.## #..# .#. ... ...
    #..# ..#. ...# ...# #..# ###. #... ...# #..# #..# . . # .#. ... ..# #.#. #.#.# #..# .#. .#. ###
    #..# ..#. ..#. .##. #### ...# ###. ..#. .##. .### . . . ### ### .#. ##.. #.#.# ###. .#. .#. ###
    #..# ..#. .#.. ...# ...# ...# #..# ..#. #..# ...# . . # .#. ... #.. #.#. #...# #..# .#. ### .#.
    #..# ..#. #... #..# ...# #..# #..# .#.. #..# ...# . . . ... ... #.. #..# #...# #..# .#. ### .#.
    .##. .### #### .##. ...# .##. .##. .#.. .##. .##. # # . ... ... #.# #..# #...# ###. .#. ... ...
    .... .... .... .... .... .... .... .... .... .... . # . ... ... ... .... ..... .... ... ... ...

    ..#.. ##### .#.#. ..... ..... .###. .###. ..#.. ..#.. ....
    .#### ..#.. .#.#. #...# ..... ##### #...# .###. ..#.. ....
    #.#.. .###. ##### .#.#. ....# ##### #...# ##### ..#.. .#.#
    .###. ..#.. .#.#. ..#.. ...#. ##### #...# ..#.. ..#.. #.#.
    ..#.# ..#.. ##### .#.#. #.#.. ##### #...# ..#.. ##### ....
    ####. ..#.. .#.#. #...# .#... ##### #...# ..#.. .###. ....
    ..#.. ..#.. .#.#. ..... ..... .###. .###. ..#.. ..#.. ....
    ..... ..... ..... ..... ..... ..... ..... ..... ..... ....
    """)

  private let height: DigitHeight
  private let art: DotArt
  /// For letters that are drawn in one height only.
  private let others = BuiltInGlyphs()

  public init(_ height: DigitHeight = .five) {
    self.height = height
    art = height == .five ? Self.five : Self.seven
  }

  public var ascent: Int { height.rawValue }

  public func glyph(_ letter: Unicode.Scalar) -> Glyph? {
    if let digit = letter.loweredDigit {
      // Smaller digits could not be told apart, so these stand two rows lower instead.
      var glyph = glyph(digit)
      glyph?.top -= 2
      return glyph
    }
    let letter = Self.known(letter)
    if letter == " " {
      return Glyph(left: 0, top: 0, size: Size(0, 0), advance: 2, coverage: [])
    }
    guard let rows = art[letter] else { return height == .five ? nil : others.glyph(letter) }
    let width = 16 - rows.reduce(0) { $0 | $1 }.leadingZeroBitCount
    return Glyph(
      left: 0, top: ascent, size: Size(width, rows.count), advance: width + 1,
      coverage: rows.flatMap { row in (0..<width).map { row >> UInt16($0) & 1 == 1 ? 15 : 0 } })
  }

  /// The letter that is drawn in place of this one.
  private static func known(_ letter: Unicode.Scalar) -> Unicode.Scalar {
    switch letter {
    case "a"..."z": Unicode.Scalar(UInt8(letter.value) - 32)
    case "–", "-": "−"
    default: letter
    }
  }
}

extension Unicode.Scalar {
  /// The digit that stands lower than others, ₀ to ₉; nil for other letters.
  var loweredDigit: Unicode.Scalar? {
    ("₀"..."₉").contains(self) ? Unicode.Scalar(value - 0x2080 + 0x30) : nil
  }
}
