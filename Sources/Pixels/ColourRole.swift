/// What a pixel means. A theme says which colour that is; one bit says only whether it is paper.
public enum ColourRole: UInt8, CaseIterable, Sendable {
  /// The ground that everything is drawn on.
  case paper
  /// The most important text and figures.
  case text
  /// Less important: names, clock, labels.
  case dim
  /// Least important: rules, grids, gaps.
  case faint
  /// The market went up, went down, or stood still.
  case rise
  case fall
  case still
  /// A problem: old data, no network.
  case warning
  /// The frog's own colours, whatever the market does: its skin, the skin in shadow and in light, and
  /// its tongue.
  case skin
  case shade
  case belly
  case tongue
}

/// One pixel of a frame: the role in the high four bits, how much of it in the low four (1…15).
/// Paper is 0 and nothing else.
public typealias Pixel = UInt8

extension ColourRole {
  /// The pixel of this role at `coverage` 0…15 over paper.
  @inlinable
  public func pixel(_ coverage: UInt8 = 15) -> Pixel {
    coverage == 0 || self == .paper ? 0 : rawValue << 4 | (coverage & 15)
  }
}

/// What a panel can show of a frame.
public enum Depth: Sendable {
  /// Lit or not: coverage 8 and up is lit.
  case mono
  /// Shades of one colour: text is antialiased, roles differ only in how bright they are.
  case grey
  /// Any colour: text is antialiased.
  case colour
}
