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
  /// Pixels between two parts at least; nil for as many as its own size asks for.
  private let spacing: Int?
  private let typesetter: any Typesetter
  private let art: FaceArt?
  private var faces: FacePictures
  private var plan: GlancePlan?
  /// The glances of two markets, from when they are first shown.
  private lazy var pair = GlancePair(surface, typesetter: typesetter, art: art)
  /// For a half of a display that has room for slides only, of which it shows the first.
  private lazy var show = MatrixShow(surface, art: art)
  /// What stays while prices change.
  private var backdrop: Frame
  /// The scene that the backdrop was drawn for, without numbers; nil where it is to be drawn anew.
  private var still: GlanceScene?
  /// What the backdrop says instead of numbers.
  private var notice: GlancePlan.Notice?
  /// The scene that was drawn last, and is drawn over where little has changed; nil where all is to be
  /// drawn anew.
  private var drawn: GlanceScene?
  /// The price in the picture, without the light on digits that have just changed, and with it.
  private var letters: [PriceLetter] = []
  private var litLetters: [PriceLetter] = []
  /// Where a hint stands: what it would cut is left out.
  private var zone: Rect?
  /// What digits of the price may have in rows; nil for as many as there is room for.
  private var digitHeightLimit: Int?

  /// `art` stands in for the drawn face.
  public convenience init(_ surface: Surface, typesetter: any Typesetter, art: FaceArt? = nil) {
    self.init(surface, half: nil, spacing: nil, typesetter: typesetter, art: art)
  }

  init(
    _ surface: Surface, half: GlanceLayout.Half? = nil, spacing: Int? = nil,
    typesetter: any Typesetter, art: FaceArt?
  ) {
    self.spacing = spacing
    self.surface = surface
    self.half = half
    form = GlanceForm(surface)
    self.typesetter = typesetter
    self.art = art
    faces = FacePictures(surface, art: art)
    backdrop = Frame(surface.size)
  }

  /// Draws over all of `frame`, which must have this page's size, and be the same one each time, as it
  /// was left.
  /// - Parameter zone: where something else will stand: what it would cut is left out.
  /// - Returns: where this may differ from what was drawn last; nil where that is anywhere.
  @discardableResult
  public func draw(
    _ scene: GlanceScene, sparing zone: Rect? = nil, on frame: inout Frame
  ) -> [Rect]? {
    let before = drawn.take()
    precondition(frame.size == surface.size, "a page draws on frames of its own size")
    if zone != self.zone {
      self.zone = zone
      still = nil
    }
    if !scene.beside.isEmpty, let pair {
      pair.blink(faces.isBlinking)
      pair.draw(scene.pair, sparing: zone, on: &frame)
      return nil
    }
    if form.isOfLights, scene.layout == .chart, !scene.candles.isEmpty {
      LEDRenderer(surface: surface).draw(scene.lights, on: &frame)
      return nil
    }
    switch form {
    case .light: LightGlance(depth: surface.depth).draw(scene, on: &frame)
    case .strip: StripGlance(depth: surface.depth).draw(scene, on: &frame)
    case .face: drawFaceAlone(scene, on: &frame)
    case .matrix: show.draw([scene.slideOfHalf], of: [], at: nil, on: &frame)
    case .round, .panel: return drawPanel(scene, over: before, on: &frame)
    }
    return nil
  }

  /// Something else is drawn on the frame.
  func forget() { drawn = nil }

  /// Closes eyes that are open, or opens them again, from the next scene on.
  func blink(_ isClosed: Bool) {
    if isClosed != faces.isBlinking { still = nil }
    faces.blink(isClosed)
  }

  private func drawPanel(
    _ scene: GlanceScene, over before: GlanceScene?, on frame: inout Frame
  ) -> [Rect]? {
    let plan = plan(for: scene)
    var quiet = scene.withoutNumbers
    // The rim, which is around all, tells the change, too.
    if hasRim { quiet.change = scene.change }
    let isStill = still == quiet
    if !isStill {
      still = quiet
      notice = plan.notice(of: scene)
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

  /// Draws what is not as in another scene on the same backdrop.
  /// - Returns: where that is.
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
      if notice == nil, scene.area == nil, drawn.area == nil {
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

  /// Draws the letters that are not as they were, and those that stand in their way.
  /// - Returns: where those stand that are not as they were.
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

  /// The parts of a scene that have pixels, each on a frame of its own; none on a few lights.
  func parts(
    of scene: GlanceScene, sparing zone: Rect? = nil
  ) -> [(part: GlancePart, frame: Frame)] {
    if form.isOfLights { return [] }
    if !scene.beside.isEmpty, let pair { return pair.parts(of: scene.pair, sparing: zone) }
    (self.zone, still) = (zone, nil)
    let plan = plan(for: scene)
    notice = plan.notice(of: scene)
    return GlancePart.allCases.compactMap { part in
      var frame = Frame(surface.size)
      draw(part, scene, plan, on: &frame)
      return frame.pixels.contains { $0 != 0 } ? (part, frame) : nil
    }
  }

  /// The digit height of a price, in pixels; nil where there is none.
  func digitHeight(of scene: GlanceScene) -> Int? {
    if form.isOfLights || scene.price == nil { return nil }
    if !scene.beside.isEmpty, let pair { return pair.digitHeight(of: scene.pair) }
    return plan(for: scene).price.large.ascent
  }

  /// Lets digits of the price have no more rows than these.
  func limitDigits(to rows: Int?) {
    guard rows != digitHeightLimit else { return }
    (digitHeightLimit, plan) = (rows, nil)
  }

  /// The digit height of a price without a limit; nil where there is none.
  func mostDigitHeight(of scene: GlanceScene) -> Int? {
    form.isOfLights || scene.price == nil ? nil : plan(for: scene).mostDigitHeight
  }

  /// What a price may cover; empty where there is none. Of two the lower one, which is nearer to the
  /// place of a hint.
  func priceRect(of scene: GlanceScene) -> Rect {
    if form.isOfLights { return .none }
    if !scene.beside.isEmpty, let pair { return pair.priceRect(of: scene.pair) }
    let plan = plan(for: scene)
    return plan.price.covered(by: plan.shownPrice(of: scene))
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
      if let (status, x, baseline, bottom) = lines(of: scene, plan).status {
        status.draw(x: x, baseline: baseline, above: bottom, on: &frame)
      }
    case .dots: drawDots(scene, lines(of: scene, plan), plan, on: &frame)
    case .face: drawFace(scene, in: plan.layout.face, on: &frame)
    case .notice:
      if let notice {
        drawNotice(notice, notice.warns ? .warning : .dim, plan, on: &frame)
      }
    case .baseline: if hasNumbers { drawBaseline(scene, plan, on: &frame) }
    case .price:
      letters = hasNumbers ? plan.priceLetters(of: scene) : []
      litLetters = plan.light(letters, of: scene)
      plan.draw(litLetters, on: &frame)
    case .change: if hasNumbers { drawChange(scene, plan, on: &frame) }
    case .candles:
      guard notice == nil else { return }
      plan.chart.draw(scene.candles, decimals: scene.decimals, baseline: scene.area, on: &frame)
    case .rim: if hasRim { drawRim(scene, on: &frame) }
    case .divider: break
    }
  }

  /// Whether the day's change is told by the edge, too.
  private var hasRim: Bool { form == .round && half == nil }

  /// Whether the price is shown although something is said.
  private var hasNumbers: Bool { !(notice?.coversPrice ?? false) }

  private func lines(of scene: GlanceScene, _ plan: GlancePlan) -> GlanceLines {
    form == .round
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

  private func drawChange(_ scene: GlanceScene, _ plan: GlancePlan, on frame: inout Frame) {
    let rect = plan.layout.change
    guard scene.price != nil, !rect.isEmpty, !(half != nil && scene.statusHeader.isSilent) else {
      return
    }
    let second = plan.second(scene.second)
    let label = scene.second == nil ? plan.label(scene.baseline) : second
    let space = plan.pillSpace.width
    // Where there is no room for both, the sign tells more than the arrow.
    let isNarrow = plan.layout.changeIsAtEnd && plan.usualChangeWidth > rect.width
    let arrowWidth = isNarrow ? 0 : GlancePlan.arrowWidth(plan.change.ascent)
    let room = plan.changeWidth(beside: label) - arrowWidth - 2 * space
    let text = plan.numbers.change(scene.change) { plan.change.width($0) <= room }
    let role: ColourRole = text.hasPrefix("+") ? .rise : text.hasPrefix("−") ? .fall : .still
    // Any mark before a zero would be read as its sign.
    let arrow = role == .still ? 0 : arrowWidth
    let shown = scene.isOld ? .dim : role
    // A centred line has the second price beside the change.
    let centred = plan.layout.isCentred && !second.isEmpty
    let beside = centred ? plan.change.ascent + plan.small.width(second) : 0
    let own = arrow + plan.change.width(text) + 2 * space
    let isAtEnd = plan.layout.changeIsAtEnd && second.isEmpty
    // The last letter's own gap may hang over the edge where nothing is around it.
    let left =
      isAtEnd ? rect.right - own + (space > 0 ? 0 : 1) : plan.start(own + beside, in: rect)
    drawSecond(second, scene, from: centred ? left + own : nil, plan, on: &frame)
    // An area is seen from further away than letters. What is not known has none, nor has what has no
    // room.
    let isCut = space > 0 && scene.change != nil && !text.isEmpty
    let x = left + (isCut || centred ? space : 0)
    if isCut {
      frame.pill(
        Rect(x: left, y: rect.y, width: own, height: rect.height), with: shown.pixel())
    }
    let pixel = isCut ? 0 : shown.pixel()
    let width = plan.change.ascent * 3 / 4 | 1
    let height = width / 2 + 1
    let mark = Rect(
      x: x, y: plan.changeBaseline - (plan.change.ascent + height) / 2, width: width, height: height
    )
    if arrow > 0 { frame.arrow(in: mark, isUp: role == .rise, with: pixel) }
    frame.write(
      text, x: x + arrow, baseline: plan.changeBaseline, role: shown, in: plan.change, isCut: isCut)
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
      text, x: x, baseline: below.isEmpty ? plan.changeBaseline : rect.bottom,
      role: scene.isOld ? .dim : .text, in: plan.small)
  }

  /// What the change is counted from: in its own rectangle, or at the right end of the change's.
  private func drawBaseline(_ scene: GlanceScene, _ plan: GlancePlan, on frame: inout Frame) {
    guard scene.price != nil, scene.second == nil else { return }
    let below = plan.layout.baseline
    let rect = below.isEmpty ? plan.layout.change : below
    let label = plan.label(scene.baseline)
    let x = below.isEmpty ? rect.right + 1 - plan.small.width(label) : rect.x
    frame.write(
      label, x: x, baseline: below.isEmpty ? plan.changeBaseline : rect.bottom, role: .dim,
      in: plan.small)
  }

  private func drawNotice(
    _ notice: GlancePlan.Notice, _ role: ColourRole, _ plan: GlancePlan, on frame: inout Frame
  ) {
    var baseline = notice.rect.y + notice.rows
    for line in notice.lines {
      let x = plan.start(plan.small.width(line), in: notice.rect)
      frame.write(line, x: x, baseline: baseline, role: role, in: plan.small)
      baseline += notice.rows + plan.noticeGap
    }
  }

  /// Whether it draws a face for this scene that has open eyes, unless it blinks.
  func canBlink(_ scene: GlanceScene) -> Bool {
    if !scene.beside.isEmpty, let pair { return pair.canBlink(scene.pair) }
    guard faces.canBlink(Face(scene.mood)) else { return false }
    switch form {
    case .light, .strip, .matrix: return false
    case .face: return surface.size.height >= Face.smallestSide
    case .round, .panel: return plan(for: scene).layout.face.width >= Face.smallestSide
    }
  }

  /// The face, where it is large enough to tell it.
  func drawFace(_ scene: GlanceScene, in rect: Rect, on frame: inout Frame) {
    guard rect.width >= Face.smallestSide else { return }
    let face = Face(scene.mood, lean: scene.lean)
    frame.blit(faces.picture(of: face, side: rect.width), x: rect.x, y: rect.y)
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
    quiet.area = nil
    return quiet
  }
}
