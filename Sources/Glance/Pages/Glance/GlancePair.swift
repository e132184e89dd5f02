import Pixels

/// Two glances on one display: beside each other where it is long, else one above the other.
final class GlancePair {
  private let surface: Surface
  private let rects: [Rect]
  private let pages: [GlancePage]
  private var frames: [Frame]
  /// Between the two, where there is room for it.
  private let rule: Rect

  /// Nil where there is no room for two.
  init?(_ surface: Surface, typesetter: any Typesetter, art: FaceArt?) {
    self.surface = surface
    let whole = Self.rectangle(in: surface)
    let short = min(whole.width, whole.height)
    let isBeside =
      whole.width * 5 >= whole.height * 13 || short < 24 && whole.width >= whole.height
    let length = isBeside ? whole.width : whole.height
    guard length >= 2 else { return nil }
    // The divider, and as much at each side of it as keeps letters apart.
    let gap = length < 4 ? 0 : short < 24 ? 1 : short < 64 ? 3 : max(5, short / 20)
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
      let spacing = GlanceLayout.spacing(on: surface)
      pages = rects.map { _ in
        GlancePage(own, spacing: spacing, typesetter: typesetter, art: art)
      }
    }
    frames = rects.map { Frame($0.size) }
  }

  func blink(_ isClosed: Bool) {
    for page in pages { page.blink(isClosed) }
  }

  func canBlink(_ scenes: [GlanceScene]) -> Bool {
    zip(pages, scenes).contains { page, scene in page.canBlink(scene) }
  }

  func draw(_ scenes: [GlanceScene], sparing zone: Rect?, on frame: inout Frame) {
    frame.clear()
    align(scenes)
    for (index, scene) in scenes.prefix(pages.count).enumerated() {
      pages[index].draw(scene, sparing: moved(zone, into: rects[index]), on: &frames[index])
      frame.blit(frames[index], x: rects[index].x, y: rects[index].y)
    }
    drawDivider(on: &frame)
  }

  /// The parts of both, as `GlancePage.parts(of:)` has them.
  func parts(
    of scenes: [GlanceScene], sparing zone: Rect?
  ) -> [(part: GlancePart, frame: Frame)] {
    var whole = Frame(surface.size)
    drawDivider(on: &whole)
    align(scenes)
    return zip(zip(pages, rects), scenes).flatMap { page, scene in
      page.0.parts(of: scene, sparing: moved(zone, into: page.1)).map { part, frame in
        var whole = Frame(surface.size)
        whole.blit(frame, x: page.1.x, y: page.1.y)
        return (part, whole)
      }
    } + (whole.pixels.contains { $0 != 0 } ? [(.divider, whole)] : [])
  }

  /// The area of the lower price.
  func priceRect(of scenes: [GlanceScene]) -> Rect {
    align(scenes)
    return zip(zip(pages, rects), scenes).map { page, scene in
      var rect = page.0.priceRect(of: scene)
      rect.x += page.1.x
      rect.y += page.1.y
      return rect
    }.max { $0.bottom < $1.bottom } ?? .none
  }

  private func moved(_ zone: Rect?, into rect: Rect) -> Rect? {
    zone.map { Rect(x: $0.x - rect.x, y: $0.y - rect.y, width: $0.width, height: $0.height) }
  }

  func digitHeight(of scenes: [GlanceScene]) -> Int? {
    align(scenes)
    return pages[0].digitHeight(of: scenes[0])
  }

  /// Makes both prices equally large: a larger one would look like the more important one.
  private func align(_ scenes: [GlanceScene]) {
    let most = zip(pages, scenes).compactMap { page, scene in page.mostDigitHeight(of: scene) }
      .min()
    for page in pages { page.limitDigits(to: most) }
  }

  private func drawDivider(on frame: inout Frame) {
    // A few lights leave no room for a divider.
    if min(rects[0].width, rects[0].height) >= 24 {
      frame.fill(rule, with: ColourRole.faint.pixel())
    }
  }

  /// All of a rectangle, on paper without a margin, and the middle of a circle.
  private static func rectangle(in surface: Surface) -> Rect {
    guard surface.outline == .circle else {
      let margin = surface.medium == .paper ? 2 * surface.inside.y : 0
      let size = surface.size
      return Rect(
        x: margin, y: margin, width: size.width - 2 * margin, height: size.height - 2 * margin)
    }
    let short = min(surface.size.width, surface.size.height)
    let size = Size(max(1, short * 78 / 100), max(1, short * 60 / 100))
    return Rect(
      x: (surface.size.width - size.width) / 2, y: (surface.size.height - size.height) / 2,
      width: size.width, height: size.height)
  }
}
