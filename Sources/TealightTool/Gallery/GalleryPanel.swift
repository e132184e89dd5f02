import ArgumentParser
import Pixels

/// A panel in the gallery.
struct GalleryPanel {
  /// As it stands in the names of pictures.
  let name: String
  let surface: Surface
  /// The width and the height of a panel's pixel on the contact sheet, in pixels.
  let scale: Int

  private init(_ name: String, _ surface: Surface, scale: Int) {
    (self.name, self.surface, self.scale) = (name, surface, scale)
  }

  static let all = [
    GalleryPanel("1x1", Surface(Size(1, 1), .colour), scale: 32),
    GalleryPanel("8x8", Surface(Size(8, 8), .colour), scale: 8),
    GalleryPanel("32x8", Surface(Size(32, 8), .mono), scale: 3),
    GalleryPanel("128x32", Surface(Size(128, 32), .mono), scale: 2),
    GalleryPanel("128x64", Surface(Size(128, 64), .mono), scale: 2),
    GalleryPanel("160x80", Surface(Size(160, 80), .colour), scale: 2),
    GalleryPanel("135x240", Surface(Size(135, 240), .colour), scale: 1),
    GalleryPanel("240x240", Surface(Size(240, 240), .colour), scale: 1),
    GalleryPanel("round", Surface(Size(240, 240), .colour, outline: .circle), scale: 1),
    GalleryPanel("250x122", Surface(Size(250, 122), .mono, medium: .paper), scale: 1),
  ]
}

extension GalleryPanel: ExpressibleByArgument {
  init?(argument: String) {
    guard let panel = Self.all.first(where: { $0.name == argument }) else { return nil }
    self = panel
  }

  static var allValueStrings: [String] { all.map(\.name) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
