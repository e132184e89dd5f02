import Pixels
import State

/// Every page on one display: it keeps that display's layouts, letters and faces. A display that
/// changes its size needs new pages.
public final class Pages {
  private let surface: Surface
  private let typesetter: any Typesetter
  private let glance: GlancePage
  private let marks: MarkArt?
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
  }

  /// Draws over all of `frame`, which must have the display's size.
  public func draw(_ scene: Scene, on frame: inout Frame) {
    precondition(frame.size == surface.size, "a page draws on frames of its own size")
    let hasRoom = [.round, .panel].contains(GlanceForm(surface))
    if let scene = scene.content as? GlanceScene {
      // It has forms of its own for a few lights, and keeps its faces.
      glance.draw(scene, on: &frame)
    } else if hasRoom {
      frame.clear()
      scene.content.draw(on: layout(for: scene.statusHeader.language), &frame)
    } else {
      LEDRenderer(surface: surface).draw(scene.content.lights, on: &frame)
    }
    // Paper would keep it for longer than it is meant.
    guard hasRoom, surface.medium != .paper, let hint = scene.statusHeader.hint else { return }
    HintBar(layout(for: scene.statusHeader.language)).draw(hint, on: &frame)
  }

  private func layout(for language: Language) -> PageLayout {
    if let layout, layout.language == language { return layout }
    let made = PageLayout(surface, language, typesetter: typesetter, marks: marks)
    layout = made
    return made
  }
}
