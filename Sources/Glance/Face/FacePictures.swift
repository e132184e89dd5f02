import Pixels

/// The faces of one display: each is drawn once for a size, and then kept.
struct FacePictures {
  /// Whether eyes that are open are closed for a moment.
  private(set) var isBlinking = false
  private let surface: Surface
  private let art: FaceArt?
  private var drawn: [Face: Frame] = [:]

  /// `art` stands in for the drawn face.
  init(_ surface: Surface, art: FaceArt?) { (self.surface, self.art) = (surface, art) }

  /// Whether its eyes are open, unless it blinks. Pictures of a user's own have none that it could
  /// close.
  func canBlink(_ face: Face) -> Bool { face.canBlink && art?.holds(face.mood) != true }

  /// Closes eyes that are open, or opens them again.
  mutating func blink(_ isClosed: Bool) { isBlinking = isClosed }

  /// Draws a face in all of a square, where that is large enough to tell it.
  mutating func draw(_ face: Face, in rect: Rect, on frame: inout Frame) {
    guard rect.width >= Face.smallestSide else { return }
    frame.blit(picture(of: face, side: rect.width), x: rect.x, y: rect.y)
  }

  /// - Parameter side: of its square, in pixels; `Face.smallestSide` at least.
  mutating func picture(of face: Face, side: Int) -> Frame {
    var face = face
    face.isBlinking = isBlinking && face.canBlink
    if let known = drawn[face], known.size.width == side { return known }
    let picture =
      art?.draw(face.mood, side: side, depth: surface.depth)
      ?? face.draw(side: side, depth: surface.depth, isTextBright: surface.medium == .light)
    drawn[face] = picture
    return picture
  }
}
