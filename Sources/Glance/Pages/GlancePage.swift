import MarketData
import Pixels

/// The glance: name, price, change, candles, face, link and clock. One for each display: it keeps
/// that display's layout, letters and faces, so that a frame costs little more than its pixels. A
/// display that changes its size needs a new page.
public final class GlancePage {
  private let size: Size
  private let depth: Depth
  private let typesetter: any Typesetter
  private let art: FaceArt?
  private var faces: [Face: Frame] = [:]
  private var plan: GlancePlan?
  /// What stays while prices change, and the scene that it was drawn for.
  private var backdrop: Frame
  private var backdropScene: GlanceScene?

  /// `art` stands in for the drawn face.
  public init(_ surface: Surface, typesetter: any Typesetter, art: FaceArt? = nil) {
    size = surface.size
    depth = surface.depth
    self.typesetter = typesetter
    self.art = art
    backdrop = Frame(size)
  }

  /// Draws over all of `frame`, which must have this page's size.
  public func draw(_ scene: GlanceScene, on frame: inout Frame) {
    precondition(frame.size == size, "a page draws on frames of its own size")
    let plan = plan(for: scene)
    let quiet = scene.withoutNumbers
    if backdropScene != quiet {
      backdropScene = quiet
      drawBackdrop(scene, plan, on: &backdrop)
    }
    frame.copy(backdrop)
    if scene.notice == nil || plan.layout.chartHoldsWords {
      drawPrice(scene, plan, on: &frame)
      drawChange(scene, plan, on: &frame)
    }
    if scene.notice == nil {
      let chart = CandleChart(place: plan.layout.chart, depth: depth)
      chart.draw(scene.candles, decimals: scene.decimals, on: &frame)
    }
  }

  /// Everything that stays while prices change.
  private func drawBackdrop(_ scene: GlanceScene, _ plan: GlancePlan, on frame: inout Frame) {
    frame.clear()
    drawHeader(scene, plan, on: &frame)
    drawFooter(scene, plan, on: &frame)
    drawFace(scene, plan, on: &frame)
    let layout = plan.layout
    if let notice = scene.notice {
      drawNotice(notice, in: layout.notice, plan, on: &frame)
    }
    if scene.notice == nil || layout.chartHoldsWords {
      drawBaseline(scene, plan, on: &frame)
    }
  }

  /// The layout and letters for scenes like this one.
  private func plan(for scene: GlanceScene) -> GlancePlan {
    if let plan, plan.serves(scene) { return plan }
    let made = GlancePlan(for: scene, size: size, depth: depth, typesetter: typesetter)
    if plan?.layout.face != made.layout.face { faces = [:] }
    plan = made
    backdropScene = nil
    return made
  }

  private func drawPrice(_ scene: GlanceScene, _ plan: GlancePlan, on frame: inout Frame) {
    let place = plan.layout.price
    let text = plan.numerals.price(scene.price, decimals: scene.decimals) {
      plan.price.width($0) <= place.width
    }
    let ink: Ink = scene.isOld ? .dim : .text
    let baseline = place.bottom - (place.height - plan.price.ascent) / 2
    frame.write(text, x: place.x, baseline: baseline, ink: ink, in: plan.price)
    // One bit has no dim ink: an old price is a shadow of itself, where it is large enough.
    if scene.isOld, scene.price != nil, depth == .mono, plan.price.ascent >= 15 {
      frame.thin(place)
    }
  }

  private func drawChange(_ scene: GlanceScene, _ plan: GlancePlan, on frame: inout Frame) {
    guard scene.price != nil else { return }
    let place = plan.layout.change
    let arrow = GlancePlan.arrowWidth(plan.change.ascent)
    let room = plan.changeWidth(beside: scene.baseline) - arrow
    let text = plan.numerals.change(scene.change) { plan.change.width($0) <= room }
    let ink: Ink = text.hasPrefix("+") ? .rise : text.hasPrefix("−") ? .fall : .still
    let shown = scene.isOld ? .dim : ink
    if ink != .still {
      let width = plan.change.ascent * 3 / 4 | 1
      let height = width / 2 + 1
      let top = place.bottom - (plan.change.ascent + height) / 2
      let triangle = Rect(x: place.x, y: top, width: width, height: height)
      frame.arrow(in: triangle, isUp: ink == .rise, with: shown.pixel())
    }
    frame.write(text, x: place.x + arrow, baseline: place.bottom, ink: shown, in: plan.change)
  }

  /// What the change is counted from: in its own place, or at the right end of the change's.
  private func drawBaseline(_ scene: GlanceScene, _ plan: GlancePlan, on frame: inout Frame) {
    guard scene.price != nil else { return }
    let below = plan.layout.baseline
    let place = below.isEmpty ? plan.layout.change : below
    let label = plan.label(scene.baseline)
    let x = below.isEmpty ? place.right + 1 - plan.small.width(label) : place.x
    frame.write(label, x: x, baseline: place.bottom, ink: .dim, in: plan.small)
  }

  private func drawNotice(
    _ notice: String, in place: Rect, _ plan: GlancePlan, on frame: inout Frame
  ) {
    let rows = max(plan.small.ascent, plan.numerals.words.lineHeight)
    let pitch = rows + max(2, plan.small.ascent / 2)
    var baseline = place.y + rows
    let count = max(1, (place.height + pitch - rows) / pitch)
    for line in plan.small.lines(notice, width: place.width, count: count) {
      frame.write(line, x: place.x, baseline: baseline, ink: .warning, in: plan.small)
      baseline += pitch
    }
  }

  private func drawFace(_ scene: GlanceScene, _ plan: GlancePlan, on frame: inout Frame) {
    let place = plan.layout.face
    guard place.width >= Face.smallestSide else { return }
    let face = Face(scene.mood, lean: scene.lean)
    if faces[face] == nil {
      faces[face] =
        art?.draw(face.mood, side: place.width, depth: depth)
        ?? face.draw(side: place.width, depth: depth)
    }
    if let picture = faces[face] { frame.lay(picture, x: place.x, y: place.y) }
  }
}

extension GlanceScene {
  /// Whether what is shown may no longer be so.
  var isOld: Bool { link == .stale || link == .offline }

  /// The same scene for all that does not depend on how prices go.
  fileprivate var withoutNumbers: GlanceScene {
    var quiet = self
    quiet.price = price == nil ? nil : 0
    quiet.change = nil
    quiet.candles = []
    return quiet
  }
}
