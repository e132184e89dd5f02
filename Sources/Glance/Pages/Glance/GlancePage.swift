import Pixels

/// The glance: name, price, change, candles, face, link and clock, in the form that a display has room
/// for. One for each display: it keeps that display's layout, letters and faces, so that a frame costs
/// little more than its pixels. A display that changes its size needs a new page.
public final class GlancePage {
  private let surface: Surface
  private let form: GlanceForm
  private let typesetter: any Typesetter
  private let art: FaceArt?
  /// Draws everything; nil on a few lights.
  private let panel: PanelGlance?
  private var face: FaceGlance
  /// The glances of two markets, from when they are first shown.
  private lazy var pair = GlancePair(surface, typesetter: typesetter, art: art)
  /// For a half of a display that has room for slides only, of which it shows the first.
  private lazy var show = MatrixShow(surface, art: art)
  /// Whether open eyes are closed for a moment, in a blink.
  private var isBlinking = false

  /// `art` stands in for the drawn face.
  public convenience init(_ surface: Surface, typesetter: any Typesetter, art: FaceArt? = nil) {
    self.init(surface, half: nil, spacing: nil, typesetter: typesetter, art: art)
  }

  /// - Parameters:
  ///   - half: the half of a circle that it draws; nil for the whole surface.
  ///   - spacing: pixels between two parts at least; nil for as many as its own size asks for.
  init(
    _ surface: Surface, half: GlanceLayout.Half? = nil, spacing: Int? = nil,
    typesetter: any Typesetter, art: FaceArt?
  ) {
    self.surface = surface
    form = GlanceForm(surface)
    self.typesetter = typesetter
    self.art = art
    face = FaceGlance(surface, art: art)
    panel =
      form.isOfLights
      ? nil
      : PanelGlance(surface, half: half, spacing: spacing, typesetter: typesetter, art: art)
  }

  /// Draws over all of `frame`. It must have this page's size, and be the same frame each time,
  /// unchanged since the last call.
  /// - Parameter zone: the area of something that is drawn later: parts that it would cut are left out.
  /// - Returns: the areas that may differ from what was drawn last; nil if any pixel may differ.
  @discardableResult
  public func draw(
    _ scene: GlanceScene, sparing zone: Rect? = nil, on frame: inout Frame
  ) -> [Rect]? {
    precondition(frame.size == surface.size, "a page draws on frames of its own size")
    if let pair = pair(for: scene) {
      forget()
      pair.blink(isBlinking)
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
    case .face: face.draw(scene, on: &frame)
    case .matrix: show.draw([scene.slideOfHalf], of: [], at: nil, on: &frame)
    case .round, .panel: return panel?.draw(scene, sparing: zone, on: &frame)
    }
    return nil
  }

  /// Tells the page that something else was drawn on the frame.
  func forget() { panel?.forget() }

  /// Closes eyes that are open, or opens them again, from the next scene on.
  func blink(_ isClosed: Bool) {
    isBlinking = isClosed
    face.blink(isClosed)
    panel?.blink(isClosed)
  }

  /// Whether it draws a face for this scene whose eyes are open when it does not blink.
  func canBlink(_ scene: GlanceScene) -> Bool {
    if let pair = pair(for: scene) { return pair.canBlink(scene.pair) }
    switch form {
    case .light, .strip, .matrix: return false
    case .face: return face.canBlink(scene)
    case .round, .panel: return panel?.canBlink(scene) ?? false
    }
  }

  /// The parts of a scene that have pixels, each on a frame of its own; none on a few lights.
  func parts(
    of scene: GlanceScene, sparing zone: Rect? = nil
  ) -> [(part: GlancePart, frame: Frame)] {
    guard let panel else { return [] }
    if let pair = pair(for: scene) { return pair.parts(of: scene.pair, sparing: zone) }
    return panel.parts(of: scene, sparing: zone)
  }

  /// The digit height of a price, in pixels; nil where there is none.
  func digitHeight(of scene: GlanceScene) -> Int? {
    guard let panel, scene.price != nil else { return nil }
    if let pair = pair(for: scene) { return pair.digitHeight(of: scene.pair) }
    return panel.plan(for: scene).price.large.ascent
  }

  /// Lets digits of the price have no more rows than these.
  func limitDigits(to rows: Int?) { panel?.limitDigits(to: rows) }

  /// The digit height of a price without a limit; nil where there is none.
  func mostDigitHeight(of scene: GlanceScene) -> Int? {
    scene.price == nil ? nil : panel?.plan(for: scene).mostDigitHeight
  }

  /// The area that a price may cover; empty if there is none. Of two prices it is the lower one, which
  /// is nearer to the place of a hint.
  func priceRect(of scene: GlanceScene) -> Rect {
    guard let panel else { return .none }
    if let pair = pair(for: scene) { return pair.priceRect(of: scene.pair) }
    let plan = panel.plan(for: scene)
    return plan.price.covered(by: plan.shownPrice(of: scene))
  }

  /// What draws a scene of two markets; nil for one market, and where there is no room for two.
  private func pair(for scene: GlanceScene) -> GlancePair? { scene.beside.isEmpty ? nil : pair }
}
