import Pixels

/// The price in small digits with an arrow over the day's range, and the face beside them where
/// they leave it room: for eight rows of lights.
struct MatrixGlance {
  /// Three digits and a letter.
  static let smallestWidth = 15
  private static let smallestArrow = 3

  let surface: Surface
  private let dots = Lettering(DotGlyphs())

  init(_ surface: Surface) { self.surface = surface }

  /// Draws everything but the face.
  /// - Returns: where the face goes; empty where the price takes its room.
  func draw(_ scene: GlanceScene, on frame: inout Frame) -> Rect {
    let size = surface.size
    let side = size.height
    let canShowFace = side >= Face.smallestSide
    if canShowFace, scene.layout != .digits, size.width > side + Self.smallestWidth,
      drawPrice(scene, from: side + 1, on: &frame)
    {
      return Rect(x: 0, y: 0, width: side, height: side)
    }
    // Where there is room for one only, the price gives way to a face that is lost.
    if !(canShowFace && scene.isOld), drawPrice(scene, from: 0, on: &frame) { return .none }
    return canShowFace ? Rect(x: (size.width - side) / 2, y: 0, width: side, height: side) : .none
  }

  /// - Returns: false where the price has no room, and nothing is drawn.
  private func drawPrice(_ scene: GlanceScene, from left: Int, on frame: inout Frame) -> Bool {
    let height = surface.size.height
    let width = surface.size.width - left
    let bar = height < 7 ? 0 : max(1, height / 8)
    guard let (text, lettering) = price(of: scene, in: Size(width, height - bar)) else {
      return false
    }
    let tail = lettering.ascent / 5
    let baseline = max(0, height - bar - lettering.ascent - tail) / 2 + lettering.ascent
    frame.write(
      text, x: left, baseline: baseline, role: scene.isOld ? .warning : .text, in: lettering)
    let rest = width - lettering.width(text) - 1
    let arrow = rest >= 5 ? lettering.ascent | 1 : Self.smallestArrow
    if rest >= arrow, !scene.isOld, scene.direction != .still {
      let rows = arrow / 2 + 1
      let rect = Rect(
        x: left + width - arrow, y: baseline - (lettering.ascent + rows) / 2, width: arrow,
        height: rows)
      frame.arrow(in: rect, isUp: scene.direction == .rise, with: scene.direction.pixel())
    }
    let range = Rect(x: left, y: height - bar, width: width, height: bar)
    StripGlance(depth: surface.depth).draw(scene, in: range, on: &frame)
    return true
  }

  /// Plain digits, best with room for the arrow, in letters as large as they may be; nil where a
  /// price that is known has no room.
  private func price(of scene: GlanceScene, in room: Size) -> (String, Lettering)? {
    let numbers = NumberFormatter(words: .english)
    func text(_ lettering: Lettering, _ width: Int) -> String {
      numbers.price(scene.price, decimals: scene.decimals) {
        // The last letter's own gap may hang over the edge.
        lettering.width($0) <= width + 1
      }
    }
    let full = numbers.price(scene.price, decimals: scene.decimals) { _ in true }
    for scale in stride(from: room.height / (BuiltInGlyphs.digitHeight + 1), to: 0, by: -1) {
      let letters = Lettering(BuiltInGlyphs(scale: scale))
      if letters.width(full) + letters.ascent <= room.width { return (full, letters) }
    }
    let texts = [text(dots, room.width - Self.smallestArrow - 2), text(dots, room.width)]
    let shown =
      scene.price == nil
      ? texts[0]
      : texts.first { $0 != NumberFormatter.unknown && !$0.contains("e") }
        ?? texts.last { $0 != NumberFormatter.unknown }
    return shown.map { ($0, dots) }
  }
}
