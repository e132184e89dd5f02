import Pixels

// The forms for lights that carry the face.
extension GlancePage {
  /// The largest face that the surface holds; a tall one has the day's range below.
  func drawFaceAlone(_ scene: GlanceScene, on frame: inout Frame) {
    frame.clear()
    let size = surface.size
    let short = min(size.width, size.height)
    let isCircle = surface.outline == .circle
    // The square in a circle.
    let side = isCircle ? short * 70 / 100 / 2 * 2 : short
    let rest = size.height - side - 2
    let isTall = !isCircle && rest >= side / 2
    let top = isTall ? 0 : (size.height - side) / 2
    drawFace(
      scene, in: Rect(x: (size.width - side) / 2, y: top, width: side, height: side), on: &frame)
    if isTall {
      let range = Rect(x: side / 4, y: side + 2, width: side - side / 4 * 2, height: rest)
      StripGlance(depth: surface.depth).draw(scene, in: range, on: &frame)
    }
  }

  func drawMatrix(_ scene: GlanceScene, on frame: inout Frame) {
    frame.clear()
    let face = MatrixGlance(surface).draw(scene, on: &frame)
    drawFace(scene, in: face, on: &frame)
  }
}
