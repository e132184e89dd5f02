/// A point between pixels: (0, 0) is the top left corner of the first one.
public struct Point: Equatable, Sendable {
  public var x: Double
  public var y: Double

  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

extension Frame {
  /// Paints an ellipse; with `.mono` its edge is hard. The role paper erases what is under it.
  public mutating func ellipse(
    centre: Point, radiusX: Double, radiusY: Double, role: ColourRole, depth: Depth
  ) {
    guard radiusX > 0, radiusY > 0 else { return }
    paint(
      role, depth,
      from: Point(centre.x - radiusX, centre.y - radiusY),
      to: Point(centre.x + radiusX, centre.y + radiusY)
    ) { x, y in
      let u = (x - centre.x) / radiusX
      let v = (y - centre.y) / radiusY
      let norm = (u * u + v * v).squareRoot()
      let slope = (u * u / (radiusX * radiusX) + v * v / (radiusY * radiusY)).squareRoot()
      return slope == 0 ? -min(radiusX, radiusY) : norm * (norm - 1) / slope
    }
  }

  /// Paints the line of a circle, `thickness` wide, its middle at `radius`.
  public mutating func ring(
    centre: Point, radius: Double, thickness: Double, role: ColourRole, depth: Depth
  ) {
    let reach = radius + thickness / 2
    paint(
      role, depth, from: Point(centre.x - reach, centre.y - reach),
      to: Point(centre.x + reach, centre.y + reach)
    ) { x, y in
      let (u, v) = (x - centre.x, y - centre.y)
      return abs((u * u + v * v).squareRoot() - radius) - thickness / 2
    }
  }

  /// Paints a line with round ends through the points.
  public mutating func stroke(
    _ points: [Point], thickness: Double, role: ColourRole, depth: Depth
  ) {
    guard let first = points.first else { return }
    let radius = thickness / 2
    let ends = zip(points, points.count > 1 ? Array(points.dropFirst()) : [first])
    paint(
      role, depth,
      from: Point(
        points.reduce(first.x) { min($0, $1.x) } - radius,
        points.reduce(first.y) { min($0, $1.y) } - radius),
      to: Point(
        points.reduce(first.x) { max($0, $1.x) } + radius,
        points.reduce(first.y) { max($0, $1.y) } + radius)
    ) { x, y in
      var nearest = Double.infinity
      for (from, to) in ends {
        let dx = to.x - from.x
        let dy = to.y - from.y
        let length = dx * dx + dy * dy
        let along = length == 0 ? 0 : ((x - from.x) * dx + (y - from.y) * dy) / length
        let part = max(0, min(1, along))
        let u = x - from.x - part * dx
        let v = y - from.y - part * dy
        nearest = min(nearest, u * u + v * v)
      }
      return nearest.squareRoot() - radius
    }
  }

  /// Fills what the closed outline through the points encloses.
  public mutating func polygon(_ points: [Point], role: ColourRole, depth: Depth) {
    guard let first = points.first else { return }
    let edges = Array(zip(points, points.dropFirst() + [first]))
    let top = points.reduce(first.y) { min($0, $1.y) }
    let bottom = points.reduce(first.y) { max($0, $1.y) }
    // Each row is sampled along four lines; along each the coverage is exact.
    let lines = 4
    for y in Self.whole(top, size.height)..<Self.whole(bottom + 1, size.height) {
      var covers = [Double](repeating: 0, count: size.width)
      for line in 0..<lines {
        let level = Double(y) + (Double(line) + 0.5) / Double(lines)
        let crossings = edges.compactMap { from, to in
          (from.y > level) == (to.y > level)
            ? nil : from.x + (to.x - from.x) * (level - from.y) / (to.y - from.y)
        }.sorted()
        for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
          let left = max(0, crossings[pair])
          let right = min(Double(size.width), crossings[pair + 1])
          guard left < right else { continue }
          for x in Int(left)..<Int(right.rounded(.up)) {
            covers[x] += (min(right, Double(x + 1)) - max(left, Double(x))) / Double(lines)
          }
        }
      }
      for (x, cover) in covers.enumerated() { put(role, x, y, cover: cover, depth) }
    }
  }

  /// Paints a shape: `distance` is the distance from its edge, in pixels and negative inside.
  private mutating func paint(
    _ role: ColourRole, _ depth: Depth, from: Point, to: Point, distance: (Double, Double) -> Double
  ) {
    for y in Self.whole(from.y - 1, size.height)..<Self.whole(to.y + 2, size.height) {
      for x in Self.whole(from.x - 1, size.width)..<Self.whole(to.x + 2, size.width) {
        let cover = 0.5 - distance(Double(x) + 0.5, Double(y) + 0.5)
        put(role, x, y, cover: max(0, min(1, cover)), depth)
      }
    }
  }

  /// The pixel that `value` lies in, or the nearest inside.
  private static func whole(_ value: Double, _ limit: Int) -> Int {
    Int(max(0, min(Double(limit), value)))
  }

  private mutating func put(_ role: ColourRole, _ x: Int, _ y: Int, cover: Double, _ depth: Depth) {
    let coverage = depth == .mono ? (cover >= 0.5 ? 15 : 0) : UInt8(cover * 15 + 0.5)
    if coverage > 0 { self[x, y] = Self.over(self[x, y], role, coverage) }
  }

  /// A pixel with `coverage` of `role` laid over it, as exactly as one role for each pixel allows.
  private static func over(_ pixel: Pixel, _ role: ColourRole, _ coverage: UInt8) -> Pixel {
    if role == .paper {
      let rest = ((pixel & 15) * (15 - coverage) + 7) / 15
      return rest == 0 ? 0 : pixel & 0xF0 | rest
    }
    if pixel == 0 || pixel >> 4 == role.rawValue { return role.pixel(max(coverage, pixel & 15)) }
    return coverage >= 8 ? role.pixel() : pixel
  }
}
