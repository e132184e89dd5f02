import Pixels

/// The mark of a snoozed alert: a bell with a bar through it.
struct SnoozedBell {
  /// Rows and columns.
  let side: Int

  /// For letters of that height.
  init(beside lettering: Lettering) { side = max(9, lettering.ascent * 5 / 4 | 1) }

  /// The small bell. A gap above the bar tells the bar from the bell, which is whole below it.
  private static let dots = [
    "#...#...", ".#.###..", "..#.###.", "..##.##.", "..###.#.", ".#####.#", "......#.", "....#..#",
  ].map { Array($0.utf8) }

  func draw(x: Int, y: Int, _ role: ColourRole, _ depth: Depth, on frame: inout Frame) {
    if side < 13 {
      let margin = (side - 7) / 2
      for (row, dots) in Self.dots.enumerated() {
        for (column, dot) in dots.enumerated() where dot == UInt8(ascii: "#") {
          frame.fill(
            Rect(x: x + margin + column, y: y + margin + row, width: 1, height: 1),
            with: role.pixel())
        }
      }
      return
    }
    let length = Double(side)
    func at(_ u: Double, _ v: Double) -> Point {
      Point(Double(x) + u * length, Double(y) + v * length)
    }
    frame.ellipse(
      centre: at(0.5, 0.38), radiusX: 0.28 * length, radiusY: 0.3 * length, role: role, depth: depth
    )
    frame.polygon(
      [
        at(0.22, 0.38), at(0.78, 0.38), at(0.82, 0.66), at(0.96, 0.8), at(0.04, 0.8),
        at(0.18, 0.66),
      ],
      role: role, depth: depth)
    frame.ellipse(
      centre: at(0.5, 0.88), radiusX: 0.11 * length, radiusY: 0.1 * length, role: role, depth: depth
    )
    let thickness = max(1.4, length / 10)
    // A gap on one side tells the bar from the bell, which stays whole on the other.
    let aside = 0.8 * thickness / length
    frame.stroke(
      [at(0.06 + aside, 0.04 - aside), at(0.94 + aside, 0.92 - aside)],
      thickness: 1.2 * thickness, role: .paper, depth: depth)
    frame.stroke(
      [at(0.06, 0.04), at(0.94, 0.92)], thickness: thickness, role: role, depth: depth)
  }
}
