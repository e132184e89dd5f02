import Pixels

/// The price in small digits with an arrow over the day's range, and the face beside them where
/// they leave it room: for eight rows of lights.
struct MatrixGlance {
  /// Three digits and a letter.
  static let smallestWidth = 15
  private static let smallestArrow = 3

  let surface: Surface
  private let lettering = Lettering(DotGlyphs())

  init(_ surface: Surface) { self.surface = surface }

  /// Draws everything but the face.
  /// - Returns: where the face goes; empty where the price takes its room.
  func draw(_ scene: GlanceScene, on frame: inout Frame) -> Rect {
    let size = surface.size
    let side = size.height
    let canFeel = side >= Face.smallestSide
    if canFeel, size.width > side + Self.smallestWidth,
      drawPrice(scene, from: side + 1, on: &frame)
    {
      return Rect(x: 0, y: 0, width: side, height: side)
    }
    // Where there is room for one only, the price gives way to a face that is lost.
    if !(canFeel && scene.isOld), drawPrice(scene, from: 0, on: &frame) { return .none }
    return canFeel ? Rect(x: (size.width - side) / 2, y: 0, width: side, height: side) : .none
  }

  /// - Returns: false where the price has no room, and nothing is drawn.
  private func drawPrice(_ scene: GlanceScene, from left: Int, on frame: inout Frame) -> Bool {
    let height = surface.size.height
    let width = surface.size.width - left
    guard let text = price(of: scene, width: width) else { return false }
    let bar = height < 7 ? 0 : max(1, height / 8)
    let baseline = max(0, height - bar - lettering.ascent - 1) / 2 + lettering.ascent
    frame.write(
      text, x: left, baseline: baseline, ink: scene.isOld ? .warning : .text, in: lettering)
    let rest = width - lettering.width(text) - 1
    let arrow = rest >= 5 ? 5 : Self.smallestArrow
    if rest >= arrow, !scene.isOld, scene.direction != .still {
      let rows = arrow / 2 + 1
      let place = Rect(
        x: left + width - arrow, y: baseline - (lettering.ascent + rows) / 2, width: arrow,
        height: rows)
      frame.arrow(in: place, isUp: scene.direction == .rise, with: scene.direction.pixel())
    }
    let range = Rect(x: left, y: height - bar, width: width, height: bar)
    StripGlance(depth: surface.depth).draw(scene, in: range, on: &frame)
    return true
  }

  /// Plain digits, best with room for the arrow; nil where a price that is known has no room.
  private func price(of scene: GlanceScene, width: Int) -> String? {
    let numerals = Numerals(words: .english)
    func text(_ room: Int) -> String {
      // The last letter's own gap may hang over the edge.
      numerals.price(scene.price, decimals: scene.decimals) { lettering.width($0) <= room + 1 }
    }
    let texts = [text(width - Self.smallestArrow - 2), text(width)]
    if scene.price == nil { return texts[0] }
    return texts.first { $0 != Numerals.unknown && !$0.contains("e") }
      ?? texts.last { $0 != Numerals.unknown }
  }
}
