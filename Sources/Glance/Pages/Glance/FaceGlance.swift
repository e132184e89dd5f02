import Pixels

/// The face alone, as large as a small circle holds it.
struct FaceGlance {
  private let surface: Surface
  private var faces: FacePictures

  /// `art` stands in for the drawn face.
  init(_ surface: Surface, art: FaceArt?) {
    self.surface = surface
    faces = FacePictures(surface, art: art)
  }

  mutating func draw(_ scene: GlanceScene, on frame: inout Frame) {
    frame.clear()
    let size = surface.size
    // The square in a circle.
    let side = surface.shortSide * 70 / 100 / 2 * 2
    let rect = Rect(
      x: (size.width - side) / 2, y: (size.height - side) / 2, width: side, height: side)
    faces.draw(Face(scene.mood, lean: scene.lean), in: rect, on: &frame)
  }

  /// Closes eyes that are open, or opens them again, from the next scene on.
  mutating func blink(_ isClosed: Bool) { faces.blink(isClosed) }

  /// Whether it draws a face for this scene whose eyes are open when it does not blink.
  func canBlink(_ scene: GlanceScene) -> Bool {
    faces.canBlink(Face(scene.mood)) && surface.size.height >= Face.smallestSide
  }
}
