import MarketData
import Pixels

/// The glance: name, price, change, candles, face, link and clock. One for each display: it keeps
/// that display's layout, letters and faces, so that a frame costs little more than its pixels.
public final class GlancePage {
  private let size: Size
  private let depth: Depth
  private let typesetter: any Typesetter
  private let art: FaceArt?
  private var faces: [Face: Frame] = [:]
  private var plan: GlancePlan?

  /// `art` stands in for the drawn face.
  public init(size: Size, depth: Depth, typesetter: any Typesetter, art: FaceArt? = nil) {
    self.size = size
    self.depth = depth
    self.typesetter = typesetter
    self.art = art
  }

  /// Draws over all of `frame`, which must have this page's size.
  public func draw(_ scene: GlanceScene, on frame: inout Frame) {
    precondition(frame.size == size, "a page draws on frames of its own size")
    frame.clear()
    let plan = plan(for: scene)
    let isOld = scene.link == .stale || scene.link == .offline
    drawPrice(scene, plan, isOld: isOld, on: &frame)
    drawChange(scene, plan, isOld: isOld, on: &frame)
    drawHeader(scene, plan, on: &frame)
    drawFooter(scene, plan, on: &frame)
    if let notice = scene.notice {
      drawNotice(notice, plan, on: &frame)
    } else {
      CandleChart(place: plan.layout.chart, depth: depth)
        .draw(scene.candles, decimals: scene.decimals, on: &frame)
    }
    let place = plan.layout.face
    if place.width >= 8 {
      frame.lay(face(Face(scene.mood, lean: scene.lean), side: place.width), x: place.x, y: place.y)
    }
  }

  /// The layout and letters for scenes like this one.
  private func plan(for scene: GlanceScene) -> GlancePlan {
    if let plan, plan.serves(scene) { return plan }
    let made = GlancePlan(for: scene, size: size, depth: depth, typesetter: typesetter)
    if plan?.layout.face.width != made.layout.face.width { faces = [:] }
    plan = made
    return made
  }

  private func face(_ face: Face, side: Int) -> Frame {
    if let known = faces[face] { return known }
    let drawn =
      art?.draw(face.mood, side: side, depth: depth) ?? face.draw(side: side, depth: depth)
    faces[face] = drawn
    return drawn
  }

  private func drawPrice(
    _ scene: GlanceScene, _ plan: GlancePlan, isOld: Bool, on frame: inout Frame
  ) {
    let place = plan.layout.price
    let text = plan.numerals.price(scene.price, decimals: scene.decimals) {
      plan.price.width($0) <= place.width
    }
    frame.write(
      text, x: place.x, baseline: place.bottom, ink: isOld ? .dim : .text, in: plan.price)
    if isOld, depth == .mono { frame.thin(place) }
  }

  private func drawChange(
    _ scene: GlanceScene, _ plan: GlancePlan, isOld: Bool, on frame: inout Frame
  ) {
    let place = plan.layout.change
    let height = plan.change.ascent
    let arrow = height * 3 / 4 | 1
    let room = place.width - arrow - height / 3
    let text = plan.numerals.change(scene.change) { plan.change.width($0) <= room }
    let ink: Ink =
      text.hasPrefix("+") ? .rise : text.hasPrefix("-") ? .fall : .still
    let shown = isOld ? .dim : ink
    let middle = Rect(
      x: place.x, y: place.bottom - (height + arrow / 2 + 1) / 2, width: arrow,
      height: arrow / 2 + 1)
    if ink != .still { frame.arrow(in: middle, isUp: ink == .rise, with: shown.pixel()) }
    let x = place.x + arrow + height / 3
    frame.write(text, x: x, baseline: place.bottom, ink: shown, in: plan.change)
    // Beside the change, the label stands at the right edge; below it, at the left.
    let label = plan.layout.baseline
    if label == place {
      let room = place.right - x - plan.change.width(text) - 4
      let short = plan.baseline(scene.baseline, width: room)
      frame.write(
        short, x: place.right - plan.small.width(short) + 1, baseline: place.bottom, ink: .dim,
        in: plan.small)
    } else {
      frame.write(
        plan.baseline(scene.baseline, width: label.width), x: label.x, baseline: label.bottom,
        ink: .dim, in: plan.small)
    }
  }

  private func drawNotice(_ notice: String, _ plan: GlancePlan, on frame: inout Frame) {
    let place = plan.layout.chart
    let pitch = plan.lineHeight + max(2, plan.small.ascent / 3)
    var baseline = place.y + plan.lineHeight - plan.tail
    for line in plan.small.lines(notice, width: place.width, count: max(1, place.height / pitch)) {
      frame.write(line, x: place.x, baseline: baseline, ink: .warning, in: plan.small)
      baseline += pitch
    }
  }
}
