import Pixels

/// Two glances on one display: beside each other where it is long, else one above the other.
final class GlancePair {
  private let rects: [Rect]
  private let pages: [GlancePage]
  private var frames: [Frame]
  /// Between the two, where there is room for it.
  private let rule: Rect

  /// Nil where there is no room for two.
  init?(_ surface: Surface, typesetter: any Typesetter, art: FaceArt?) {
    let whole = Self.rectangle(in: surface)
    let short = min(whole.width, whole.height)
    let isBeside =
      whole.width * 5 >= whole.height * 13 || short < 24 && whole.width >= whole.height
    let length = isBeside ? whole.width : whole.height
    guard length >= 2 else { return nil }
    let gap = length < 4 ? 0 : max(1, short / 20)
    let half = (length - gap) / 2
    let rest = length - 2 * half
    rule =
      isBeside
      ? Rect(x: whole.x + half + rest / 2, y: whole.y, width: 1, height: whole.height)
      : Rect(x: whole.x, y: whole.y + half + rest / 2, width: whole.width, height: 1)
    if GlanceForm(surface) == .round {
      // Each draws its own half on all of the circle.
      rects = [Rect(surface.size), Rect(surface.size)]
      pages = [.upper, .lower].map {
        GlancePage(surface, half: $0, typesetter: typesetter, art: art)
      }
    } else {
      rects =
        isBeside
        ? [whole.x, whole.right - half].map {
          Rect(x: $0, y: whole.y, width: half, height: whole.height)
        }
        : [whole.y, whole.bottom - half].map {
          Rect(x: whole.x, y: $0, width: whole.width, height: half)
        }
      let own = Surface(rects[0].size, surface.depth, medium: surface.medium)
      pages = rects.map { _ in GlancePage(own, typesetter: typesetter, art: art) }
    }
    frames = rects.map { Frame($0.size) }
  }

  func draw(_ scenes: [GlanceScene], on frame: inout Frame) {
    frame.clear()
    for (index, scene) in scenes.prefix(pages.count).enumerated() {
      pages[index].draw(scene, on: &frames[index])
      frame.blit(frames[index], x: rects[index].x, y: rects[index].y)
    }
    // A few lights have none to give away.
    if min(rects[0].width, rects[0].height) >= 24 {
      frame.fill(rule, with: ColourRole.faint.pixel())
    }
  }

  /// All of a rectangle, and the middle of a circle.
  private static func rectangle(in surface: Surface) -> Rect {
    guard surface.outline == .circle else { return Rect(surface.size) }
    let short = min(surface.size.width, surface.size.height)
    let size = Size(max(1, short * 78 / 100), max(1, short * 60 / 100))
    return Rect(
      x: (surface.size.width - size.width) / 2, y: (surface.size.height - size.height) / 2,
      width: size.width, height: size.height)
  }
}
