import MarketData
import Pixels

/// The glance: name, price, change, candles, face, link and clock. One for each display: it keeps
/// that display's layout, letters and faces, so that a frame costs little more than its pixels. A
/// display that changes its size needs a new page.
public final class GlancePage {
  let surface: Surface
  private let form: GlanceForm
  /// The half of a circle that it draws; nil for all of what there is.
  let half: GlanceLayout.Half?
  private let typesetter: any Typesetter
  private let art: FaceArt?
  private var faces: [Face: Frame] = [:]
  private var plan: GlancePlan?
  /// The glances of two markets, from when they are first shown.
  private lazy var pair = GlancePair(surface, typesetter: typesetter, art: art)
  /// What stays while prices change, and the scene that it was drawn for.
  private var backdrop: Frame
  private var backdropScene: GlanceScene?

  /// `art` stands in for the drawn face.
  public convenience init(_ surface: Surface, typesetter: any Typesetter, art: FaceArt? = nil) {
    self.init(surface, half: nil, typesetter: typesetter, art: art)
  }

  init(
    _ surface: Surface, half: GlanceLayout.Half?, typesetter: any Typesetter, art: FaceArt?
  ) {
    self.surface = surface
    self.half = half
    form = GlanceForm(surface)
    self.typesetter = typesetter
    self.art = art
    backdrop = Frame(surface.size)
  }

  /// Draws over all of `frame`, which must have this page's size.
  public func draw(_ scene: GlanceScene, on frame: inout Frame) {
    precondition(frame.size == surface.size, "a page draws on frames of its own size")
    if !scene.beside.isEmpty, let pair { return pair.draw(scene.pair, on: &frame) }
    if form.isOfLights, scene.layout == .chart, !scene.candles.isEmpty {
      return LEDRenderer(surface: surface).draw(scene.lights, on: &frame)
    }
    switch form {
    case .light: LightGlance(depth: surface.depth).draw(scene, on: &frame)
    case .strip: StripGlance(depth: surface.depth).draw(scene, on: &frame)
    case .matrix: drawMatrix(scene, on: &frame)
    case .face: drawFaceAlone(scene, on: &frame)
    case .round, .panel: drawPanel(scene, on: &frame)
    }
  }

  private func drawPanel(_ scene: GlanceScene, on frame: inout Frame) {
    let plan = plan(for: scene)
    let quiet = scene.withoutNumbers
    if backdropScene != quiet {
      backdropScene = quiet
      drawBackdrop(scene, plan, on: &backdrop)
    }
    frame.copy(backdrop)
    if form == .round, half == nil { drawRim(scene, on: &frame) }
    let notice = plan.notice(of: scene)
    if notice == nil || plan.layout.chartHoldsWords {
      drawPrice(scene, plan, on: &frame)
      drawChange(scene, plan, on: &frame)
    }
    if notice == nil {
      let chart = CandleChart(rect: plan.layout.chart, depth: surface.depth)
      chart.draw(scene.candles, decimals: scene.decimals, on: &frame)
    }
  }

  /// Everything that stays while prices change.
  private func drawBackdrop(_ scene: GlanceScene, _ plan: GlancePlan, on frame: inout Frame) {
    frame.clear()
    if form == .round {
      drawRoundLines(scene, plan, on: &frame)
    } else {
      drawHeader(scene, plan, on: &frame)
      drawFooter(scene, plan, on: &frame)
    }
    drawFace(scene, in: plan.layout.face, on: &frame)
    let layout = plan.layout
    let notice = plan.notice(of: scene)
    if let notice {
      drawNotice(notice, in: layout.notice, plan, on: &frame)
    }
    if notice == nil || layout.chartHoldsWords {
      drawBaseline(scene, plan, on: &frame)
    }
  }

  /// The layout and letters for scenes like this one.
  private func plan(for scene: GlanceScene) -> GlancePlan {
    if let plan, plan.serves(scene) { return plan }
    let made = GlancePlan(for: scene, on: surface, half: half, typesetter: typesetter)
    plan = made
    backdropScene = nil
    return made
  }

  private func drawPrice(_ scene: GlanceScene, _ plan: GlancePlan, on frame: inout Frame) {
    let rect = plan.layout.price
    let text =
      scene.isStopped
      ? plan.numbers.words.stopped(scene.statusHeader.clock)
      : plan.numbers.money(scene.money, in: plan.price, width: rect.width)
    let role: ColourRole = scene.isOld || scene.isStopped ? .dim : .text
    let baseline = rect.bottom - (rect.height - plan.price.ascent) / 2
    let x = plan.start(plan.price.width(text), in: rect)
    frame.write(text, x: x, baseline: baseline, role: role, in: plan.price)
    lightChange(of: text, in: scene, x: x, baseline: baseline, plan, on: &frame)
    // One bit has no dim role: an old price is a shadow of itself, where it is large enough.
    if scene.isOld, scene.price != nil, surface.depth == .mono, plan.price.ascent >= 15 {
      frame.dither(rect)
    }
  }

  private func drawChange(_ scene: GlanceScene, _ plan: GlancePlan, on frame: inout Frame) {
    let rect = plan.layout.change
    guard scene.price != nil, !rect.isEmpty else { return }
    let arrow = GlancePlan.arrowWidth(plan.change.ascent)
    let second = plan.second(scene.second)
    let label = scene.second == nil ? plan.label(scene.baseline) : second
    let room = plan.changeWidth(beside: label) - arrow
    let text = plan.numbers.change(scene.change) { plan.change.width($0) <= room }
    let role: ColourRole = text.hasPrefix("+") ? .rise : text.hasPrefix("−") ? .fall : .still
    let shown = scene.isOld ? .dim : role
    // A centred line has the second price beside the change.
    let centred = plan.layout.isCentred && !second.isEmpty
    let beside = centred ? plan.change.ascent + plan.small.width(second) : 0
    let x = plan.start(arrow + plan.change.width(text) + beside, in: rect)
    drawSecond(
      second, scene, from: centred ? x + arrow + plan.change.width(text) : nil, plan, on: &frame)
    let width = plan.change.ascent * 3 / 4 | 1
    let height = width / 2 + 1
    let mark = Rect(
      x: x, y: rect.bottom - (plan.change.ascent + height) / 2, width: width, height: height)
    if role != .still {
      frame.arrow(in: mark, isUp: role == .rise, with: shown.pixel())
    } else if scene.change != nil {
      let rows = max(1, height / 3)
      frame.fill(
        Rect(x: x, y: mark.y + (height - rows) / 2, width: width, height: rows),
        with: shown.pixel())
    }
    frame.write(text, x: x + arrow, baseline: rect.bottom, role: shown, in: plan.change)
  }

  /// The price in the second currency, instead of the baseline's name.
  private func drawSecond(
    _ text: String, _ scene: GlanceScene, from left: Int?, _ plan: GlancePlan,
    on frame: inout Frame
  ) {
    let below = plan.layout.baseline
    let rect = below.isEmpty ? plan.layout.change : below
    let x =
      left.map { $0 + plan.change.ascent }
      ?? (below.isEmpty ? rect.right + 1 - plan.small.width(text) : rect.x)
    frame.write(
      text, x: x, baseline: rect.bottom, role: scene.isOld ? .dim : .text, in: plan.small)
  }

  /// What the change is counted from: in its own rectangle, or at the right end of the change's.
  private func drawBaseline(_ scene: GlanceScene, _ plan: GlancePlan, on frame: inout Frame) {
    guard scene.price != nil, scene.second == nil else { return }
    let below = plan.layout.baseline
    let rect = below.isEmpty ? plan.layout.change : below
    let label = plan.label(scene.baseline)
    let x = below.isEmpty ? rect.right + 1 - plan.small.width(label) : rect.x
    frame.write(label, x: x, baseline: rect.bottom, role: .dim, in: plan.small)
  }

  private func drawNotice(
    _ notice: GlancePlan.Notice, in rect: Rect, _ plan: GlancePlan, on frame: inout Frame
  ) {
    var baseline = rect.y + notice.rows
    for line in notice.lines {
      let x = plan.start(plan.small.width(line), in: rect)
      frame.write(line, x: x, baseline: baseline, role: .warning, in: plan.small)
      baseline += notice.rows + plan.noticeGap
    }
  }

  /// The face, where it is large enough to tell it.
  func drawFace(_ scene: GlanceScene, in rect: Rect, on frame: inout Frame) {
    guard rect.width >= Face.smallestSide else { return }
    let face = Face(scene.mood, lean: scene.lean)
    if faces[face]?.size != rect.size {
      faces[face] =
        art?.draw(face.mood, side: rect.width, depth: surface.depth)
        ?? face.draw(
          side: rect.width, depth: surface.depth, isTextBright: surface.medium == .light)
    }
    if let picture = faces[face] { frame.blit(picture, x: rect.x, y: rect.y) }
  }
}

extension GlanceScene {
  /// The same scene for all that does not depend on how prices go.
  fileprivate var withoutNumbers: GlanceScene {
    var quiet = self
    quiet.price = price == nil ? nil : 0
    quiet.priceBefore = nil
    quiet.change = nil
    quiet.second?.amount = 0
    quiet.dayLow = nil
    quiet.dayHigh = nil
    quiet.candles = []
    return quiet
  }
}
