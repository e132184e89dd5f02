import Pixels
import State
import Timing

/// Every page on one display: it keeps that display's layouts, letters and faces. A display that
/// changes its size needs new pages.
public final class Pages {
  private let surface: Surface
  private let typesetter: any Typesetter
  private let glance: GlancePage
  private let marks: MarkArt?
  /// Nil where there is room for whole pages, or for a few lights only.
  private let show: MatrixShow?
  /// The layout of the other pages in the language that was drawn last.
  private var layout: PageLayout?

  /// `art` stands in for the drawn face, `marks` for letters in discs.
  public init(
    _ surface: Surface, typesetter: any Typesetter, art: FaceArt? = nil, marks: MarkArt? = nil
  ) {
    self.surface = surface
    self.marks = marks
    self.typesetter = typesetter
    glance = GlancePage(surface, typesetter: typesetter, art: art)
    show = GlanceForm(surface) == .matrix ? MatrixShow(surface, art: art) : nil
  }

  /// Closes the frog's eyes where they are open, or opens them again, from the next scene on.
  public func blink(_ isClosed: Bool) {
    glance.blink(isClosed)
    show?.blink(isClosed)
  }

  /// Whether the picture of a scene has a frog whose eyes are open when it does not blink.
  public func canBlink(_ scene: Scene) -> Bool {
    if let show { return show.canBlink(scene.content.slides) }
    return (scene.content as? GlanceScene).map { glance.canBlink($0) } ?? false
  }

  /// When, by the monotonic clock, the same scene must be drawn again, because its slides take turns or
  /// its letters move.
  public var deadline: Deadline { show?.deadline ?? .never }

  /// Draws over all of `frame`. It must have the display's size, and be the same frame each time,
  /// unchanged since the last call.
  /// - Parameter now: monotonic milliseconds; nil for a picture that stands still.
  /// - Returns: the areas that may differ from what was drawn last; nil if any pixel may differ.
  @discardableResult
  public func draw(_ scene: Scene, at now: Int64? = nil, on frame: inout Frame) -> [Rect]? {
    precondition(frame.size == surface.size, "a page draws on frames of its own size")
    if let show {
      let header = scene.statusHeader
      show.draw(
        scene.content.slides,
        of: ["\(scene.page)", header.code, "\(header.position)"] + scene.content.subject, at: now,
        on: &frame)
      return nil
    }
    let content = scene.content as? GlanceScene
    let hint = hint(of: scene, content)
    var changed: [Rect]?
    if let content {
      // The glance has its own forms for a few lights, and keeps its faces.
      changed = glance.draw(content, sparing: hint?.bar.zone, on: &frame)
    } else if !GlanceForm(surface).isOfLights {
      glance.forget()
      frame.clear()
      scene.content.draw(on: layout(for: scene.statusHeader.language), &frame)
    } else {
      LEDRenderer(surface: surface).draw(scene.content.lights, on: &frame)
    }
    guard let hint else { return changed }
    if content == nil { frame.clearLine(above: hint.bar.zone) }
    hint.bar.draw(hint.text, on: &frame)
    return nil
  }

  /// The parts of a glance that have pixels, each on a frame of its own, and the hint over them, whose
  /// part is nil: for tests and for reports. Empty for other pages, and on a few lights.
  public func parts(of scene: Scene) -> [(part: GlancePart?, frame: Frame)] {
    guard let content = scene.content as? GlanceScene else { return [] }
    let hint = hint(of: scene, content)
    var parts: [(part: GlancePart?, frame: Frame)] =
      glance.parts(of: content, sparing: hint?.bar.zone).map { ($0.part, $0.frame) }
    if let hint {
      for index in parts.indices { parts[index].frame.fill(hint.bar.zone, with: 0) }
      var frame = Frame(surface.size)
      hint.bar.draw(hint.text, on: &frame)
      parts.append((nil, frame))
    }
    return parts
  }

  /// The digit height of the price on a glance, in pixels; nil where there is none.
  public func digitHeight(of scene: Scene) -> Int? {
    (scene.content as? GlanceScene).flatMap { glance.digitHeight(of: $0) }
  }

  /// - Parameter content: the scene's own, where it is a glance.
  private func hint(of scene: Scene, _ content: GlanceScene?) -> (bar: HintBar, text: Hint)? {
    let header = content?.statusHeader ?? scene.statusHeader
    // Paper would show the hint for longer than intended.
    guard !GlanceForm(surface).isOfLights, surface.medium != .paper, let hint = header.hint else {
      return nil
    }
    let price = content.map { glance.priceRect(of: $0) } ?? .none
    return (HintBar(layout(for: header.language), sparing: price), hint)
  }

  private func layout(for language: Language) -> PageLayout {
    if let layout, layout.language == language { return layout }
    let made = PageLayout(surface, language, typesetter: typesetter, marks: marks)
    layout = made
    return made
  }
}

extension Frame {
  /// Clears the line of letters that reaches into a zone, so that no line is cut through. A picture
  /// has no free row near by, and is cut through.
  fileprivate mutating func clearLine(above zone: Rect) {
    let inked = { (frame: Frame, y: Int) in
      y >= 0 && (0..<frame.size.width).contains { frame[$0, y] != 0 }
    }
    guard inked(self, zone.y) else { return }
    var top = zone.y
    while inked(self, top - 1), zone.y - top < zone.height { top -= 1 }
    guard !inked(self, top - 1) else { return }
    fill(Rect(x: 0, y: top, width: size.width, height: zone.y - top), with: 0)
  }
}
