/// What a page is composed for: how many pixels, what each can show, and what the medium is like.
public struct Surface: Equatable, Hashable, Sendable {
  /// Which of the pixels are visible.
  public enum Outline: Sendable {
    case rectangle
    /// The largest circle in the middle: corners are hidden.
    case circle
  }

  /// What carries the picture.
  public enum Medium: Sendable {
    /// Bright colours on a dark background: OLED, LED, an LCD with a backlight.
    case light
    /// Dark colours on a bright background that change at once: an LCD without a backlight, a
    /// bright theme.
    case reflective
    /// Dark colours on a bright background that stay without power and take seconds to change:
    /// e-paper.
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

  /// The same surface in a theme: one that shows colours has the theme's background.
  public func wearing(_ theme: Theme) -> Surface {
    var worn = self
    if depth == .colour, theme[0].luma > theme[ColourRole.text.pixel()].luma {
      worn.medium = .reflective
    }
    return worn
  }
}
