import Pixels

/// The faces of one display: each is drawn once for a size, and then kept.
struct FacePictures {
  /// Whether open eyes are closed for a moment, in a blink.
  private(set) var isBlinking = false
  private let surface: Surface
  private let art: FaceArt?
  private var drawn: [Face: Frame] = [:]

  /// `art` stands in for the drawn face.
  init(_ surface: Surface, art: FaceArt?) { (self.surface, self.art) = (surface, art) }

  /// Whether the face has open eyes that can blink. A user's own pictures have no eyes that could be
  /// closed.
  func canBlink(_ face: Face) -> Bool { face.canBlink && art?.holds(face.mood) != true }

  /// Closes eyes that are open, or opens them again.
  mutating func blink(_ isClosed: Bool) { isBlinking = isClosed }

  /// Draws a face in all of a square, if the square is large enough to recognise it.
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
