import Pixels

/// What a panel shows, as a browser is to show it.
public struct WebPicture: Equatable, Sendable {
  public let frame: Frame
  /// What each pixel value looks like on this panel: 256 of them.
  public let colours: [Colour]
  public let outline: Surface.Outline
  /// Per cent; 0 is dark.
  public let brightness: Int

  /// - Parameter colours: `Theme.colours`, or what the panel makes of them.
  public init(
    _ frame: Frame, colours: [Colour], outline: Surface.Outline = .rectangle,
    brightness: Int = 100
  ) {
    precondition(colours.count == 256, "every pixel value has a colour")
    self.frame = frame
    self.colours = colours
    self.outline = outline
    self.brightness = min(100, max(0, brightness))
  }
}
