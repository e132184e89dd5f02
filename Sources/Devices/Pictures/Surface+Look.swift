import Pixels

extension Surface {
  /// How each pixel value looks on such a surface, in pictures and on terminals.
  public func look(_ theme: Theme) -> [Colour] {
    switch (depth, medium) {
    case (.mono, .light): Self.oneBit(paper: Colour(0x000000), ink: Colour(0xe6f3ff))
    case (.mono, .reflective): Self.oneBit(paper: Colour(0xc3cbb4), ink: Colour(0x20261f))
    case (.mono, .paper): Self.oneBit(paper: Colour(0xefeee8), ink: Colour(0x1d1d1f))
    case (.grey, _): theme.colours.map { Colour(UInt32($0.luma) * 0x010101) }
    case (.colour, _): theme.colours
    }
  }

  /// Coverage 8 and up counts as lit.
  private static func oneBit(paper: Colour, ink: Colour) -> [Colour] {
    (0..<256).map { $0 & 8 == 0 ? paper : ink }
  }
}
