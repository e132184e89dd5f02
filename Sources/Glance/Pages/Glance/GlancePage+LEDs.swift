import Pixels

// The form for lights that carry the face.
extension GlancePage {
  /// The largest face that the surface holds.
  func drawFaceAlone(_ scene: GlanceScene, on frame: inout Frame) {
    frame.clear()
    let size = surface.size
    let short = min(size.width, size.height)
    // The square in a circle.
    let side = surface.outline == .circle ? short * 70 / 100 / 2 * 2 : short
    let rect = Rect(
      x: (size.width - side) / 2, y: (size.height - side) / 2, width: side, height: side)
    drawFace(scene, in: rect, on: &frame)
  }
}
