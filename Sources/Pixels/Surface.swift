/// What a page is composed for: how many pixels, what each can show, and what the glass is like.
public struct Surface: Equatable, Hashable, Sendable {
  /// What of the pixels is to be seen.
  public enum Outline: Sendable {
    case rectangle
    /// The largest circle in the middle: corners are hidden.
    case circle
  }

  /// What carries the picture.
  public enum Medium: Sendable {
    /// ColourRole glows on a dark ground: OLED, LED, a lit LCD.
    case light
    /// ColourRole is dark on a bright ground and follows at once: an unlit LCD, colours of a bright theme.
    case reflective
    /// ColourRole is dark on a bright ground, keeps without power, and takes seconds to change.
    case paper
  }

  public var size: Size
  public var depth: Depth
  public var outline: Outline
  public var medium: Medium

  public init(
    _ size: Size, _ depth: Depth, outline: Outline = .rectangle, medium: Medium = .light
  ) {
    self.size = size
    self.depth = depth
    self.outline = outline
    self.medium = medium
  }

  /// The same in a theme: what shows colours has the ground that its theme has.
  public func wearing(_ theme: Theme) -> Surface {
    var worn = self
    if depth == .colour, theme[0].luma > theme[ColourRole.text.pixel()].luma {
      worn.medium = .reflective
    }
    return worn
  }
}
