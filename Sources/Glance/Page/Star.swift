import Pixels

/// The mark of a favourite.
struct Star {
  /// Rows and columns.
  let side: Int

  /// For letters of that height.
  init(beside lettering: Lettering) { side = max(5, lettering.ascent * 3 / 4 | 1) }

  func draw(x: Int, y: Int, _ role: ColourRole, _ depth: Depth, on frame: inout Frame) {
    if side < 9 { return drawDots(x: x + (side - 5) / 2, y: y + (side - 5) / 2, role, on: &frame) }
    let radius = Double(side) / 2
    let middle = Point(Double(x) + radius, Double(y) + radius * 1.05)
    // Tips and hollows of a pentagram, from the top clockwise: sines of a tenth of a turn.
    let sines = [0, 0.5878, 0.9511, 0.9511, 0.5878, 0, -0.5878, -0.9511, -0.9511, -0.5878]
    let cosines = [1, 0.8090, 0.3090, -0.3090, -0.8090, -1, -0.8090, -0.3090, 0.3090, 0.8090]
    let points = (0..<10).map { tip in
      let reach = tip.isMultiple(of: 2) ? radius * 1.05 : radius * 0.45
      return Point(middle.x + reach * sines[tip], middle.y - reach * cosines[tip])
    }
    frame.polygon(points, role: role, depth: depth)
  }

  private func drawDots(x: Int, y: Int, _ role: ColourRole, on frame: inout Frame) {
    for (row, columns) in [2...2, 0...4, 1...3, 1...3].enumerated() {
      frame.fill(
        Rect(x: x + columns.lowerBound, y: y + row, width: columns.count, height: 1),
        with: role.pixel())
    }
    for column in [0, 1, 3, 4] {
      frame.fill(Rect(x: x + column, y: y + 4, width: 1, height: 1), with: role.pixel())
    }
  }
}
