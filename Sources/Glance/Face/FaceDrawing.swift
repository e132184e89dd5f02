import Pixels

/// The face drawn with curves, for 16 pixels and more.
struct FaceDrawing {
  private let face: Face
  private let side: Double
  private let depth: Depth
  private let isTextBright: Bool
  /// As thick as a line is at this size.
  private let line: Double
  private var frame: Frame

  init(_ face: Face, side: Int, depth: Depth, isTextBright: Bool) {
    self.face = face
    self.side = Double(side)
    self.depth = depth
    self.isTextBright = isTextBright
    line = max(depth == .mono ? 1.2 : 1.5, Double(side) / 15)
    frame = Frame(Size(side, side))
  }

  func draw() -> Frame {
    var copy = self
    copy.drawHead()
    copy.drawEye(isLeft: true)
    copy.drawEye(isLeft: false)
    copy.drawMouth()
    if face.mood == .asleep { copy.drawSleep() }
    return copy.frame
  }

  /// From the unit square to pixels.
  private func at(_ x: Double, _ y: Double) -> Point { Point(x * side, y * side) }

  /// The middle of an eye, in pixels and between two of them, so that both eyes are alike.
  private func eye(isLeft: Bool) -> Point {
    let x = (0.25 * side).rounded()
    return Point(isLeft ? x : side - x, ((face.mood == .asleep ? 0.33 : 0.26) * side).rounded())
  }

  private func offset(_ point: Point, _ x: Double, _ y: Double) -> Point {
    Point(point.x + x * side, point.y + y * side)
  }

  private mutating func disc(_ centre: Point, _ radius: Double, _ role: ColourRole) {
    frame.ellipse(
      centre: centre, radiusX: radius * side, radiusY: radius * side, role: role, depth: depth)
  }

  /// A curve from one point to another, pulled towards a third.
  private func curve(_ from: Point, _ pull: Point, _ to: Point) -> [Point] {
    (0...10).map { step in
      let t = Double(step) / 10
      let a = (1 - t) * (1 - t)
      let b = 2 * t * (1 - t)
      let c = t * t
      return Point(a * from.x + b * pull.x + c * to.x, a * from.y + b * pull.y + c * to.y)
    }
  }

  private mutating func stroke(_ points: [Point], _ role: ColourRole = .paper) {
    frame.stroke(points, thickness: line, role: role, depth: depth)
  }

  private mutating func drawHead() {
    drawSilhouette(face.role, inset: 0)
    // Who is lost is only an outline.
    if face.mood == .lost { drawSilhouette(.paper, inset: line) }
  }

  private mutating func drawSilhouette(_ role: ColourRole, inset: Double) {
    // A chin that ends a little below a whole row has no single dots under it.
    let bottom = (0.97 * side).rounded(.down) + 0.3
    let radius = (0.36 * side).rounded()
    frame.ellipse(
      centre: Point(side / 2, bottom - radius), radiusX: 0.49 * side - inset,
      radiusY: radius - inset, role: role, depth: depth)
    for isLeft in [true, false] {
      disc(eye(isLeft: isLeft), 0.22 - inset / side, role)
    }
  }

  private mutating func drawEye(isLeft: Bool) {
    let eye = eye(isLeft: isLeft)
    switch face.mood {
    case .soar:
      stroke(curve(offset(eye, -0.12, 0.06), offset(eye, 0, -0.16), offset(eye, 0.12, 0.06)))
    case .asleep:
      stroke(curve(offset(eye, -0.12, -0.01), offset(eye, 0, 0.13), offset(eye, 0.12, -0.01)))
    case .plunge:
      let inward = isLeft ? 0.09 : -0.09
      stroke([
        offset(eye, -inward, -0.1), offset(eye, inward, 0), offset(eye, -inward, 0.1),
      ])
    case .lost:
      drawCross(eye)
    case .up, .flat, .down:
      drawOpenEye(eye, inward: isLeft ? 1 : -1)
    }
  }

  private mutating func drawCross(_ eye: Point) {
    // Dots that only touch at their corners, where dots are all there is.
    let thickness = depth == .mono && side < 40 ? 1.2 : line
    for slope in [0.075, -0.075] {
      frame.stroke(
        [offset(eye, -0.075, -slope), offset(eye, 0.075, slope)], thickness: thickness,
        role: face.role, depth: depth)
    }
  }

  /// An eye that looks where the newest candle went.
  private mutating func drawOpenEye(_ eye: Point, inward: Double) {
    let look = -max(1, (0.06 * side).rounded()) * Double(face.lean) / side
    if depth == .mono {
      disc(eye, 0.14, .paper)
      disc(offset(eye, 0, look), 0.06, face.role)
    } else {
      // Bright with a dark pupil on any ground.
      disc(eye, 0.155, isTextBright ? .text : .paper)
      disc(offset(eye, 0, look), 0.085, isTextBright ? .paper : .text)
    }
    if face.mood == .down, depth != .mono || side >= 18 {
      // A heavy lid that slopes outward.
      let lid = [
        offset(eye, 0.17 * inward, -0.17), offset(eye, 0.17 * inward, -0.13),
        offset(eye, -0.17 * inward, 0.0), offset(eye, -0.17 * inward, -0.1),
        offset(eye, -0.1 * inward, -0.17),
      ]
      frame.polygon(lid, role: face.role, depth: depth)
    }
  }

  private mutating func drawMouth() {
    let lean = 0.05 * Double(face.lean)
    switch face.mood {
    case .soar:
      let lip = curve(at(0.18, 0.57), at(0.5, 0.62), at(0.82, 0.57))
      let chin = curve(at(0.82, 0.57), at(0.5, 1.2 + 1.5 * lean), at(0.18, 0.57))
      frame.polygon(lip + chin, role: .paper, depth: depth)
      if depth != .mono {
        frame.ellipse(
          centre: at(0.5, 0.8 + lean / 2), radiusX: 0.13 * side, radiusY: 0.055 * side,
          role: .warning, depth: depth)
      }
    case .up:
      stroke(curve(at(0.2, 0.62 - lean), at(0.5, 0.94 + lean), at(0.8, 0.62 - lean)))
    case .flat:
      stroke(curve(at(0.24, 0.7 - lean), at(0.5, 0.7 + lean), at(0.76, 0.7 - lean)))
    case .down:
      stroke(
        curve(at(0.22, 0.8 - lean / 2), at(0.5, 0.56 + lean), at(0.78, 0.8 - lean / 2)))
    case .plunge:
      let lip = curve(at(0.2, 0.86), at(0.5, 0.34 + 2 * lean), at(0.8, 0.86))
      let chin = curve(at(0.8, 0.86), at(0.5, 0.76), at(0.2, 0.86))
      frame.polygon(lip + chin, role: .paper, depth: depth)
    case .asleep:
      stroke(curve(at(0.4, 0.74), at(0.5, 0.78), at(0.6, 0.74)))
    case .lost:
      stroke(
        [at(0.26, 0.74), at(0.38, 0.66), at(0.5, 0.74), at(0.62, 0.66), at(0.74, 0.74)],
        face.role)
    }
  }

  /// A Z that rises from between the eyes.
  private mutating func drawSleep() {
    let z = [at(0.42, 0.03), at(0.58, 0.03), at(0.42, 0.17), at(0.58, 0.17)]
    // Kept off the head by a rim of paper.
    frame.stroke(z, thickness: 2.4 * line, role: .paper, depth: depth)
    frame.stroke(z, thickness: min(line, 2), role: .text, depth: depth)
  }
}
