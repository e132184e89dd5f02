import Pixels

/// The face drawn with curves, for 16 pixels and more.
struct FaceDrawing {
  private let face: Face
  private let side: Double
  private let depth: Depth
  /// As thick as a line is at this size.
  private let line: Double
  private var frame: Frame

  init(_ face: Face, side: Int, depth: Depth) {
    self.face = face
    self.side = Double(side)
    self.depth = depth
    line = max(depth == .mono ? 1.2 : 1.5, Double(side) / 15)
    frame = Frame(Size(side, side))
  }

  func draw() -> Frame {
    var copy = self
    copy.drawHead()
    for centre in [0.25, 0.75] { copy.drawEye(at: centre) }
    copy.drawMouth()
    if face.mood == .asleep { copy.drawSleep() }
    return copy.frame
  }

  /// From the unit square to pixels.
  private func at(_ x: Double, _ y: Double) -> Point { Point(x * side, y * side) }

  private mutating func disc(
    _ x: Double, _ y: Double, _ radiusX: Double, _ radiusY: Double,
    _ ink: Ink, less inset: Double = 0
  ) {
    frame.ellipse(
      centre: at(x, y), radiusX: radiusX * side - inset, radiusY: radiusY * side - inset,
      ink: ink, depth: depth)
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

  private mutating func stroke(_ points: [Point], _ ink: Ink = .paper) {
    frame.stroke(points, thickness: line, ink: ink, depth: depth)
  }

  private mutating func drawHead() {
    drawSilhouette(face.ink, inset: 0)
    // Who is lost is only an outline.
    if face.mood == .lost { drawSilhouette(.paper, inset: line) }
  }

  private mutating func drawSilhouette(_ ink: Ink, inset: Double) {
    disc(0.5, 0.62, 0.49, 0.365, ink, less: inset)
    for x in [0.25, 0.75] { disc(x, 0.27, 0.215, 0.22, ink, less: inset) }
  }

  private mutating func drawEye(at x: Double) {
    let y = 0.27
    switch face.mood {
    case .soar:
      stroke(curve(at(x - 0.12, y + 0.06), at(x, y - 0.16), at(x + 0.12, y + 0.06)))
    case .asleep:
      stroke(curve(at(x - 0.12, y), at(x, y + 0.13), at(x + 0.12, y)))
    case .plunge:
      let inward = x < 0.5 ? 0.09 : -0.09
      stroke([at(x - inward, y - 0.1), at(x + inward, y), at(x - inward, y + 0.1)])
    case .lost:
      stroke([at(x - 0.07, y - 0.07), at(x + 0.07, y + 0.07)], face.ink)
      stroke([at(x - 0.07, y + 0.07), at(x + 0.07, y - 0.07)], face.ink)
    case .up, .flat, .down:
      drawOpenEye(x, y)
    }
  }

  /// An eye that looks where the newest candle went.
  private mutating func drawOpenEye(_ x: Double, _ y: Double) {
    let look = -0.06 * Double(face.lean)
    if depth == .mono {
      disc(x, y, 0.14, 0.14, .paper)
      disc(x, y + look, 0.055, 0.055, face.ink)
    } else {
      disc(x, y, 0.155, 0.155, .text)
      disc(x, y + look, 0.085, 0.085, .paper)
    }
    if face.mood == .down {
      // A lid that slopes outward.
      let inner = x < 0.5 ? 0.17 : -0.17
      stroke([at(x + inner, y - 0.17), at(x - inner, y - 0.06)], face.ink)
    }
  }

  private mutating func drawMouth() {
    let lean = 0.05 * Double(face.lean)
    switch face.mood {
    case .soar:
      let lip = curve(at(0.2, 0.58), at(0.5, 0.62), at(0.8, 0.58))
      let chin = curve(at(0.8, 0.58), at(0.5, 1.16 + lean), at(0.2, 0.58))
      frame.polygon(lip + chin, ink: .paper, depth: depth)
      if depth == .colour { disc(0.5, 0.81, 0.12, 0.055, .warning) }
    case .up:
      stroke(curve(at(0.2, 0.62 - lean), at(0.5, 0.94 + lean), at(0.8, 0.62 - lean)))
    case .flat:
      stroke(curve(at(0.24, 0.7 - lean), at(0.5, 0.7 + lean), at(0.76, 0.7 - lean)))
    case .down:
      stroke(curve(at(0.22, 0.8 - lean), at(0.5, 0.56 + lean), at(0.78, 0.8 - lean)))
    case .plunge:
      let lip = curve(at(0.22, 0.86 - lean), at(0.5, 0.34), at(0.78, 0.86 - lean))
      let chin = curve(at(0.78, 0.86 - lean), at(0.5, 0.76), at(0.22, 0.86 - lean))
      frame.polygon(lip + chin, ink: .paper, depth: depth)
    case .asleep:
      stroke(curve(at(0.4, 0.7), at(0.5, 0.74), at(0.6, 0.7)))
    case .lost:
      stroke(
        [at(0.26, 0.72), at(0.38, 0.65), at(0.5, 0.72), at(0.62, 0.65), at(0.74, 0.72)], face.ink)
    }
  }

  /// A Z over the head.
  private mutating func drawSleep() {
    stroke([at(0.42, 0.04), at(0.58, 0.04), at(0.42, 0.2), at(0.58, 0.2)], .text)
  }
}
