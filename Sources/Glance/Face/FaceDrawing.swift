import Pixels
import State

/// The face drawn with curves, for 32 pixels and more: four samples across and four down in each
/// pixel, so that edges between two colours are as smooth as those between a colour and the paper.
struct FaceDrawing {
  private static let fineness = 4

  private let face: Face
  private let side: Int
  private let inks: FaceInks
  /// The thickness of a line, in parts of the side.
  private let line: Double
  /// Row by row, `fineness` times as many each way as there are pixels.
  private var samples: [ColourRole]

  init(_ face: Face, side: Int, depth: Depth, isTextBright: Bool) {
    self.face = face
    self.side = side
    inks = FaceInks(market: face.role, depth: depth, isTextBright: isTextBright)
    line = max(depth == .mono ? 1.4 : 1.6, Double(side) * 0.055) / Double(side)
    let across = side * Self.fineness
    samples = [ColourRole](repeating: .paper, count: across * across)
    drawHead()
    for isLeft in [true, false] { drawEye(isLeft: isLeft) }
    drawMouth()
    if face.mood == .asleep { drawSleep() }
  }

  private var isMono: Bool { inks.depth == .mono }

  /// A length in parts of the side, rounded to whole pixels.
  private func snapped(_ value: Double) -> Double {
    (value * Double(side)).rounded() / Double(side)
  }

  /// The middle of an eye. The eyes of a sleeping frog are a little lower.
  private func eye(isLeft: Bool) -> Point {
    let x = snapped(0.265)
    return Point(isLeft ? x : 1 - x, snapped(face.mood == .asleep ? 0.31 : 0.235))
  }

  // The parts of the face. All lengths are parts of the side.

  private mutating func drawHead() {
    let eyes = [eye(isLeft: true), eye(isLeft: false)]
    // In one bit a leaf could not be told from the chin, so the head takes its room.
    let chin = snapped(isMono ? 0.97 : 0.91) + 0.2 / Double(side)
    let radius = isMono ? 0.33 : 0.305
    if !isMono { ellipse(face.role, Point(0.5, 0.92), 0.49, 0.08) }
    ellipse(.skin, Point(0.5, chin - radius), 0.475, radius)
    for eye in eyes { ellipse(.skin, eye, 0.2, 0.2) }
    guard !isMono else { return }
    ellipse(.belly, Point(0.5, 0.93), 0.29, 0.17, over: .skin)
    for eye in eyes {
      ellipse(.belly, Point(eye.x - 0.095, eye.y - 0.125), 0.05, 0.03, over: .skin)
    }
    for x in [0.125, 0.875] { ellipse(face.role, Point(x, 0.64), 0.08, 0.06, over: .skin) }
    let nostril = max(0.016, 0.6 / Double(side))
    for x in [0.44, 0.56] { ellipse(.shade, Point(x, 0.46), nostril, nostril, over: .skin) }
    if face.mood == .plunge { drawSweat() }
  }

  private mutating func drawSweat() {
    let drop = Point(0.935, 0.345)
    ellipse(.text, drop, 0.036, 0.046)
    polygon(
      .text, [Point(drop.x, 0.235), Point(drop.x - 0.033, 0.328), Point(drop.x + 0.033, 0.328)])
  }

  private mutating func drawEye(isLeft: Bool) {
    let eye = eye(isLeft: isLeft)
    /// A point relative to the middle of the eye; a negative x is outward.
    func at(_ x: Double, _ y: Double) -> Point { Point(eye.x + (isLeft ? x : -x), eye.y + y) }
    switch face.mood {
    case .soar: stroke(curve(at(-0.115, 0.06), at(0, -0.17), at(0.115, 0.06)))
    case .asleep: stroke(curve(at(-0.115, 0), at(0, 0.15), at(0.115, 0)))
    case .plunge: stroke([at(-0.09, -0.09), at(0.09, 0), at(-0.09, 0.09)])
    case .lost:
      stroke([at(-0.08, -0.08), at(0.08, 0.08)])
      stroke([at(-0.08, 0.08), at(0.08, -0.08)])
    case .up, .flat, .down:
      if face.isBlinking { return stroke(curve(at(-0.115, 0.02), at(0, 0.06), at(0.115, 0.02))) }
      drawOpenEye(eye, inward: isLeft ? 1 : -1)
    }
  }

  /// An eye that looks where the newest candle went.
  private mutating func drawOpenEye(_ eye: Point, inward: Double) {
    let radius = 0.14
    let isTired = face.mood == .down
    let gaze = -max(1, (0.05 * Double(side)).rounded()) / Double(side) * Double(face.lean)
    let pupil = Point(eye.x + 0.012 * inward, eye.y + gaze + (isTired ? 0.02 : 0))
    func isInEye(_ x: Double, _ y: Double, _ radius: Double) -> Bool {
      let (u, v) = (x - eye.x, y - eye.y)
      return u * u + v * v <= radius * radius
    }
    ellipse(inks.bright, eye, radius, radius)
    ellipse(isMono ? .skin : inks.dark, pupil, 0.085, 0.085) { isInEye($0, $1, radius) }
    if !isMono {
      ellipse(inks.bright, Point(eye.x - 0.02, pupil.y - 0.03), 0.03, 0.03) {
        isInEye($0, $1, radius)
      }
    }
    guard isTired else { return }
    // A heavy lid that slopes outward.
    ellipse(isMono ? .skin : .shade, eye, radius + 0.015, radius + 0.015) { x, y in
      y < eye.y - 0.02 - (x - eye.x) * inward * 0.35
    }
  }

  private mutating func drawMouth() {
    let lean = 0.03 * Double(face.lean)
    switch face.mood {
    case .soar:
      let lip = curve(Point(0.15, 0.53), Point(0.5, 0.6), Point(0.85, 0.53))
      polygon(
        inks.dark, lip + curve(Point(0.85, 0.53), Point(0.5, 1.12 + 2 * lean), Point(0.15, 0.53)))
      if !isMono { ellipse(.tongue, Point(0.5, 0.8 + lean), 0.15, 0.085, over: inks.dark) }
    case .up:
      stroke(curve(Point(0.15, 0.57 - lean), Point(0.5, 0.92 + lean), Point(0.85, 0.57 - lean)))
    case .flat:
      // The eyes tell how the newest candle went: a bent mouth would look glad or sad.
      stroke([Point(0.24, 0.69), Point(0.76, 0.69)])
    case .down: stroke(curve(Point(0.24, 0.76), Point(0.5, 0.54 + 2 * lean), Point(0.76, 0.76)))
    case .plunge:
      let lip = curve(Point(0.24, 0.82), Point(0.5, 0.28 + 3 * lean), Point(0.76, 0.82))
      polygon(inks.dark, lip + curve(Point(0.76, 0.82), Point(0.5, 0.74), Point(0.24, 0.82)))
      if !isMono { ellipse(.tongue, Point(0.5, 0.79), 0.12, 0.06, over: inks.dark) }
    case .asleep: stroke(curve(Point(0.42, 0.69), Point(0.5, 0.74), Point(0.58, 0.69)))
    case .lost:
      stroke([
        Point(0.22, 0.7), Point(0.34, 0.62), Point(0.45, 0.71), Point(0.56, 0.62),
        Point(0.67, 0.71), Point(0.78, 0.63),
      ])
    }
  }

  /// A Z that rises from between the eyes, kept off the head by a rim of paper.
  private mutating func drawSleep() {
    let pixel = 1 / Double(side)
    let thickness = max(pixel, 0.045)
    // The middle of a row where it is one row thick.
    func centred(_ value: Double) -> Double { snapped(value) + pixel / 2 }
    let (top, bottom) = (centred(0.03), centred(0.15))
    let (left, right) = (centred(0.41), centred(0.56))
    let z = [Point(left, top), Point(right, top), Point(left, bottom), Point(right, bottom)]
    stroke(z, .paper, thickness: thickness + 0.07)
    stroke(z, .text, thickness: thickness)
  }

  // Shapes, in parts of the side.

  /// A curve from one point to another, pulled towards a third.
  private func curve(_ from: Point, _ pull: Point, _ to: Point) -> [Point] {
    (0...12).map { step in
      let t = Double(step) / 12
      let (a, b, c) = ((1 - t) * (1 - t), 2 * t * (1 - t), t * t)
      return Point(a * from.x + b * pull.x + c * to.x, a * from.y + b * pull.y + c * to.y)
    }
  }

  /// - Parameters:
  ///   - under: paints only over this role; nil paints over all roles.
  ///   - isKept: paints only where this is true, which must be one run in each row.
  private mutating func ellipse(
    _ role: ColourRole, _ centre: Point, _ radiusX: Double, _ radiusY: Double,
    over under: ColourRole? = nil, where isKept: (Double, Double) -> Bool = { _, _ in true }
  ) {
    let corners = [
      Point(centre.x - radiusX, centre.y - radiusY), Point(centre.x + radiusX, centre.y + radiusY),
    ]
    paint(role, around: corners, over: under) { x, y in
      let (u, v) = ((x - centre.x) / radiusX, (y - centre.y) / radiusY)
      return u * u + v * v <= 1 && isKept(x, y)
    }
  }

  private mutating func stroke(
    _ points: [Point], _ role: ColourRole? = nil, thickness: Double? = nil
  ) {
    let radius = (thickness ?? line) / 2
    for (from, to) in zip(points, points.dropFirst()) {
      let (dx, dy) = (to.x - from.x, to.y - from.y)
      let square = dx * dx + dy * dy
      paint(role ?? inks.dark, around: [from, to], reach: radius) { x, y in
        let along = ((x - from.x) * dx + (y - from.y) * dy) / square
        let part = max(0, min(1, along))
        let (u, v) = (x - from.x - part * dx, y - from.y - part * dy)
        return u * u + v * v <= radius * radius
      }
    }
  }

  private mutating func polygon(_ role: ColourRole, _ points: [Point]) {
    let edges = Array(zip(points, points.dropFirst() + points.prefix(1)))
    // Where the edges cross a row is the same for all of its samples.
    var (row, crossings) = (-1.0, [Double]())
    paint(role, around: points, isConvex: false) { x, y in
      if y != row {
        row = y
        crossings = edges.filter { ($0.y > y) != ($1.y > y) }
          .map { from, to in from.x + (to.x - from.x) * (y - from.y) / (to.y - from.y) }
      }
      return crossings.count { x < $0 } % 2 == 1
    }
  }

  /// - Parameter isConvex: whether the inside is one run in each row, so only its ends are searched.
  private mutating func paint(
    _ role: ColourRole, around points: [Point], reach: Double = 0, over under: ColourRole? = nil,
    isConvex: Bool = true, where isInside: (Double, Double) -> Bool
  ) {
    let across = side * Self.fineness
    func range(_ coordinates: [Double]) -> Range<Int> {
      let low = Int(((coordinates.min() ?? 0) - reach) * Double(across)) - 1
      let high = Int(((coordinates.max() ?? 0) + reach) * Double(across)) + 2
      return max(0, low)..<max(0, min(across, high))
    }
    let columns = range(points.map(\.x))
    for row in range(points.map(\.y)) {
      let y = (Double(row) + 0.5) / Double(across)
      func holds(_ column: Int) -> Bool { isInside((Double(column) + 0.5) / Double(across), y) }
      guard let first = columns.first(where: holds), let last = columns.last(where: holds) else {
        continue
      }
      for column in first...last where isConvex || holds(column) {
        let index = row * across + column
        if under == nil || samples[index] == under { samples[index] = role }
      }
    }
  }

  // From samples to pixels.

  var frame: Frame {
    var frame = Frame(Size(side, side))
    var counts = [Int](repeating: 0, count: ColourRole.allCases.count)
    for y in 0..<side {
      for x in 0..<side { frame[x, y] = pixel(x, y, &counts) }
    }
    return frame
  }

  /// The role of all samples of a pixel; nil where they differ. Most lie within one area.
  private func onlyRole(_ x: Int, _ y: Int) -> ColourRole? {
    let across = side * Self.fineness
    let start = y * Self.fineness * across + x * Self.fineness
    let role = samples[start]
    let four = UInt32(role.rawValue) &* 0x0101_0101
    let isOnly = samples.withUnsafeBytes { samples in
      (0..<Self.fineness).allSatisfy {
        samples.loadUnaligned(fromByteOffset: start + $0 * across, as: UInt32.self) == four
      }
    }
    return isOnly ? role : nil
  }

  /// - Parameter counts: room for the samples of each role, which may hold anything.
  private func pixel(_ x: Int, _ y: Int, _ counts: inout [Int]) -> Pixel {
    if let role = onlyRole(x, y) {
      return role == .paper ? 0 : (isMono ? .skin : role).pixel()
    }
    let fineness = Self.fineness
    let all = fineness * fineness
    for role in counts.indices { counts[role] = 0 }
    for row in y * fineness..<(y + 1) * fineness {
      for column in x * fineness..<(x + 1) * fineness {
        counts[Int(samples[row * side * fineness + column].rawValue)] += 1
      }
    }
    func count(_ role: ColourRole) -> Int { counts[Int(role.rawValue)] }
    let bare = count(.paper)
    if isMono { return bare * 2 > all ? 0 : ColourRole.skin.pixel() }
    guard bare < all else { return 0 }
    // A pixel has one role: where skin meets text, it takes the tone of the skin that lies between them.
    if bare * 5 <= all, min(count(.skin), count(.text)) * 3 >= all {
      return (inks.isTextBright ? ColourRole.belly : .shade).pixel()
    }
    var most = ColourRole.text
    for role in ColourRole.allCases where role != .paper && count(role) > count(most) {
      most = role
    }
    return most.pixel(UInt8(((all - bare) * 15 + all / 2) / all))
  }
}
