import MarketData
import Pixels

/// Everything, composed for a panel or a circle: name, price, change, candles, face, link and clock. It
/// keeps the layout with its letters, and the last picture, so that what has not changed is not drawn
/// again.
final class PanelGlance {
  let surface: Surface
  /// The half of a circle that it draws; nil for the whole surface.
  let half: GlanceLayout.Half?
  /// Pixels between two parts at least; nil for as many as its own size asks for.
  private let spacing: Int?
  private let typesetter: any Typesetter
  private var faces: FacePictures
  private var plan: GlancePlan?
  /// What stays while prices change.
  private var backdrop: Frame
  /// The scene that the backdrop was drawn for, without numbers; nil where it is to be drawn anew.
  private var still: GlanceScene?
  /// What the backdrop says instead of numbers.
  private var explanation: GlancePlan.Explanation?
  /// The scene that was drawn last, and is drawn over where little has changed; nil where all is to be
  /// drawn anew.
  private var drawn: GlanceScene?
  /// The price in the picture, without the light on digits that have just changed, and with it.
  private var letters: [PriceLetter] = []
  private var litLetters: [PriceLetter] = []
  /// The area of a hint: parts that it would cut are left out.
  private var zone: Rect?
  /// The most rows that digits of the price may have; nil for as many as there is room for.
  private var digitHeightLimit: Int?

  init(
    _ surface: Surface, half: GlanceLayout.Half?, spacing: Int?, typesetter: any Typesetter,
    art: FaceArt?
  ) {
    self.surface = surface
    self.half = half
    self.spacing = spacing
    self.typesetter = typesetter
    faces = FacePictures(surface, art: art)
    backdrop = Frame(surface.size)
  }

  /// - Returns: the areas that may differ from what was drawn last; nil if any pixel may differ.
  func draw(
    _ scene: GlanceScene, sparing zone: Rect?, on frame: inout Frame
  ) -> [Rect]? {
    let before = drawn.take()
    if zone != self.zone {
      self.zone = zone
      still = nil
    }
    let plan = plan(for: scene)
    var quiet = scene.withoutNumbers
    // The rim shows the change as well, and is part of the backdrop.
    if hasRim { quiet.change = scene.change }
    let isStill = still == quiet
    if !isStill {
      still = quiet
      explanation = plan.explanation(of: scene)
      backdrop.clear()
      for part in GlancePart.allCases where part.isStill {
        draw(part, scene, plan, on: &backdrop)
      }
    }
    var changed: [Rect]?
    if isStill, zone == nil, plan.separatesNumbers, let before {
      changed = redraw(scene, over: before, plan, on: &frame)
    } else {
      frame.copy(backdrop)
      for part in GlancePart.allCases where !part.isStill { draw(part, scene, plan, on: &frame) }
    }
    drawn = scene
    return changed
  }

  /// Tells the panel that something else was drawn on the frame.
  func forget() { drawn = nil }

  /// Closes eyes that are open, or opens them again, from the next scene on.
  func blink(_ isClosed: Bool) {
    if isClosed != faces.isBlinking { still = nil }
    faces.blink(isClosed)
  }

  /// Whether it draws a face for this scene whose eyes are open when it does not blink.
  func canBlink(_ scene: GlanceScene) -> Bool {
    faces.canBlink(Face(scene.mood)) && plan(for: scene).layout.face.width >= Face.smallestSide
  }

  /// Draws what differs from the scene that was drawn on the same backdrop.
  /// - Returns: the areas that were drawn.
  private func redraw(
    _ scene: GlanceScene, over drawn: GlanceScene, _ plan: GlancePlan, on frame: inout Frame
  ) -> [Rect] {
    var changed: [Rect] = []
    if (scene.change, scene.second) != (drawn.change, drawn.second) {
      frame.copy(backdrop, in: plan.changeArea)
      draw(.change, scene, plan, on: &frame)
      changed.append(plan.changeArea)
    }
    if scene.price != drawn.price || scene.candles != drawn.candles || scene.area != drawn.area {
      if explanation == nil, scene.area == nil, drawn.area == nil {
        changed += plan.chart.draw(
          scene.candles, over: drawn.candles, decimals: scene.decimals, on: backdrop, on: &frame)
      } else {
        frame.copy(backdrop, in: plan.layout.chart)
        draw(.candles, scene, plan, on: &frame)
        changed.append(plan.layout.chart)
      }
      letters = hasNumbers ? plan.priceLetters(of: scene) : []
    }
    return changed + redrawPrice(plan.light(letters, of: scene), plan, on: &frame)
  }

  /// Draws the letters that have changed, and those that reach into their areas.
  /// - Returns: the areas of the letters that have changed.
  private func redrawPrice(
    _ newest: [PriceLetter], _ plan: GlancePlan, on frame: inout Frame
  ) -> [Rect] {
    let bare =
      litLetters.count == newest.count
      ? zip(litLetters, newest).compactMap { $0 == $1 ? nil : $0.area.union($1.area) }
      : (litLetters + newest).map(\.area)
    litLetters = newest
    for rect in bare { frame.copy(backdrop, in: rect) }
    plan.draw(newest.filter { letter in bare.contains { $0.meets(letter.area) } }, on: &frame)
    return bare
  }

  /// The parts of a scene that have pixels, each on a frame of its own.
  func parts(
    of scene: GlanceScene, sparing zone: Rect?
  ) -> [(part: GlancePart, frame: Frame)] {
    (self.zone, still) = (zone, nil)
    let plan = plan(for: scene)
    explanation = plan.explanation(of: scene)
    return GlancePart.allCases.compactMap { part in
      var frame = Frame(surface.size)
      draw(part, scene, plan, on: &frame)
      return frame.pixels.contains { $0 != 0 } ? (part, frame) : nil
    }
  }

  /// Lets digits of the price have no more rows than these.
  func limitDigits(to rows: Int?) {
    guard rows != digitHeightLimit else { return }
    (digitHeightLimit, plan) = (rows, nil)
  }

  /// Draws a part unless a hint would cut it.
  private func draw(
    _ part: GlancePart, _ scene: GlanceScene, _ plan: GlancePlan, on frame: inout Frame
  ) {
    guard let zone, part.isIndivisible else {
      return compose(part, scene, plan, on: &frame)
    }
    var alone = Frame(surface.size)
    compose(part, scene, plan, on: &alone)
    let rect = zone.intersection(alone.bounds)
    let isFree = (rect.y..<rect.y + rect.height).allSatisfy { y in
      (rect.x..<rect.x + rect.width).allSatisfy { alone[$0, y] == 0 }
    }
    if isFree { frame.blit(alone, x: 0, y: 0) }
  }

  private func compose(
    _ part: GlancePart, _ scene: GlanceScene, _ plan: GlancePlan, on frame: inout Frame
  ) {
    switch part {
    case .name: drawName(lines(of: scene, plan), plan, on: &frame)
    case .clock: write(lines(of: scene, plan).clock, .dim, on: &frame)
    case .status:
      if let (status, x) = lines(of: scene, plan).status { status.draw(x: x, on: &frame) }
    case .dots: drawDots(scene, lines(of: scene, plan), plan, on: &frame)
    case .face:
      faces.draw(Face(scene.mood, lean: scene.lean), in: plan.layout.face, on: &frame)
    case .explanation:
      if let explanation {
        drawExplanation(explanation, explanation.warns ? .warning : .dim, plan, on: &frame)
      }
    case .baseline: if hasNumbers { drawBaseline(scene, plan, on: &frame) }
    case .price:
      letters = hasNumbers ? plan.priceLetters(of: scene) : []
      litLetters = plan.light(letters, of: scene)
      plan.draw(litLetters, on: &frame)
    case .change: if hasNumbers { drawChange(scene, plan, on: &frame) }
    case .candles:
      guard explanation == nil else { return }
      plan.chart.draw(scene.candles, decimals: scene.decimals, baseline: scene.area, on: &frame)
    case .rim: if hasRim { drawRim(scene, on: &frame) }
    case .divider: break
    }
  }

  /// Whether the day's change is told by the edge, too.
  private var hasRim: Bool { isRound && half == nil }

  private var isRound: Bool { surface.outline == .circle }

  /// Whether the price is shown: no explanation stands in its place.
  private var hasNumbers: Bool { !(explanation?.coversPrice ?? false) }

  private func lines(of scene: GlanceScene, _ plan: GlancePlan) -> GlanceLines {
    isRound
      ? GlanceLines(round: scene, plan, isHalf: half != nil) : GlanceLines(scene, plan)
  }

  /// The layout and letters for scenes like this one.
  func plan(for scene: GlanceScene) -> GlancePlan {
    if let plan, plan.serves(scene) { return plan }
    let made = GlancePlan(
      for: scene, on: surface, half: half, spacing: spacing, digitHeightLimit: digitHeightLimit,
      typesetter: typesetter)
    plan = made
    still = nil
    return made
  }

  private func drawExplanation(
    _ explanation: GlancePlan.Explanation, _ role: ColourRole, _ plan: GlancePlan,
    on frame: inout Frame
  ) {
    var baseline = explanation.rect.y + explanation.rows
    for line in explanation.lines {
      let x = plan.start(plan.small.width(line), in: explanation.rect)
      frame.write(line, x: x, baseline: baseline, role: role, in: plan.small)
      baseline += explanation.rows + plan.explanationGap
    }
  }
}

extension GlanceScene {
  /// The scene without everything that depends on how prices go.
  fileprivate var withoutNumbers: GlanceScene {
    var quiet = self
    quiet.price = price == nil ? nil : 0
    quiet.priceBefore = nil
    quiet.change = nil
    quiet.second?.amount = 0
    quiet.dayLow = nil
    quiet.dayHigh = nil
    quiet.candles = RecentCandles()
    quiet.area = nil
    return quiet
  }
}
