import Pixels

// The watch face: what a circle has besides the lines of every panel.
extension PanelGlance {
  /// The day's change that lights half of the rim: the market soars or plunges.
  private static let halfTurn = 0.05

  /// One dot for each market, where the chord below the last line holds them.
  func drawRoundDots(
    _ scene: GlanceScene, under rect: Rect, on frame: inout Frame
  ) {
    let header = scene.statusHeader
    let dots = PositionDots(
      position: header.position, count: header.count, side: max(2, rect.height / 4))
    guard dots.width <= rect.width / 2 else { return }
    dots.draw(x: (surface.size.width - dots.width) / 2, y: rect.bottom + dots.side, on: &frame)
  }

  /// The direction of the day as the colour of the whole edge, which can be read from across a room. The
  /// bright part says how far the price went: it begins at the top, goes to the right for a rise and
  /// to the left for a fall, and reaches the bottom at five per cent.
  func drawRim(_ scene: GlanceScene, on frame: inout Frame) {
    let size = surface.size
    let radius = Double(min(size.width, size.height)) / 2
    // Two free pixels are left beside what is nearest to it.
    let thickness = surface.depth == .mono ? max(2, radius / 30) : max(3, radius * 7 / 120 - 2)
    let (outer, inner) = (radius - 0.5, radius - 0.5 - thickness)
    let change = scene.price == nil ? 0 : scene.change ?? 0
    let role: ColourRole = scene.isOld ? .dim : change > 0 ? .rise : .fall
    let rest = change == 0 ? .faint : role
    let side: Double = change > 0 ? 1 : -1
    // Downwards on the screen is a lower cosine.
    let end = cosine(ofTurn: min(0.5, abs(change) / Self.halfTurn / 2))
    for y in 0..<size.height {
      let v = Double(y) + 0.5 - Double(size.height) / 2
      let reach = outer + 0.5
      guard abs(v) < reach else { continue }
      let far = (reach * reach - v * v).squareRoot()
      let near = max(0, (inner - 0.5) * (inner - 0.5) - v * v).squareRoot()
      let first = Int(Double(size.width) / 2 - far)
      let last = min(size.width / 2, Int(Double(size.width) / 2 - near) + 1)
      for x in max(0, first)..<max(0, first, last) {
        let u = Double(x) + 0.5 - Double(size.width) / 2
        let distance = (u * u + v * v).squareRoot()
        let cover = max(0, min(1, outer - distance + 0.5, distance - inner + 0.5))
        let coverage =
          surface.depth == .mono ? (cover >= 0.5 ? 15 : 0) : UInt8(cover * 15 + 0.5)
        let isSwept = change != 0 && -v >= end * distance
        let mirrored = size.width - 1 - x
        frame[x, y] = isSwept && side < 0 ? role.pixel(coverage) : track(rest, coverage)
        frame[mirrored, y] = isSwept && side > 0 ? role.pixel(coverage) : track(rest, coverage)
      }
    }
  }

  private func track(_ role: ColourRole, _ coverage: UInt8) -> Pixel {
    surface.depth == .mono ? 0 : role.pixel(coverage * 8 / 15)
  }
}

/// The cosine of a part of a whole turn, -0.5…0.5, true to a ten-thousandth.
private func cosine(ofTurn part: Double) -> Double {
  let angle = part * 2 * Double.pi
  var (sum, term) = (1.0, 1.0)
  for step in 1...7 {
    term *= -angle * angle / Double(2 * step * (2 * step - 1))
    sum += term
  }
  return sum
}
